import threading
from collections.abc import Iterator

import pytest
import waitress
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application

from tests.people import Cast, cast


@pytest.fixture
def people(db: None) -> Cast:
    cache.clear()
    return cast()


@pytest.fixture
def server(transactional_db: None) -> Iterator[str]:
    """A real server on a port of its own, for clients that speak HTTP."""
    door = waitress.create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=door.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{door.effective_port}"
    door.close()
    door.task_dispatcher.shutdown()
    thread.join(timeout=5)
