"""Mails about a game name its state, by which a player can prove its history later."""

import re
from pathlib import Path

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils.translation import gettext, override

from games.domain.commands import command
from games.domain.notation import WORDS, Language
from games.edge import now
from games.models import Person
from games.services import act
from notifications.outbox.queue import send_due
from tests.doing import short_head_of, table_of
from tests.mail_in.mails import answer_turn_mail, start_mailed_game
from tests.notifications.daily import choose_daily_mail, mails_by, seven
from tests.pages import page_of_mail

pytestmark = pytest.mark.django_db(transaction=True)


def last_mail_to(name: str) -> EmailMultiAlternatives:
    while send_due(now()):
        pass
    sent = [each for each in mail.outbox if each.to[0].startswith(name)][-1]
    assert isinstance(sent, EmailMultiAlternatives)
    return sent


@pytest.mark.parametrize("language", WORDS)
def test_a_turn_mail_names_the_state_of_its_game(language: Language) -> None:
    Person.objects.create(username="ada", language=language)
    game, _ = start_mailed_game()
    letter = last_mail_to("ada")
    with override(language):
        line = gettext("State of the game {head}").format(head=short_head_of(game))
    assert re.search(
        rf"{re.escape(line)}\s?: http://localhost:8000/anchors/", " ".join(letter.body.split())
    )
    assert line in page_of_mail(letter).text


def test_the_state_is_the_one_whose_table_the_mail_shows() -> None:
    game, _ = start_mailed_game()
    state = table_of(game)
    act(game, command("turn", state.mover, {}), actor="user:1", expected=state.version)
    assert short_head_of(game).startswith(f"{table_of(game).version}:")
    assert short_head_of(game) in last_mail_to("bob").body


def test_the_answer_to_an_order_names_the_state_that_it_led_to() -> None:
    game, people = start_mailed_game()
    before = short_head_of(game)
    answer_turn_mail(game, people.ada, "pass")
    (letter,) = [each for each in mail.outbox if "Played" in each.body]
    assert isinstance(letter, EmailMultiAlternatives)
    assert short_head_of(game) in letter.body
    assert short_head_of(game) in page_of_mail(letter).text
    answer_turn_mail(game, people.bob, "expand to Atlantis")
    assert short_head_of(game) in mail.outbox[-1].body
    assert before not in letter.body


def test_the_daily_mail_names_the_state_of_each_game(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.ada)
    (letter,) = mails_by(clock, seven())
    assert short_head_of(game) in letter.body
    assert short_head_of(game) in page_of_mail(letter).text


ABOUT_NO_TABLE = {
    "code", "invitation", "desk", "help", "list", "new-game", "no-table", "puzzle", "signed-up",
    "stranger", "tables", "unsubscribed", "which-game",
}  # fmt: skip


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "path",
    sorted((Path(__file__).parents[2] / "docs" / "mails").glob("*.txt")),
    ids=lambda p: p.stem,
)
def test_every_kind_of_mail_about_a_game_names_its_state(path: Path) -> None:
    """The documented mails are those that are sent."""
    is_about_a_table = path.stem.rpartition("-")[0] not in ABOUT_NO_TABLE
    assert bool(re.search(r"\d+:[0-9a-f]{20}\s?:\s+https://", path.read_text())) == is_about_a_table
