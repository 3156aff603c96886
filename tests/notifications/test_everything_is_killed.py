"""Worker, broker and mail server are killed at random while a hundred turns are played."""

from pathlib import Path

import pytest
from django.db import connection

from tests.notifications.kills import play_and_kill

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.long,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL"),
]
TURNS = 100


def test_no_mail_is_lost_whatever_is_killed(tmp_path: Path) -> None:
    play_and_kill(TURNS, tmp_path)
