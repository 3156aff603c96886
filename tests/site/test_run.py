"""`make run`: everything in one process."""

import signal
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection
from pytest_django import Settings

from franchise_client import Client
from tests.api.calls import token_of
from tests.games.test_tasks import start_against_computer
from tests.hanging import run_hanging_server
from tests.notifications.webhooks import add_webhook
from tests.people import cast
from tests.programs import Program, free_port, run_programs, wait_for_site
from tests.together import database_in_use
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def whole_product(port: int, home: Path) -> Program:
    environment = {
        **database_in_use(),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
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
    port = free_port()
    with (
        run_hanging_server() as program,
        run_programs(product := whole_product(port, tmp_path)),
    ):
        add_webhook(cast().ada, f"http://127.0.0.1:{program.port}/")
        connection.close()
        wait_for_site(port)
        with Client(f"http://127.0.0.1:{port}", token_of(cast().ada)) as ada:
            pass_a_turn(ada, slow)
            wait_until(program.calls, product.log.read_text)
            played = pass_a_turn(ada, quick)
            wait_until(lambda: ada.table(str(quick))["version"] > played, product.log.read_text)
        assert program.lost_patience() == 0
        program.close()
        assert product.stop(signal.SIGINT) == 0
