"""The whole site, asked 20 times a second, while its Redis is killed for three seconds."""

from pathlib import Path

import pytest
from django.db import connection

from tests.site.without_redis import SHORT, try_site

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL"),
]


def test_everything_goes_on_without_redis_and_no_mail_is_lost(tmp_path: Path) -> None:
    calls = try_site(SHORT, tmp_path)
    assert len(calls) == SHORT.a_second * (SHORT.before + SHORT.gone + SHORT.after)
    assert {call.status for call in calls} <= {200, 302}, [c for c in calls if c.status >= 400]
