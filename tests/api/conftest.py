import pytest
from django.core.cache import cache

from tests.people import Cast, cast


@pytest.fixture
def people(db: None) -> Cast:
    cache.clear()
    return cast()
