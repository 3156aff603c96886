"""How long a mail stays good: as long as the position is the one that it showed."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.core import mail

from games.bots.suggestions import suggestions
from games.domain import Options
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.lobby import AgreePause, EndPause
from games.domain.notation import parse
from games.domain.state import Terms
from games.edge import now
from games.holidays import take_holiday
from games.overdue import move_on_due
from games.services import act
from mail_in.playing import Outcome
from notifications.reply_addresses import read_address
from tests.doing import start_game, table_of
from tests.mail_in.mails import (
    cast_with_mail,
    receive_mail,
    reply_address_of,
    start_mailed_game,
    write_mail,
)
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)
PASS = command("turn", 1, {})


def test_a_late_mail_plays_nothing_and_is_answered_with_the_present_table() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor=HOST)
    act(game, PASS, actor=HOST)
    before = table_of(game)
    assert receive_mail(write_mail(people.ada, address, "expand to Detroit")) is Outcome.LATE
    assert table_of(game) == before
    (answer,) = mail.outbox
    assert "The game has gone on" in answer.body
    bound = read_address(answer.reply_to[0])
    assert bound is not None
    assert bound.version == before.version


def pause(game: UUID, people: Cast) -> None:
    act(game, AgreePause(1), actor=f"user:{people.bob.pk}")


def open_spare_time(game: UUID, people: Cast) -> None:
    move_on_due(now() + timedelta(hours=25))


def begin_holiday(game: UUID, people: Cast) -> None:
    at = now()
    take_holiday(people.ada, at.date(), at.date() + timedelta(days=3), at=at)


@pytest.mark.parametrize("raise_version", [pause, open_spare_time, begin_holiday])
@pytest.mark.parametrize("text", ["expand to Phoenix", "1"])
def test_what_leaves_the_position_as_it_was_leaves_a_mail_good(
    text: str, raise_version: Callable[[UUID, Cast], None]
) -> None:
    people = cast_with_mail()
    game = start_game(people, terms=Terms("Route 66", people.ada.pk, 24, bank_hours=10))
    address, shown = reply_address_of(game, people.ada), table_of(game)
    raise_version(game, people)
    assert table_of(game).version > shown.version
    assert receive_mail(write_mail(people.ada, address, text)) is Outcome.PLAYED
    order = suggestions(shown)[0] if text == "1" else parse(text, "turn", 0)
    assert table_of(game).owners == replay(decide(shown, order), shown).owners


def test_a_number_chooses_what_the_mail_showed_though_the_version_has_risen() -> None:
    """A draft's suggestions are drawn by the version."""
    game, people = start_mailed_game(Options(layout="draft"))
    shown = table_of(game)
    address = reply_address_of(game, people.ada)
    assert shown.status == "draft"
    version = shown.version
    while suggestions(table_of(game)) == suggestions(shown):
        act(game, AgreePause(1), actor=HOST)
        act(game, EndPause(1), actor=HOST)
        assert table_of(game).version < version + 40
    assert receive_mail(write_mail(people.ada, address, "1")) is Outcome.PLAYED
    order = suggestions(shown)[0]
    assert table_of(game).tiles == replay(decide(shown, order), shown).tiles
