"""Answers to the daily mail: a number plays in the game under which it stands."""

from uuid import UUID

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from games.bots.suggestions import suggestions
from games.domain.take_backs import TakeBack
from games.edge import now
from games.services import act
from mail_in.playing import Outcome
from notifications.models import Inbound
from notifications.offers import keep_offer
from notifications.reply_addresses import MOST_OFFERS, read_address
from tests.doing import play_turn, table_of
from tests.mail_in.mails import cast_with_mail, receive_mail, texts_of_answers, write_mail
from tests.notifications.daily import choose_daily_mail, mails_by, seven, start_another_game
from tests.pages import page_of_mail
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Short Road", "Long Road", "Slow Road")


class Morning:
    """Ada's daily mail; her games are in the order in which it shows them."""

    def __init__(self, clock: time_machine.Traveller, games: int) -> None:
        self.people: Cast = cast_with_mail()
        paces = (24, 168, None)[:games]
        self.games: list[UUID] = [
            start_another_game(self.people, name, pace)
            for name, pace in zip(NAMES, paces, strict=False)
        ]
        choose_daily_mail(self.people.ada)
        (self.letter,) = mails_by(clock, seven())
        mail.outbox.clear()

    def answer(self, text: str, **more: str) -> Outcome:
        return receive_mail(write_mail(self.people.ada, self.letter.reply_to[0], text, **more))

    def has_played(self) -> list[bool]:
        return [table_of(game).to_move != 0 for game in self.games]


@pytest.mark.parametrize("games", [1, 2, 3])
def test_numbers_run_across_all_games_and_each_plays_in_its_own(
    clock: time_machine.Traveller, games: int
) -> None:
    morning = Morning(clock, games)
    first = 1
    for played, game in enumerate(morning.games, 1):
        orders = suggestions(table_of(game))
        number = first + 1
        assert f"\n  {number}  {NAMES[played - 1]}" not in morning.letter.body
        assert f"\n  {number}  " in morning.letter.body
        assert morning.answer(str(number)) is Outcome.PLAYED
        assert morning.has_played() == [True] * played + [False] * (games - played)
        assert f"Played\n{NAMES[played - 1]}: " in texts_of_answers()[-1]
        first += len(orders)
    assert f"\n  {first}  " not in morning.letter.body


@pytest.mark.parametrize("number", range(1, 7))
def test_a_number_plays_what_stands_behind_it(clock: time_machine.Traveller, number: int) -> None:
    morning = Morning(clock, 2)
    start = morning.letter.body.index(f"\n  {number}  ")
    printed = morning.letter.body[start:].split("\n")[1].strip()
    other = printed.replace(str(number), str(7 - number), 1)
    assert morning.answer(printed) is Outcome.PLAYED
    assert morning.has_played() == [number <= 3, number > 3]
    assert morning.answer(other) in (Outcome.REFUSED, Outcome.LATE, Outcome.PLAYED)


def test_a_number_within_the_quotation_is_of_the_game_that_it_names(
    clock: time_machine.Traveller,
) -> None:
    morning = Morning(clock, 3)
    quoted = [f"> {line}" for line in morning.letter.body.splitlines()]
    at = next(i for i, line in enumerate(quoted) if line.startswith(">   6  "))
    quoted.insert(at + 1, "5")
    assert morning.answer("\n".join(quoted)) is Outcome.PLAYED
    assert morning.has_played() == [False, True, False]


def test_a_number_counts_where_the_mail_program_forgets_the_reply_address(
    clock: time_machine.Traveller,
) -> None:
    morning = Morning(clock, 2)
    number = morning.letter.extra_headers["Message-ID"]
    answer = write_mail(morning.people.ada, "play@localhost", "4", In_Reply_To=number)
    assert receive_mail(answer) is Outcome.PLAYED
    assert morning.has_played() == [False, True]


def test_a_game_that_has_gone_on_is_answered_with_its_own_new_choices(
    clock: time_machine.Traveller,
) -> None:
    morning = Morning(clock, 2)
    game, ada = morning.games[1], morning.people.ada
    play_turn(game, expand=[{"to": "phoenix"}])
    assert morning.answer("4") is Outcome.LATE
    assert "Long Road: The game has gone on" in texts_of_answers()[-1]
    while (state := table_of(game)).to_move != 0:
        player = state.setup.seats[state.mover].player
        act(game, suggestions(state)[0], actor=f"user:{player}")
    assert morning.answer("5") is Outcome.LATE
    answer = mail.outbox[-1]
    assert "Long Road: The game has gone on" in answer.body
    assert "or with the number of one of these" in answer.body
    assert receive_mail(write_mail(ada, answer.reply_to[0], "1")) is Outcome.PLAYED
    assert morning.has_played() == [False, True]


def test_orders_in_words_are_refused_where_more_than_one_game_waits(
    clock: time_machine.Traveller,
) -> None:
    morning = Morning(clock, 3)
    assert morning.answer("expand to Phoenix") is Outcome.REFUSED
    assert morning.has_played() == [False] * 3
    answer = mail.outbox[-1]
    assert isinstance(answer, EmailMultiAlternatives)
    assert "which one do you mean?" in " ".join(answer.body.split())
    for number, name in enumerate(NAMES, 1):
        assert f"{name}: Answer with the number of what you meant\n  {number}  " in answer.body
    assert receive_mail(write_mail(morning.people.ada, answer.reply_to[0], "2")) is Outcome.PLAYED
    assert morning.has_played() == [False, True, False]


def test_the_answer_names_the_address_of_each_game_that_waits(
    clock: time_machine.Traveller,
) -> None:
    morning = Morning(clock, 3)
    assert morning.answer("1") is Outcome.PLAYED
    assert morning.answer("expand to Phoenix, please") is Outcome.REFUSED
    body = mail.outbox[-1].body
    written = [word for word in str(body).split() if word.startswith("mailto:play+")]
    bounds = [read_address(word.removeprefix("mailto:")) for word in written]
    assert [bound.game_id for bound in bounds if bound] == morning.games[1:]


def test_words_are_played_where_one_game_alone_still_waits(clock: time_machine.Traveller) -> None:
    morning = Morning(clock, 2)
    assert morning.answer("1") is Outcome.PLAYED
    assert morning.answer("expand to Phoenix") is Outcome.PLAYED
    assert morning.has_played() == [True, True]


@pytest.mark.parametrize("text", ["take back", "note Well played!", "1\n5", "99", "hello there"])
def test_what_names_no_game_changes_nothing(clock: time_machine.Traveller, text: str) -> None:
    morning = Morning(clock, 2)
    before = [table_of(game) for game in morning.games]
    assert morning.answer(text) is Outcome.REFUSED
    assert [table_of(game) for game in morning.games] == before
    assert Inbound.objects.get().outcome == "refused"


def test_a_request_is_done_whatever_number_of_games_waits(clock: time_machine.Traveller) -> None:
    morning = Morning(clock, 2)
    assert morning.answer("list") is Outcome.ANSWERED
    assert "Long Road" in texts_of_answers()[-1]
    assert morning.answer("status") is Outcome.REFUSED
    assert "in answer to a mail about the game that you mean" in texts_of_answers()[-1]


def test_a_turn_that_was_taken_back_can_be_played_again_by_its_number(
    clock: time_machine.Traveller,
) -> None:
    morning = Morning(clock, 2)
    game = morning.games[1]
    version = table_of(game).version
    assert morning.answer("4") is Outcome.PLAYED
    act(game, TakeBack(version, 0), actor=f"user:{morning.people.ada.pk}")
    assert morning.answer("5") is Outcome.PLAYED
    assert morning.has_played() == [False, True]


def test_offers_have_as_many_numbers_as_an_address_can_hold(
    clock: time_machine.Traveller,
) -> None:
    morning = Morning(clock, 1)
    game = morning.games[0]
    keep = [keep_offer(morning.people.bob.pk, game, (), now()) for _ in range(2)]
    assert keep == [1, 1]
    assert MOST_OFFERS == 63


def test_the_link_that_writes_the_answer_has_the_number_that_stands_beside_it(
    clock: time_machine.Traveller,
) -> None:
    morning = Morning(clock, 2)
    links = [str(each["href"]) for each in page_of_mail(morning.letter).all("link")]
    written = [link for link in links if link.endswith("&body=5")]
    assert written == [each for each in written if morning.letter.reply_to[0] in each]
    assert len(written) == 1
