"""Reads from a command's events what the command was, so that it can be judged again."""

from collections.abc import Sequence
from itertools import takewhile
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from games.domain import events, lobby
from games.domain.commands import KINDS, Command, TakeTurn, TimeIsUp, command
from games.domain.computer_change import WantComputer
from games.domain.events import Event
from games.domain.evolve import evolve, replay
from games.domain.expansions import OPENINGS
from games.domain.lobby import LobbyCommand
from games.domain.numbers import RenumberPlayers
from games.domain.ruleset_change import AgreeRuleset, KeepRuleset
from games.domain.stages import due_choice
from games.domain.state import State
from games.domain.take_backs import TakeBack

AnyCommand = Command | LobbyCommand | TimeIsUp


class NoCommand(LookupError):
    """No command begins with such an event."""


class PlayedTurn(Struct, frozen=True):
    """A turn with the table at its start. One that is `late` was lost to the clock."""

    start: State
    order: TakeTurn
    events: tuple[Event, ...]
    late: bool


def played_turns(history: Sequence[Event]) -> tuple[PlayedTurn, ...]:
    """All that count: without those taken back, and without one that has only begun."""
    starts = replay(history).turn_starts
    turns = (_played_turn(each, history) for each in starts if each.status == "playing")
    return tuple(turn for turn in turns if turn is not None)


def _played_turn(start: State, history: Sequence[Event]) -> PlayedTurn | None:
    end = next((n for n, each in enumerate(history) if n >= start.version and _ends(each)), None)
    if end is None:
        return None
    outcome = tuple(history[start.version : end + 1])
    late = isinstance(outcome[0], events.TimeRanOut)
    start = replace(start, turn_starts=())
    at_play = evolve(start, outcome[0]) if late else start
    return PlayedTurn(start, _turn_command(at_play, start.mover, outcome), outcome, late)


def _ends(event: Event) -> bool:
    return isinstance(event, events.TurnEnded)


def possible_commands(  # noqa: C901 - a case an event
    state: State, outcome: Sequence[Event], now: int | None
) -> tuple[AnyCommand, ...]:
    """One, or two where both lead to the same events; `now` is None where no time was noted."""
    match outcome[0]:
        case events.GameCreated() as created:
            terms, seats = created.terms, created.seats
            return (lobby.CreateGame(terms, seats, created.options, created.ruleset),)
        case events.SeatTaken(seat, player, bot):
            seeds = [each.seed for each in outcome if isinstance(each, events.GameStarted)]
            return (lobby.TakeSeat(player, bot, seat, *seeds),)
        case events.SeatLeft(seat):
            return (lobby.LeaveSeat(seat),)
        case events.PlayerInvited(invitation):
            return (lobby.InvitePlayer(invitation),)
        case events.GameStarted() as started:
            return (lobby.StartGame(started.seed, started.first),)
        case events.TurnTakenBack(to_version, seat):
            return (TakeBack(to_version, seat),)
        case events.PlayerReplaced(seat, player, bot, by_host):
            replaced = lobby.ReplacePlayer(seat, player, bot, by_host=by_host is True)
            if player is None or by_host is True:
                return (replaced,)
            return (replaced, lobby.TakeOver(seat, player, now or 0))
        case events.PlayersRenumbered(numbers):
            return (RenumberPlayers(numbers),)
        case events.GameAbandoned():
            return (lobby.AbandonGame(),)
        case events.PauseAgreed(seat):
            return (lobby.AgreePause(seat),)
        case events.PauseWithdrawn(seat) | events.PauseEnded(seat):
            return (lobby.EndPause(seat),)
        case events.RulesetAgreed(seat, ruleset):
            return (AgreeRuleset(seat, ruleset),)
        case events.RulesetWithdrawn(seat):
            return (KeepRuleset(seat),)
        case events.ComputerWanted(seat, of, bot):
            return (WantComputer(seat, of, bot),)
        case _:
            return (_clock_command(state, outcome, now) or _play_command(state, outcome),)


def _clock_command(state: State, outcome: Sequence[Event], now: int | None) -> AnyCommand | None:
    match outcome[0]:
        case events.DeadlineSet(at, "extended" | "holiday" | "paused" | "resumed" as reason, left):
            return lobby.SetDeadline(at, reason, left)
        case events.BankOpened() | events.BankUsed() | events.DeadlineSet(reason="late"):
            return TimeIsUp(_mover(state), now or 0)
        case events.TimeRanOut(seat):
            if now is None:
                return command("time-out", seat, {}, state.board)
            if seat != _mover(state):
                raise NoCommand(f"seat {seat} is not to move")
            ran_out, *rest = outcome
            computer = state.terms.when_late == "computer" or state.status != "playing"
            stand_in = _play_command(evolve(state, ran_out), rest) if computer and rest else None
            return TimeIsUp(seat, now, stand_in)
        case _:
            return None


def _mover(state: State) -> int:
    if state.to_move is None:
        raise NoCommand(f"nobody is to move in a game that is {state.status}")
    return state.to_move


def _play_command(state: State, outcome: Sequence[Event]) -> Command:
    first, seat = outcome[0], _mover(state)
    choice = due_choice(state)
    body = None if choice is None else choice.body_of(first)
    if body is not None:
        return command(KINDS[state.status], seat, body, state.board)
    if isinstance(first, events.IncomeCollected) or any(
        opening.place_in(first) for opening in OPENINGS
    ):
        return _turn_command(state, seat, outcome)
    raise NoCommand(f"no command begins with {type(first).__name__}")


def _turn_command(state: State, seat: int, outcome: Sequence[Event]) -> TakeTurn:
    turn = list(takewhile(lambda each: not _ends(each), outcome))
    shares = [each for each in turn if isinstance(each, events.MarketShareIncreased)]
    opened = [each.place for each in turn if isinstance(each, events.FranchiseOpened)]
    expanded = [each.place for each in turn if isinstance(each, events.Expanded)]
    expanded_first = expanded if state.rulings.expansions_open_first else []
    body: dict[str, object] = {
        "bonus": next((each.use for each in turn if isinstance(each, events.BonusTileSpent)), None),
        "use": [each.tool for each in turn if isinstance(each, events.ToolSpent)],
        "expand": [
            {"to": each.place, "from": next(iter(each.path), None), "via": each.path[1:-1]}
            for each in turn
            if isinstance(each, events.Expanded)
        ],
        "increase": [share.city for share in shares if share.cost],
        "double": next((share.city for share in shares if not share.cost), None),
        "order": [place for place in dict.fromkeys(opened) if place not in expanded_first],
        "regions": [each.region for each in turn if isinstance(each, events.RegionScored)],
    }
    for opening in OPENINGS:
        places = (opening.place_in(event) for event in turn)
        body[opening.field] = next(filter(None, places), None)
    return cast("TakeTurn", command("turn", seat, body, state.board))
