"""What tests do, in plain verbs: open games, play turns, sign in, read pages and mails."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from games.domain import Options, State
from games.domain.chain import short_head
from games.domain.commands import command
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.playout import random_command
from games.domain.rulesets import RULESET
from games.domain.state import Terms
from games.edge import now
from games.events import store
from games.models import Game, Person
from games.rows import snapshot_of
from games.services import Outcome, act, create_game
from notifications.messages.catalogue import ABOUT_GAMES
from notifications.outbox.queue import Lane, send_due
from tests.bots import greedy
from tests.codes import CODE
from tests.people import HOST, Cast


def open_game(
    people: Cast,
    *,
    options: Options | None = None,
    terms: Terms | None = None,
    ruleset: str = RULESET,
    seats: int = 2,
) -> UUID:
    """A table of two seats, which Ada owns and nobody sits at."""
    agreed = terms or Terms("Route 66", owner=people.ada.pk, pace_hours=24)
    order = CreateGame(agreed, seats, options or Options(introductory=True), ruleset)
    return create_game(order, actor=f"user:{people.ada.pk}").game_id


def start_game(
    people: Cast,
    *,
    options: Options | None = None,
    terms: Terms | None = None,
    seed: int = 5,
    ruleset: str = RULESET,
) -> UUID:
    """Ada sits down first and begins, Bob second."""
    game = open_game(people, options=options, terms=terms, ruleset=ruleset)
    for person in (people.ada, people.bob):
        act(game, TakeSeat(player=person.pk), actor=HOST)
    act(game, StartGame(seed, first=0), actor=HOST)
    return game


def start_beside_computer(people: Cast) -> UUID:
    """Ada begins, then Bob, then a computer player."""
    game = open_game(people, seats=3)
    for person in (people.ada, people.bob):
        act(game, TakeSeat(player=person.pk), actor=HOST)
    for order in (TakeSeat(bot="regular"), StartGame(5, first=0)):
        act(game, order, actor=HOST)
    return game


def table_of(game: UUID) -> State:
    """The newest state, as the game's row has it."""
    return snapshot_of(Game.objects.get(id=game))


def short_head_of(game: UUID) -> str:
    head = store.head_of(game)
    return short_head(head.version, head.hash.hex())


def actors_of(game: UUID) -> list[str]:
    """Who caused each event."""
    return [each.entry.stamp.actor for each in store.read_rows(game)]


def play_turn(game: UUID, **orders: object) -> None:
    """Plays a turn of the seat to move; without orders it passes."""
    state = table_of(game)
    act(game, command("turn", state.mover, orders), actor="user:1", expected=state.version)


def pass_turn(game: UUID) -> None:
    play_turn(game)


def play_at_random(game: UUID, below: Callable[[int], int]) -> Outcome:
    state = table_of(game)
    order = random_command(state, below)
    return act(game, order, actor="user:1", expected=state.version)


def play_next(game: UUID) -> Outcome:
    """Plays as the computer player would, for whoever is to move."""
    state = table_of(game)
    return act(game, greedy.choose(state, state.version), actor=HOST)


def play_on(game: UUID, turns: int) -> None:
    for _ in range(turns):
        play_next(game)


def table_path(game: UUID) -> str:
    return reverse("game", args=[game])


def moment_path(game: UUID, version: int) -> str:
    return reverse("replay-moment", args=[game, version])


def browser(person: Person | None) -> Client:
    """A client that is signed in as the person; without one, a visitor's."""
    client = Client()
    if person:
        client.force_login(person)
    return client


def read_page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def latest_code() -> str:
    code = CODE.search(str(mail.outbox[-1].body))
    assert code is not None, mail.outbox[-1].body
    return code[0]


def ask_for_code(client: Client, address: str, **more: str) -> None:
    response = client.post(reverse("login"), {"email": address, **more})
    assert response.status_code == 302, response.content
    assert response["Location"].startswith(reverse("account_confirm_login_code"))


def sign_in(address: str, *, client: Client | None = None, **more: str) -> Client:
    """Uses the pages' own forms, with the code out of the mail."""
    client = client or Client()
    ask_for_code(client, address, **more)
    response = client.post(reverse("account_confirm_login_code"), {"code": latest_code()})
    assert response.status_code == 302, response.content
    return client


def person_behind(client: Client) -> Person:
    return Person.objects.get(pk=client.session["_auth_user_id"])


def read_mails(at: datetime | None = None) -> dict[tuple[str, str], EmailMultiAlternatives]:
    """Sends all that are due, each kind in a mail of its own; the latest by reader and kind."""
    for message in ABOUT_GAMES:
        while send_due(at or now(), Lane("mail", Q(message=message))):
            pass
    mails = {}
    for each in mail.outbox:
        assert isinstance(each, EmailMultiAlternatives)
        kind = each.extra_headers["Message-ID"].split(".")[2]
        mails[each.to[0].partition("@")[0], kind] = each
    return mails


def html_of(letter: EmailMultiAlternatives) -> str:
    return str(letter.alternatives[0][0])


def alter_last_letter(path: str) -> str:
    """Of a link's path, which ends with a slash."""
    return f"{path[:-2]}{'b' if path[-2] == 'a' else 'a'}/"
