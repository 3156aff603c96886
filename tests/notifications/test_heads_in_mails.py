"""Mails about a game name its state, by which a player can prove its history later."""

import re
from pathlib import Path
from uuid import UUID

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from games.domain.chain import short_head
from games.domain.commands import command
from games.domain.notation import Language
from games.edge import now
from games.events import store
from games.models import Person
from games.services import act
from notifications.mails.phrases import PHRASES
from notifications.sending import send_due
from tests.notifications.daily import at, daily, html_of, seven
from tests.notifications.inbound.mailing import mailed_game, say
from tests.people import table_of

pytestmark = pytest.mark.django_db(transaction=True)


def head_now(game: UUID) -> str:
    head = store.head_of(game)
    return short_head(head.version, head.hash.hex())


def mail_to(name: str) -> EmailMultiAlternatives:
    while send_due(now()):
        pass
    found = [each for each in mail.outbox if each.to[0].startswith(name)][-1]
    assert isinstance(found, EmailMultiAlternatives)
    return found


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_turn_mail_names_the_state_of_its_game(language: Language) -> None:
    Person.objects.create(username="ada", language=language)
    game, _ = mailed_game()
    letter = mail_to("ada")
    line = PHRASES[language].head.format(head=head_now(game))
    assert f"{line}: http://localhost:8000/anchors/" in letter.body
    assert line in html_of(letter)


def test_the_state_is_the_one_whose_table_the_mail_shows() -> None:
    game, _ = mailed_game()
    state = table_of(game)
    act(game, command("turn", state.mover, {}), actor="user:1", expected=state.version)
    assert head_now(game).startswith(f"{table_of(game).version}:")
    assert head_now(game) in mail_to("bob").body


def test_the_answer_to_an_order_names_the_state_that_it_led_to() -> None:
    game, people = mailed_game()
    before = head_now(game)
    say(game, people.ada, "pass")
    (letter,) = [each for each in mail.outbox if "Played" in each.body]
    assert isinstance(letter, EmailMultiAlternatives)
    assert head_now(game) in letter.body
    assert head_now(game) in html_of(letter)
    say(game, people.bob, "expand to Atlantis")
    assert head_now(game) in mail.outbox[-1].body
    assert before not in letter.body


def test_the_daily_mail_names_the_state_of_each_game(clock: time_machine.Traveller) -> None:
    game, people = mailed_game()
    daily(people.ada)
    (letter,) = at(clock, seven())
    assert head_now(game) in letter.body
    assert head_now(game) in html_of(letter)


@pytest.mark.parametrize(
    "path",
    sorted((Path(__file__).parents[2] / "docs" / "mails").glob("*.txt")),
    ids=lambda p: p.stem,
)
def test_every_kind_of_mail_about_a_game_names_its_state(path: Path) -> None:
    """The documented mails are those that are sent."""
    is_about_a_table = path.stem.partition("-")[0] not in ("code", "invitation")
    assert bool(re.search(r"\d+:[0-9a-f]{20}: https://", path.read_text())) == is_about_a_table
