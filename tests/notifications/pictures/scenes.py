"""Every kind of mail, from games that are played in the same way each time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

import time_machine
from django.core import mail
from django.core.mail import EmailMessage
from django.test import override_settings

from games.domain import Options
from games.domain.lobby import (
    AgreePause,
    CreateGame,
    InvitePlayer,
    ReplacePlayer,
    StartGame,
    TakeSeat,
)
from games.domain.state import Terms, Watch, WhenLate
from games.edge import now
from games.models import Game, Invitation, Person
from games.overdue import move_on_due
from games.services import act, create_game
from notifications.account.codes import code_mail
from notifications.channels.mime import mail_of
from notifications.messages.batch import Batch
from notifications.messages.catalogue import MESSAGES
from notifications.models import Notice, Preference
from notifications.outbox.queue import DAILY_MAILS, send_due
from notifications.outbox.schedule import begin_digests, put_in_due
from tests.analyses.finished import keep_clearest
from tests.bots import greedy
from tests.doing import table_of
from tests.forging import empty_store
from tests.mail_in.mails import answer_turn_mail, receive_mail, write_mail
from tests.people import HOST

MONDAY = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
AN_HOUR = timedelta(hours=1)
SITE = override_settings(
    SECRET_KEY="of the pictures",  # noqa: S106 - the same links each time
    SITE_URL="https://franchise.example",
    MAIL_DOMAIN="franchise.example",
    DEFAULT_FROM_EMAIL="Franchise by Mail <play@franchise.example>",
)


class Scene(NamedTuple):
    name: str
    what: str
    mail: EmailMessage


class Cast(NamedTuple):
    ada: Person
    benoit: Person
    clara: Person


def cast() -> Cast:
    """Their numbers are fixed, because links contain them."""
    people = (
        ("ada", "en", "America/Chicago"),
        ("benoit", "fr", "Europe/Paris"),
        ("clara", "de", "Europe/Berlin"),
    )
    return Cast(
        *(
            Person.objects.create(
                pk=9001 + number,
                username=name,
                email=f"{name}@mail.example",
                language=language,
                time_zone=zone,
            )
            for number, (name, language, zone) in enumerate(people)
        )
    )


@contextmanager
def site_on_monday() -> Iterator[time_machine.Traveller]:
    with SITE, time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


def scenes() -> Iterator[Scene]:
    """The games have the same ids each time."""
    empty_store()
    with site_on_monday() as clock:
        people = cast()
        yield Scene(
            "code-en",
            "A code to sign in with",
            code_mail("BCDFG-HJKLM", "zoe@mail.example", "1"),
        )
        yield from _lobby(people)
        yield from _turns(people, clock)
        yield from _answers(people)
        yield from _late(people, clock)
        yield from _seats(people)
        yield from _requests(people)
        yield from _requests_about_a_game(people)
        yield from _end(people)
        yield from _day(people, clock)
        yield from _puzzle(people.clara, clock)


def _open_game(
    people: Cast,
    name: str,
    options: Options,
    *,
    late: WhenLate = "computer",
    watch: Watch = "private",
) -> UUID:
    terms = Terms(name, people.ada.pk, 24, when_late=late, watch=watch)
    order = CreateGame(terms, 3, options)
    return create_game(order, actor=HOST, command_id=name).game_id


def _start_game(people: Cast, name: str, options: Options, *, late: WhenLate = "computer") -> UUID:
    game = _open_game(people, name, options, late=late)
    for person in people:
        act(game, TakeSeat(player=person.pk), actor=HOST)
    act(game, StartGame(7, first=0), actor=HOST)
    return game


PRINTED = Options(introductory=True)


def _play_until(game: UUID, until: Callable[[int, int], bool]) -> None:
    """Plays as the computer player would, until a turn of a seat is to be played."""
    while True:
        state = table_of(game)
        if state.to_move is None or (state.status == "playing" and until(state.turn, state.mover)):
            return
        order = greedy.choose(state, state.setup.seed + state.version)
        player = state.setup.seats[state.mover].player
        act(game, order, actor=f"user:{player}", expected=state.version)


def _mail_to(game: UUID, person: Person, kind: str) -> EmailMessage:
    mine = Notice.objects.filter(game_id=game, recipient=person, message=kind)
    if kind.startswith("reminder"):
        mine = Notice.objects.filter(game_id=game, recipient=person, message="turn")
    notice = mine.latest("due")
    notice.message = kind
    return _compose(notice)


def _compose(notice: Notice) -> EmailMessage:
    message = MESSAGES[notice.message](notice, Batch(now(), [notice]))
    assert message is not None, notice
    return mail_of(message)


def _lobby(people: Cast) -> Iterator[Scene]:
    game = _open_game(people, "Coast to Coast", Options(milestones=True, boom=True))
    for language, inviter in zip(("en", "de"), (people.ada, people.clara), strict=True):
        made = Invitation.objects.create(
            game_id=game,
            number=1,
            reference=f"the-invitation-{language}",
            secret="Wq3vT8xKd2LmP5rZ7uYbAc",  # noqa: S106 - of an invitation that leads nowhere
            address="zoe@mail.example",
            by=inviter,
            created=now(),
        )
        act(game, InvitePlayer(made.reference), actor=HOST)
        notice = Notice.objects.get(occasion=made.reference)
        yield Scene(f"invitation-{language}", "An invitation to a stranger", _compose(notice))
        made.delete()


def _turns(people: Cast, clock: time_machine.Traveller) -> Iterator[Scene]:
    game = _start_game(people, "Coast to Coast II", PRINTED)
    yield Scene("started-fr", "A game has started", _mail_to(game, people.benoit, "started"))
    _play_until(game, lambda turn, seat: turn >= 24 and seat == 0)
    yield Scene("turn-en", "A turn", _mail_to(game, people.ada, "turn"))
    clock.shift(12 * AN_HOUR)
    yield Scene("reminder-en", "A reminder", _mail_to(game, people.ada, "reminder-half"))
    _play_until(game, lambda _, seat: seat == 1)
    yield Scene("turn-fr", "A turn", _mail_to(game, people.benoit, "turn"))
    _play_until(game, lambda _, seat: seat == 2)
    yield Scene("turn-de", "A turn", _mail_to(game, people.clara, "turn"))
    towns = _start_game(people, "Ohne Vorgaben", Options(milestones=True))
    yield Scene("towns-de", "A choice of the set-up", _mail_to(towns, people.clara, "turn"))


def _answers(people: Cast) -> Iterator[Scene]:
    game = _start_game(people, "Route 66", PRINTED)
    _play_until(game, lambda turn, seat: turn >= 15 and seat == 0)
    answer_turn_mail(game, people.ada, "1\nnote Good luck, both of you!")
    yield Scene("played-en", "The answer to a turn that was played", mail.outbox[-1])
    answer_turn_mail(game, people.benoit, "développer vers Miami depuis Denver")
    yield Scene("refused-fr", "The answer to a turn that was refused", mail.outbox[-1])
    _play_until(game, lambda _, seat: seat == 2)
    answer_turn_mail(game, people.clara, "expandieren nach Atlantis")
    yield Scene("refused-de", "The answer to what could not be read", mail.outbox[-1])


def _ask(person: Person, to: str, text: str, **more: str) -> EmailMessage:
    """The Message-ID, of which the ids of a new game come, is the same each time."""
    number = f"<{sha256(f'{to} {text}'.encode()).hexdigest()}@mail.example>"
    receive_mail(write_mail(person, to, text, Message_ID=number, **more))
    return mail.outbox[-1]


def _requests(people: Cast) -> Iterator[Scene]:
    zoe = Person(username="zoe", email="zoe@mail.example")
    first = _ask(zoe, "play@franchise.example", "How does this work?", Subject="Hello")
    yield Scene("desk-en", "The answer to a first mail", first)
    to = first.reply_to[0]
    signed_up = _ask(zoe, to, "s’inscrire Zoé")
    yield Scene("signed-up-fr", "An account made by mail", signed_up)
    made = _ask(zoe, to, "nouvelle partie Route 66 avec ada@mail.example et un ordinateur")
    yield Scene("new-game-fr", "A game made by mail", made)
    yield Scene("unsubscribed-fr", "The end of all mails", _ask(zoe, to, "désabonner"))
    to = _ask(people.clara, "play@franchise.example", "Hallo").reply_to[0]
    yield Scene("help-de", "What can be written", _ask(people.clara, to, "Hilfe"))
    _open_game(people, "Sunday Drive", PRINTED, watch="public")
    yield Scene("tables-de", "The open tables", _ask(people.clara, to, "Tische"))
    refused = _ask(people.clara, to, "beitreten Nirgendwo")
    yield Scene("no-table-de", "A table that there is not", refused)
    to = _ask(people.ada, "play@franchise.example", "Hello").reply_to[0]
    yield Scene("list-en", "One’s games", _ask(people.ada, to, "list"))


def _requests_about_a_game(people: Cast) -> Iterator[Scene]:
    game = _start_game(people, "Golden Gate", PRINTED)
    _play_until(game, lambda turn, seat: turn >= 9 and seat == 0)
    answer_turn_mail(game, people.ada, "status")
    yield Scene("status-en", "How a game stands", mail.outbox[-1])
    answer_turn_mail(game, people.clara, "Verlauf")
    yield Scene("history-de", "What happened so far", mail.outbox[-1])
    answer_turn_mail(game, people.benoit, "pause")
    yield Scene("pause-fr", "A pause asked for by mail", mail.outbox[-1])
    answer_turn_mail(game, people.ada, "take back")
    yield Scene("no-take-back-en", "A take-back that was refused", mail.outbox[-1])
    other = people.ada.email.replace("ada@", "ada+games@")
    answer_turn_mail(game, people.ada, "1", From=other)
    yield Scene("stranger-en", "A mail from another address", mail.outbox[-1])
    full = _open_game(people, "Last Seat", PRINTED)
    for seat in (
        TakeSeat(bot="greedy"),
        TakeSeat(player=people.benoit.pk),
        TakeSeat(player=people.clara.pk),
    ):
        act(full, seat, actor=HOST)
    yield Scene("full-en", "All seats are taken", _mail_to(full, people.ada, "full"))


def _late(people: Cast, clock: time_machine.Traveller) -> Iterator[Scene]:
    game = _start_game(people, "Blue Ridge", PRINTED)
    _play_until(game, lambda turn, seat: turn >= 12 and seat == 0)
    waits = _start_game(people, "Ohne Eile", PRINTED, late="wait")
    _play_until(waits, lambda turn, seat: turn >= 12 and seat == 2)
    clock.shift(25 * AN_HOUR)
    move_on_due(now())
    yield Scene("lost-en", "A turn lost to the clock", _mail_to(game, people.ada, "lost"))
    yield Scene("late-de", "A turn that the game waits for", _mail_to(waits, people.clara, "late"))


def _seats(people: Cast) -> Iterator[Scene]:
    game = _start_game(people, "Great Lakes", PRINTED)
    _play_until(game, lambda turn, seat: turn >= 12 and seat == 1)
    act(game, AgreePause(0), actor=HOST)
    yield Scene("pause-asked-de", "A pause asked for", _mail_to(game, people.clara, "pause-asked"))
    act(game, ReplacePlayer(1, bot="greedy"), actor=HOST)
    yield Scene("taken-over-fr", "A seat taken over", _mail_to(game, people.benoit, "taken-over"))
    act(game, ReplacePlayer(1, player=people.benoit.pk), actor=HOST)
    yield Scene("back-fr", "A seat had back", _mail_to(game, people.benoit, "back"))


def _end(people: Cast) -> Iterator[Scene]:
    game = _start_game(people, "The Long Way Home", PRINTED)
    _play_until(game, lambda turn, _: turn < 0)
    yield Scene("ended-de", "A game is over", _mail_to(game, people.clara, "ended"))


def _day(people: Cast, clock: time_machine.Traveller) -> Iterator[Scene]:
    """Tells of the games that are still under way."""
    Preference.objects.create(person=people.ada, mail=Preference.Mail.DAILY)
    begin_digests(now())
    clock.shift(AN_HOUR)
    game = _start_game(people, "Blue Moon", PRINTED)
    _play_until(game, lambda turn, seat: turn >= 9 and seat == 0)
    clock.shift(24 * AN_HOUR)
    mail.outbox.clear()
    put_in_due(now())
    send_due(now(), DAILY_MAILS)
    (message,) = mail.outbox
    yield Scene("daily-en", "One mail a day", message)
    asked = _ask(people.ada, message.reply_to[0], "expand to Chicago")
    yield Scene("which-game-en", "Orders that could be of several games", asked)
    Preference.objects.all().delete()
    turns = Notice.objects.filter(recipient=people.ada, message="turn", sent=None)
    Notice.objects.filter(sent=None).exclude(pk__in=[each.pk for each in turns]).delete()
    turns.update(due=now())
    mail.outbox.clear()
    send_due(now())
    (message,) = mail.outbox
    yield Scene("several-en", "Turns of several games", message)


def _puzzle(person: Person, clock: time_machine.Traveller) -> Iterator[Scene]:
    Notice.objects.filter(sent=None).delete()
    Preference.objects.create(person=person, puzzle=True)
    begin_digests(now())
    clock.shift(24 * AN_HOUR)
    keep_clearest(Game.objects.get(status="ended").id, now().date())
    mail.outbox.clear()
    put_in_due(now())
    send_due(now(), DAILY_MAILS)
    (message,) = mail.outbox
    yield Scene("puzzle-de", "The puzzle of the day", message)
