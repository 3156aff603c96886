"""`make run`: everything in one process."""

import signal
import time
from pathlib import Path
from threading import Event
from uuid import UUID

import pytest
from django.db import connection
from pytest_django import Settings

from franchise_client import Client
from tests.api.calls import token_of
from tests.games.test_tasks import start_against_computer
from tests.notifications.receiver import run_receiver
from tests.notifications.webhooks import add_webhook
from tests.people import cast
from tests.programs import Program, free_port, run_programs, wait_for_port
from tests.together import database_in_use

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS_TO_ANSWER = 5


def whole_product(port: int, home: Path) -> Program:
    environment = {
        **database_in_use(),
        "DJANGO_SETTINGS_MODULE": "franchise_site.settings",
        "SECRET_KEY": "only-for-tests",
        "DEBUG": "1",
        "DATA_DIR": str(home),
        "WEBHOOKS_TO_PRIVATE_ADDRESSES": "1",
    }
    command = ["python", "manage.py", "run", "--port", str(port)]
    return Program(command, environment, home / "said")


def pass_a_turn(client: Client, game: UUID) -> int:
    version = client.table(str(game))["version"]
    return client.take_turn(str(game), {}, version=version)["version"]


def test_a_program_that_does_not_answer_holds_up_no_computer_player(
    tmp_path: Path, settings: Settings
) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    slow, quick = start_against_computer(), start_against_computer()
    called, enough = Event(), Event()

    def silence(_: object) -> None:
        called.set()
        enough.wait()

    port = free_port()
    with run_receiver(silence) as program, run_programs(product := whole_product(port, tmp_path)):
        add_webhook(cast().ada, program.url)
        connection.close()
        wait_for_port(port)
        with Client(f"http://127.0.0.1:{port}", token_of(cast().ada)) as ada:
            pass_a_turn(ada, slow)
            assert called.wait(10)
            played, until = pass_a_turn(ada, quick), time.monotonic() + SECONDS_TO_ANSWER
            while ada.table(str(quick))["version"] == played:
                assert time.monotonic() < until
                time.sleep(0.1)
        enough.set()
        assert product.stop(signal.SIGINT) == 0
