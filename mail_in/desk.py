"""Does what a mail asks for beside orders: to be told something, to sign up, to make a game."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec import Struct

from games import doors
from games.access import GameView, NotOwner, NotSeated, see_game
from games.addresses import any_spelling
from games.domain import Refusal, State
from games.domain.computer_change import WantComputer, open_wishes
from games.domain.course import effective_events
from games.domain.lobby import AgreePause, EndPause, StartGame, TakeSeat
from games.domain.notation import WORDS, Language, language_of, numbered_sheet
from games.domain.notation.words import RequestKind
from games.domain.ruleset_change import AgreeRuleset
from games.edge import new_seed
from games.events import store
from games.invitations import LIFETIME, sit_down
from games.models import Game, Invitation, Person
from games.people import check_name, confirm, lock_address, new_guest
from games.queries import OVER, my_games, open_games
from games.refusals import explain, possibilities
from games.rows import snapshot_of
from mail_in.new_game import open_new_game
from mail_in.requests import Request
from notifications.invitation_wishes import refuse_invitations, welcome_invitations
from notifications.links import page_url, table_url
from notifications.messages.game import reader_of
from notifications.messages.invitation import game_summary
from notifications.messages.letter import Lines, Link, Part
from notifications.messages.turn import turn_line
from notifications.preferences import start_mails, stop_all_mails
from notifications.reply_addresses import reply_address

MOST_LISTED = 30


class Asker(Struct, frozen=True):
    """Who has shown that the address is theirs; `view` is of the game that their mail is about."""

    address: str
    person: Person | None
    language: Language
    command_id: str
    at: datetime
    view: GameView | None = None
    invitation: Invitation | None = None

    def member(self) -> Person:
        if self.person is None:
            raise NoAccountYet(self.address)
        return self.person

    def game(self) -> GameView:
        if self.view is None:
            raise NoGameMeant
        return self.view

    def act(self, order: doors.PersonsOrder, view: GameView | None = None) -> State:
        """The table after it."""
        seen = view or self.game()
        return doors.act(seen, order, command_id=self.command_id, at=self.at).table


class Told(Struct, frozen=True):
    """What the answer to a request says; `person` is the asker's account, be it new."""

    lead: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    links: tuple[Link, ...] = ()
    person: Person | None = None
    is_refused: bool = False


class NoAccountYet(Refusal):
    says = "{value} has no account here yet. Answer “sign up” and your name, and it has one."


class NoGameMeant(Refusal):
    says = "Write this in answer to a mail about the game that you mean."


class NothingAsked(Refusal):
    says = "Nothing there waits for your agreement."


class ManyInvitations(Refusal):
    says = "{value} invitations wait for you. Answer “yes” to the mail of the one that you mean."


class NoSuchTable(Refusal):
    says = "No open table is called “{value}”."


class TablesAlike(Refusal):
    says = "The names of several open tables begin with “{value}”."


def answer_request(request: Request, asker: Asker) -> Told:
    """What is refused changes nothing."""
    with override(asker.language):
        try:
            with transaction.atomic():
                return REQUESTS[request.kind](request, asker)
        except NotSeated:
            lead = (_("Nothing was done"), _("Only those who sit at this table can play here."))
            return Told(lead, is_refused=True)
        except NotOwner:
            lead = (_("Nothing was done"), _("Only the person who made this table can do this."))
            return Told(lead, is_refused=True)
        except Refusal as refusal:
            lead = (_("Nothing was done"), explain(refusal, asker.language))
            possible = ", ".join(possibilities(refusal, asker.language))
            parts = (Lines(_("Possible"), (possible,)),) if possible else ()
            return Told(lead, parts, is_refused=True)


def help_parts() -> tuple[Part, ...]:
    """What can be written, in the present language."""
    return (
        Lines(
            _("In answer to a mail about a game"),
            (
                _("a number, or orders, one a line"),
                _("take back – undo your last turn"),
                _("note … – a word to the table"),
                _("status – the table as it is; history – what happened so far"),
                _("pause, yes, resume – stop the clock, agree to it, go on"),
                _("stop reminders – no more reminders for this game"),
            ),
        ),
        Lines(
            _("In answer to any mail"),
            (
                _(
                    "list – your games; tables – open tables; join and a table’s name – "
                    "sit down there"
                ),
                _(
                    "new game with ada@example.org and a strong computer, a day a turn – make a table "
                    "and invite"
                ),
                _("start – begin it, when all seats are taken"),
                _("sign up and a name – open an account; name and another – change your name"),
                _("unsubscribe – no mails at all; subscribe – mails again"),
            ),
        ),
    )


def rules_links() -> tuple[Link, ...]:
    return (Link(_("How a turn is written"), f"{page_url('rules')}#orders"),)


def _help(_request: Request, _asker: Asker) -> Told:
    return Told((_("What you can write to us"),), help_parts(), rules_links())


def _status(_request: Request, asker: Asker) -> Told:
    state = asker.game().state
    line = turn_line(state, reader_of(asker.member(), state))
    return Told(tuple(filter(None, (_("How the game stands"), game_summary(state), line))))


def _history(_request: Request, asker: Asker) -> Told:
    view = asker.game()
    effective = (event for _number, event in effective_events(store.read(view.game_id)))
    lines = [line for _number, line in numbered_sheet(effective, asker.language)]
    sheet = Lines(_("Turn by turn"), tuple(lines) or (_("Nothing yet."),))
    return Told((_("What happened so far"),), (sheet,))


def _list_games(_request: Request, asker: Asker) -> Told:
    person = asker.member()
    games = list(my_games(person)[:MOST_LISTED])
    parts = tuple(_game_part(game, person) for game in games)
    lead = _("Your games") if games else _("You sit at no table.")
    return Told((lead,), parts, (Link(_("My games"), page_url("home")),))


def _game_part(game: Game, person: Person) -> Part:
    state = snapshot_of(game)
    seats = [who.player for who in state.setup.seats]
    links = [Link(_("See the table"), table_url(game.id))]
    if person.pk in seats:
        answer = reply_address(game.id, seats.index(person.pk), game.version, person.pk)
        label = _("Answer for {game}").format(game=state.terms.name)
        links.append(Link(label, f"mailto:{answer}"))
    match game.status:
        case "open":
            line = _("The game waits for players.")
        case "ended" | "abandoned":
            line = _("The game is over.")
        case _:
            line = turn_line(state, reader_of(person, state))
    return Lines(state.terms.name, (line,), tuple(links))


def _list_tables(_request: Request, asker: Asker) -> Told:
    games = list(open_games()[:MOST_LISTED])
    colon = WORDS[asker.language].colon
    lines = tuple(f"{game.name}{colon}{game_summary(snapshot_of(game))}" for game in games)
    if not lines:
        return Told((_("No table is open just now."),))
    how = _("Answer “join” and a table’s name to sit down.")
    return Told((_("Open tables"),), (Lines(how, lines),))


def _sign_up(request: Request, asker: Asker) -> Told:
    if asker.person is not None:
        return Told((_("You have an account already."),), help_parts())
    person = _set_name(_open_account(request, asker), request.text)
    lead = _("You are signed up as {name}.").format(name=person.display_name)
    return Told((lead,), help_parts(), person=person)


def _open_account(request: Request, asker: Asker) -> Person:
    lock_address(asker.address)
    return confirm(new_guest(request.language, "UTC"), asker.address)


def _rename(request: Request, asker: Asker) -> Told:
    person = _set_name(asker.member(), request.text)
    return Told((_("You are called {name} now.").format(name=person.display_name),))


def _set_name(person: Person, name: str) -> Person:
    person.name = check_name(name, person)
    person.save(update_fields=["name"])
    return person


def _make_game(request: Request, asker: Asker) -> Told:
    person = asker.member()
    game, invited = open_new_game(request, person, asker.command_id)
    view = see_game(person, game)
    name = view.state.terms.name
    lead = [_("“{game}” is made.").format(game=name), game_summary(view.state)]
    if invited:
        lead.append(_("Invited: {who}.").format(who=", ".join(invited)))
    return Told(tuple(lead), links=(Link(_("See the table"), table_url(game)),))


def _join(request: Request, asker: Asker) -> Told:
    person, wanted = asker.member(), request.text
    games = list(open_games().filter(name__istartswith=wanted)[:MOST_LISTED]) if wanted else []
    alike = [game for game in games if game.name.casefold() == wanted.casefold()] or games
    if not alike:
        names = open_games().values_list("name", flat=True)[:MOST_LISTED]
        raise NoSuchTable(wanted, tuple(names))
    if len(alike) > 1:
        raise TablesAlike(wanted, tuple(f"{game.name} ({str(game.id)[:8]})" for game in alike))
    view = see_game(person, alike[0].id)
    asker.act(TakeSeat(player=person.pk), view)
    return _tell_of_seat(view.game_id, alike[0].name)


def _tell_of_seat(game: UUID, name: str) -> Told:
    lead = _("You sit at the table of “{game}”.").format(game=name)
    then = _("You get a mail when the game begins.")
    return Told((lead, then), links=(Link(_("See the table"), table_url(game)),))


def _start(_request: Request, asker: Asker) -> Told:
    asker.act(StartGame(new_seed()))
    return Told((_("The game has started"),))


def _agree(request: Request, asker: Asker) -> Told:
    """To an invitation, be it without an account, or to what another seat asks for."""
    invitation = asker.invitation or (_only_invitation(asker) if asker.view is None else None)
    if invitation is not None:
        return _accept(invitation, request, asker)
    view = asker.game()
    state, seat = view.state, view.require_seat()
    if state.clock.agreed and not state.paused and seat not in state.clock.agreed:
        return _pause(request, asker)
    if state.ruleset_agreed and seat not in state.ruleset_agreed:
        asker.act(AgreeRuleset(seat))
        return Told((_("You have agreed to the newer rules."),))
    for wish in open_wishes(state, seat):
        asker.act(WantComputer(seat, wish.of, wish.bot))
        return Told((_("You have agreed to the other computer player."),))
    raise NothingAsked


def _only_invitation(asker: Asker) -> Invitation | None:
    """The one that a mail program has not named."""
    mine = Invitation.objects.filter(
        any_spelling("address", asker.address), used=None, revoked=None
    )
    recent = mine.filter(created__gt=asker.at - LIFETIME).exclude(game__status__in=OVER)
    invitations = list(recent.select_related("game").order_by("created")[:MOST_LISTED])
    if len(invitations) > 1:
        raise ManyInvitations(len(invitations), [each.game.name for each in invitations])
    return invitations[0] if invitations else None


def _accept(invitation: Invitation, request: Request, asker: Asker) -> Told:
    person = asker.person or _open_account(request, asker)
    sit_down(TakeSeat(player=person.pk), person, invitation, command_id=asker.command_id)
    told = _tell_of_seat(invitation.game_id, invitation.game.name)
    if asker.person is not None:
        return told
    called = _("You are called {name} there; answer “name” and another, if you like.")
    lead = (*told.lead, called.format(name=person.display_name))
    return Told(lead, links=told.links, person=person)


def _pause(_request: Request, asker: Asker) -> Told:
    others = asker.game().state.clock.agreed
    if asker.act(AgreePause(asker.game().require_seat())).paused:
        return Told((_("The game is paused"), _("All have agreed: the clock stands still.")))
    lead = _("You have agreed to a pause") if others else _("You want a pause")
    return Told((lead, _("The clock stops when all have agreed.")))


def _resume(_request: Request, asker: Asker) -> Told:
    state = asker.act(EndPause(asker.game().require_seat()))
    line = turn_line(state, reader_of(asker.member(), state))
    return Told(tuple(filter(None, (_("The pause is over"), line))))


def _unsubscribe(_request: Request, asker: Asker) -> Told:
    refuse_invitations(asker.address, asker.at)
    if asker.person is not None:
        stop_all_mails(asker.person.pk)
    lead = _("No more mails go to {address}, not even invitations.").format(address=asker.address)
    return Told((lead, _("Answer “subscribe”, and they come again.")))


def _subscribe(_request: Request, asker: Asker) -> Told:
    start_mails(asker.member().pk)
    welcome_invitations(asker.address)
    return Told((_("Mails come again: one for each turn of yours."),))


REQUESTS: dict[RequestKind, Callable[[Request, Asker], Told]] = {
    "help": _help,
    "status": _status,
    "history": _history,
    "list": _list_games,
    "tables": _list_tables,
    "sign-up": _sign_up,
    "name": _rename,
    "new-game": _make_game,
    "join": _join,
    "start": _start,
    "yes": _agree,
    "pause": _pause,
    "resume": _resume,
    "unsubscribe": _unsubscribe,
    "subscribe": _subscribe,
}


def language_for(person: Person | None, request: Request | None) -> Language:
    if person is not None:
        return language_of(person.language)
    return request.language if request is not None else "en"
