"""The pipe of a mail server: one command a mail, whose exit code says what becomes of the mail."""

import os
import subprocess
import sys

import pytest

from mail_in.reading import LARGEST
from tests.doing import table_of
from tests.mail_in.mails import order_mail, reply_address_of, start_mailed_game
from tests.together import database_in_use

GONE = "postgres://nobody@127.0.0.1:1/nowhere"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def run_pipe(
    raw: bytes, *arguments: str, **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "manage.py", "receive_mail", *arguments]
    environment = environment_of_pipe(**environment)
    return subprocess.run(command, input=raw, env=environment, capture_output=True, check=False)


def environment_of_pipe(**changes: str) -> dict[str, str]:
    own = {"EMAIL_URL": "dummymail://", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    return {**own, **database_in_use(), **changes}


def test_a_turn_comes_by_standard_input() -> None:
    game, people = start_mailed_game()
    process = run_pipe(order_mail(game, people.ada))
    assert (process.returncode, process.stdout) == (0, b"played\n"), process.stderr
    assert table_of(game).to_move == 1
    assert run_pipe(order_mail(game, people.ada), "--from", "").stdout == b"automatic\n"


def test_the_pipe_refuses_only_what_no_later_try_would_change() -> None:
    game, people = start_mailed_game()
    raw, to = order_mail(game, people.ada), reply_address_of(game, people.ada)
    assert run_pipe(raw, "--to", "play+aaaa@localhost").returncode == os.EX_NOUSER
    assert run_pipe(raw + b"a" * LARGEST, "--to", to).returncode == os.EX_DATAERR
    assert table_of(game).to_move == 0


@pytest.mark.parametrize(
    "amiss",
    [
        {"DATABASE_URL": GONE},
        {"DATABASE_URL": "sqlite:////nowhere/franchise.db"},
        {"DJANGO_SETTINGS_MODULE": "franchise_site.settings"},
        {"API_CALLS_A_MINUTE": "many"},
        {"DJANGO_SETTINGS_MODULE": "half.an.upgrade"},
        {"PYTHONPATH": "tests/mail_in/half_upgraded"},
    ],
    ids=[
        "database gone",
        "disk gone",
        "settings missing",
        "settings wrong",
        "settings broken",
        "packages missing",
    ],
)
def test_the_pipe_has_the_mail_kept_whatever_is_amiss(amiss: dict[str, str]) -> None:
    game, people = start_mailed_game()
    to = reply_address_of(game, people.ada)
    process = run_pipe(
        order_mail(game, people.ada), "--from", people.ada.email, "--to", to, **amiss
    )
    assert process.returncode == os.EX_TEMPFAIL, process.stderr
    assert process.stderr


@pytest.mark.parametrize(
    ("database", "code"), [({}, os.EX_OK), ({"DATABASE_URL": GONE}, os.EX_TEMPFAIL)]
)
def test_the_pipe_ends_as_it_should_though_nobody_reads_what_it_says(
    database: dict[str, str], code: int
) -> None:
    """As Postfix does after four kilobytes of a breakdown."""
    game, people = start_mailed_game()
    deaf, stderr = os.pipe()
    os.close(deaf)
    process = subprocess.run(
        [sys.executable, "manage.py", "receive_mail", "--to", reply_address_of(game, people.ada)],
        input=order_mail(game, people.ada),
        env=environment_of_pipe(**database),
        stdout=stderr,
        stderr=stderr,
        check=False,
    )
    os.close(stderr)
    assert process.returncode == code


def test_a_mistake_in_the_pipes_own_line_has_the_mail_kept() -> None:
    game, people = start_mailed_game()
    assert run_pipe(order_mail(game, people.ada), "--form", "x").returncode == os.EX_TEMPFAIL
