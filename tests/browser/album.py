"""Every page of the site with something on it, for the test of all pages and for their pictures."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.test import Client, override_settings
from django.urls import reverse

from games import talk, variations
from games.access import see_game
from games.anchors.publishing import publish_due
from games.bots import STAND_IN
from games.domain import Options
from games.domain.commands import TakeTurn
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Terms, Watch
from games.edge import now
from games.invitations import invite
from games.models import Person
from games.people import new_guest
from games.rules.lessons import STEPS
from games.services import act, create_game
from games.web.account.sign_in_links import sign_in_path
from games.web.table.drafts import text_of
from notifications.links import Stop, Tap, no_invitations_url, stop_url, tap_url
from notifications.models import NO_GAME, Notice, Webhook
from tests.analyses.finished import analyse, end_game, keep_clearest
from tests.anchors.days import ANCHOR_KEY
from tests.bots import greedy
from tests.doing import play_on, table_of
from tests.golden.stored import store_golden
from tests.people import HOST, Cast

EARLIER = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Leaf(NamedTuple):
    """A page, who looks at it (None is a visitor) and the status it answers with."""

    name: str
    path: str
    person: Person | None = None
    status: int = 200
    session: str = ""

    @property
    def cookie(self) -> str:
        """The session of the person, or the given one where the page follows from another."""
        if self.session or self.person is None:
            return self.session
        client = Client()
        client.force_login(self.person)
        return client.cookies["sessionid"].value


def cast_with_names() -> Cast:
    names = (("ada", "Ada"), ("bob", "Bob"), ("mallory", "Mallory"))
    return Cast(
        *(
            Person.objects.get_or_create(
                username=username,
                defaults={"name": name, "email": f"{username}@example.com"},
            )[0]
            for username, name in names
        )
    )


def play_game(
    cast: Cast, name: str, *, turns: int, options: Options | None = None, watch: Watch = "public"
) -> UUID:
    """Ada, Bob and a computer player after some turns; below 0 turns nothing is started."""
    terms = Terms(name, owner=cast.ada.pk, pace_hours=24, watch=watch, take_backs="last-turn")
    outcome = create_game(CreateGame(terms, 3, options or Options(introductory=True)), actor=HOST)
    for seat in (TakeSeat(player=cast.ada.pk), TakeSeat(player=cast.bob.pk)):
        act(outcome.game_id, seat, actor=HOST)
    if turns < 0:
        return outcome.game_id
    act(outcome.game_id, TakeSeat(bot=STAND_IN), actor=HOST)
    act(outcome.game_id, StartGame(11, first=0), actor=HOST)
    play_on(outcome.game_id, turns)
    return outcome.game_id


def path_to(name: str, *args: object) -> str:
    return reverse(name, args=args)


def album() -> tuple[Leaf, ...]:
    cast = cast_with_names()
    waiting = play_game(cast, "Coast to Coast", turns=-1)
    begun = play_game(cast, "Route 66", turns=30)
    ended = store_golden("three-players", cast.ada, cast.bob, called="The Long Way Home")
    return (
        *lobby(cast, waiting),
        *account(cast),
        *webhooks(cast, begun),
        *tables(cast, begun, ended),
        *beside(cast, begun),
        *learning(),
        *from_mails(cast, begun),
        *amiss(),
    )


def lobby(cast: Cast, waiting: UUID) -> Iterator[Leaf]:
    ada = cast.ada
    yield Leaf("welcome", path_to("home"))
    yield Leaf("lobby", path_to("home"), ada)
    yield Leaf("guest", path_to("home"), new_guest("en", "UTC"))
    yield Leaf("finished", path_to("finished"), ada)
    yield Leaf("new-game", path_to("new-game"), ada)
    yield Leaf("waiting-room", path_to("game", waiting), ada)
    yield Leaf(
        "join", path_to("join", invite(see_game(ada, waiting)).invitation.secret), cast.mallory
    )
    yield Leaf("no-invitation", path_to("join", "lost"), status=410)


def account(cast: Cast) -> Iterator[Leaf]:
    ada, visitor, member = cast.ada, Client(), Client()
    visitor.post(path_to("login"), {"email": "zoe@example.com"})
    member.force_login(ada)
    member.post(path_to("account_email"), {"email": "ada@example.org", "action_add": "1"})
    yield Leaf("sign-in", path_to("login"))
    yield Leaf(
        "code", path_to("account_confirm_login_code"), session=visitor.cookies["sessionid"].value
    )
    yield Leaf("sign-in-by-link", sign_in_path(cast.bob))
    yield Leaf("account", path_to("account"), ada)
    yield Leaf("mail", path_to("account-mail"), ada)
    yield Leaf("programs", path_to("programs"), ada)
    yield Leaf("browsers", path_to("browsers"), ada)
    yield Leaf("address", path_to("account_email"), ada)
    session = member.cookies["sessionid"].value
    yield Leaf("address-code", path_to("account_email_verification_sent"), ada, session=session)
    yield Leaf("leave", path_to("leave"), ada)


def webhooks(cast: Cast, begun: UUID) -> Iterator[Leaf]:
    ada, at = cast.ada, now()
    hook, is_new = Webhook.objects.get_or_create(
        person=ada, url="https://bots.example.org/", what="all", created=EARLIER
    )
    posts = (
        (NO_GAME, "ping", "1767225600000", "204", at),
        (begun, "events", "41", "503", None),
        (begun, "events", "40", "timeout", at),
    )
    for game, message, number, reply, sent in posts if is_new else ():
        Notice.objects.create(
            game_id=game, recipient=ada, message=message, channel="webhook", content="39",
            occasion=f"{number}.{hook.pk}", due=at + timedelta(minutes=2), tries=1, tried=at, took=84,
            reply=reply, sent=sent,
        )  # fmt: skip
    yield Leaf("webhooks", path_to("webhooks"), ada)
    yield Leaf("webhook", path_to("webhook", hook.pk), ada)


def tables(cast: Cast, begun: UUID, ended: UUID) -> Iterator[Leaf]:
    ada, state = cast.ada, table_of(begun)
    choosing = play_game(cast, "Blue Ridge", turns=0, options=Options())
    order = greedy.choose(state, state.version)
    assert isinstance(order, TakeTurn)
    version = table_of(ended).version // 2
    yield Leaf("turn", path_to("game", begun), ada)
    chosen = urlencode({"turn": text_of(TakeTurn(order.seat, expand=order.expand[:1]))})
    yield Leaf("turn-chosen", f"{path_to('game', begun)}?{chosen}", ada)
    yield Leaf("hints", f"{path_to('game', begun)}?hints=1", ada)
    yield Leaf("why-not", f"{path_to('game', begun)}?{chosen}&why=1", ada)
    yield Leaf("watching", path_to("game", begun))
    yield Leaf("card", f"{path_to('card', begun)}?at=place-omaha", ada)
    yield Leaf("towns", path_to("game", choosing), ada)
    yield Leaf("ended", path_to("game", ended), ada)
    yield Leaf("not-analysed", path_to("analysis", ended), ada)
    looked_at = end_game(cast)
    yield Leaf("analysis-begun", path_to("analysis", looked_at))
    analysed = end_game(cast)
    analyse(analysed)
    yield Leaf("analysis", path_to("analysis", analysed), ada)
    keep_clearest(analysed, now().date())
    yield Leaf("puzzles", path_to("puzzles"))
    yield Leaf("puzzle", path_to("puzzle", now().date().isoformat()))
    yield Leaf("replay", path_to("replay-moment", ended, version))
    yield Leaf("replay-newest", path_to("replay", begun), ada)
    yield Leaf("embedded", path_to("replay-embed", ended, version))
    with override_settings(ANCHOR_KEY=ANCHOR_KEY):
        publish_due(now() + timedelta(days=1))
    yield Leaf("anchors", path_to("anchors"))
    yield Leaf("anchors-of-a-game", path_to("game-anchors", begun), ada)


def beside(cast: Cast, begun: UUID) -> Iterator[Leaf]:
    """The pages of chat, notes and variations."""
    ada, view = cast.ada, see_game(cast.ada, begun)
    chat_line = talk.say(begun, ada, "Mind the toll roads", now())
    talk.say(begun, cast.bob, "Nobody takes Omaha from me", now())
    talk.keep_note(begun, ada, "Bob wants Omaha", now())
    tried = greedy.choose(view.state, 1)
    line = variations.create(begun, ada, "By the coast", view.state, [tried], now())
    variations.change(line, now(), is_shared=True)
    line.refresh_from_db()
    yield Leaf("chat", path_to("chat", begun), ada)
    yield Leaf("chat-line", path_to("chat-line", begun, chat_line.number), ada)
    yield Leaf("chat-closed", path_to("chat", begun), cast.mallory, 403)
    yield Leaf("note", path_to("note", begun), ada)
    yield Leaf("what-if", path_to("whatif", begun), ada)
    yield Leaf("what-if-line", path_to("whatif-line", begun, line.number), ada)
    yield Leaf("what-if-shared", path_to("whatif-shared", line.secret))


def learning() -> Iterator[Leaf]:
    learn, did = path_to("tutorial"), [choice for step in STEPS for choice in step.wanted]
    yield Leaf("rules", path_to("rules"))
    yield Leaf("rulings", path_to("rulings"))
    yield Leaf("examples", path_to("examples"))
    yield Leaf("learn", learn)
    yield Leaf("learn-refused", f"{learn}?did=1.detroit.3&choice=chicago", status=422)
    yield Leaf("learn-end", f"{learn}?did={'.'.join(did)}")


def from_mails(cast: Cast, begun: UUID) -> Iterator[Leaf]:
    version = table_of(begun).version
    links = (
        ("mail-play", tap_url(Tap(begun, version, cast.ada.pk, 1)), 200),
        ("mail-gone-on", tap_url(Tap(begun, version // 2, cast.ada.pk, 1)), 409),
        ("mail-stop", stop_url(Stop(begun, cast.ada.pk)), 200),
        ("mail-no-invitations", no_invitations_url("zoe@example.com"), 200),
        ("mail-no-link", f"//here{path_to('mail-play', 'torn')}", 410),
    )
    for name, link, status in links:
        yield Leaf(name, f"/{link.split('/', 3)[3]}", status=status)


def amiss() -> Iterator[Leaf]:
    yield Leaf("not-found", "/no/such/road/", status=404)
    yield Leaf("closed", "/amiss/closed/", status=403)
    yield Leaf("stale-form", "/amiss/stale/", status=403)
    yield Leaf("enough", "/amiss/enough/", status=429)
    yield Leaf("breakdown", "/amiss/breaks/", status=500)
