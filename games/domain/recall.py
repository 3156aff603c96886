"""What a command was, from the events it led to: so that it can be judged again."""

from collections.abc import Sequence
from itertools import takewhile

from games.domain.commands import ChooseTile, Command, TimeIsUp, command
from games.domain.events import (
    BankOpened,
    BankUsed,
    BonusTileSpent,
    BoomMoved,
    DeadlineSet,
    Event,
    Expanded,
    FranchiseOpened,
    GameAbandoned,
    GameCreated,
    GameStarted,
    IncomeCollected,
    MarketShareIncreased,
    PauseAgreed,
    PauseEnded,
    PauseWithdrawn,
    PlayerInvited,
    PlayerReplaced,
    PlayersRenumbered,
    RegionScored,
    SeatLeft,
    SeatTaken,
    TileChosen,
    TilePlaced,
    TimeRanOut,
    ToolSpent,
    TownChosen,
    TurnEnded,
    TurnTakenBack,
)
from games.domain.evolve import evolve
from games.domain.lobby import (
    AbandonGame,
    AgreePause,
    CreateGame,
    EndPause,
    InvitePlayer,
    LeaveSeat,
    LobbyCommand,
    ReplacePlayer,
    SetDeadline,
    StartGame,
    TakeOver,
    TakeSeat,
)
from games.domain.numbers import RenumberPlayers
from games.domain.state import State
from games.domain.take_backs import TakeBack

AnyCommand = Command | LobbyCommand | TimeIsUp


class NoCommand(LookupError):
    """No command begins with such an event."""


def possible_commands(
    state: State, events: Sequence[Event], now: int | None
) -> tuple[AnyCommand, ...]:
    """One, but where two lead to the same events; `now` is None where nobody noted the time."""
    match events[0]:
        case GameCreated() as created:
            terms, seats = created.terms, created.seats
            return (CreateGame(terms, seats, created.options, created.ruleset),)
        case SeatTaken(seat, player, bot):
            return (TakeSeat(player, bot, seat),)
        case SeatLeft(seat):
            return (LeaveSeat(seat),)
        case PlayerInvited(invitation):
            return (InvitePlayer(invitation),)
        case GameStarted() as started:
            return (StartGame(started.seed, started.first),)
        case TurnTakenBack(to_version, seat):
            return (TakeBack(to_version, seat),)
        case PlayerReplaced(seat, player, bot, by_host):
            replaced = ReplacePlayer(seat, player, bot, by_host=by_host is True)
            over = () if player is None or by_host is True else (TakeOver(seat, player, now or 0),)
            return (replaced, *over)
        case PlayersRenumbered(numbers):
            return (RenumberPlayers(numbers),)
        case GameAbandoned():
            return (AbandonGame(),)
        case PauseAgreed(seat):
            return (AgreePause(seat),)
        case PauseWithdrawn(seat) | PauseEnded(seat):
            return (EndPause(seat),)
        case _:
            return (_clock_command(state, events, now) or _play_command(state, events),)


def _clock_command(state: State, events: Sequence[Event], now: int | None) -> AnyCommand | None:
    match events[0]:
        case DeadlineSet(reason="extended" | "holiday" | "paused" | "resumed" as reason) as said:
            return SetDeadline(said.at, reason, said.left)
        case BankOpened() | BankUsed() | DeadlineSet(reason="late"):
            return TimeIsUp(_mover(state), now or 0)
        case TimeRanOut(seat):
            if now is None:
                return command("time-out", seat, {}, state.board)
            if seat != _mover(state):
                raise NoCommand(f"seat {seat} is not to move")
            ran_out, *rest = events
            computer = state.terms.when_late == "computer" or state.status != "playing"
            stand_in = _play_command(evolve(state, ran_out), rest) if computer and rest else None
            return TimeIsUp(seat, now, stand_in)
        case _:
            return None


def _mover(state: State) -> int:
    if state.to_move is None:
        raise NoCommand(f"nobody is to move in a game that is {state.status}")
    return state.to_move


def _play_command(state: State, events: Sequence[Event]) -> Command:
    board = state.board
    match events[0]:
        case TownChosen(seat, town):
            return command("town", seat, {"town": town}, board)
        case TilePlaced(seat, where, int(tile)):
            return command("draft", seat, {"place": where, "tile": tile}, board)
        case TilePlaced(seat, where, tile):
            return command("draft", seat, {"region": where, "tile": tile}, board)
        case TileChosen(seat, tile):
            return ChooseTile(seat, tile)
        case BoomMoved(seat, city) if state.status == "boom":
            return command("boom", seat, {"boom": city}, board)
        case BoomMoved(seat) | IncomeCollected(seat):
            return _turn_command(state, seat, events)
        case other:
            raise NoCommand(f"no command begins with {type(other).__name__}")


def _turn_command(state: State, seat: int, events: Sequence[Event]) -> Command:
    expand: list[dict[str, object]] = []
    increase: list[str] = []
    opened: dict[str, None] = {}
    body: dict[str, object] = {}
    regions: list[str] = []
    for event in takewhile(lambda each: not isinstance(each, TurnEnded), events):
        match event:
            case BoomMoved(city=city):
                body["boom"] = city
            case BonusTileSpent(use=use):
                body["bonus"] = use
            case ToolSpent(tool=tool):
                body["use"] = tool
            case Expanded(place=place, path=path):
                way: dict[str, object] = {"to": place, "via": path[1:-1]}
                expand.append(way | ({"from": path[0]} if path else {}))
            case MarketShareIncreased(city=city, cost=0):
                body["double"] = city
            case MarketShareIncreased(city=city):
                increase.append(city)
            case FranchiseOpened(place=place):
                opened[place] = None
            case RegionScored(region=region):
                regions.append(region)
            case _:
                pass
    lists = {"expand": expand, "increase": increase, "order": list(opened), "regions": regions}
    return command("turn", seat, body | lists, state.board)
