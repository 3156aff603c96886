"""Games as cards of a list: the small board, who sits where and has how much, who is awaited."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.utils.translation import gettext
from msgspec import Struct

from games import talk
from games.computers import computer_name
from games.domain import State
from games.domain.notation import WORDS
from games.models import Game, Person, Seat
from games.queries import OVER
from games.rows import snapshot_of
from games.web.lobby.new_game import expansion_titles, pace_name
from games.web.wording import current_language, list_words


class SeatRow(Struct, frozen=True):
    """A computer player is `called` by its colour in sentences.

    `share` is what the seat has of the most points at the table, in hundredths.
    """

    number: int
    colour: str
    name: str
    called: str
    points: int = 0
    share: int = 0
    free: bool = False
    to_move: bool = False
    me: bool = False
    won: bool = False


class GameRow(Struct, frozen=True):
    """The seats of a game that has begun come in the order of their points."""

    game: Game
    state: State
    seats: tuple[SeatRow, ...]
    waits: bool
    mine: bool
    unread: int = 0

    @property
    def free(self) -> int:
        return sum(seat.free for seat in self.seats)

    @property
    def mover(self) -> SeatRow | None:
        return next((seat for seat in self.seats if seat.to_move), None)

    @property
    def facts(self) -> list[str]:
        """What the game is played with, and who made it."""
        options, owner = self.state.setup.options, self.game.owner
        start = gettext("introductory") if options.introductory else gettext("standard")
        told = [start, *expansion_titles(options)]
        if self.game.status not in OVER:
            told.insert(0, pace_name(self.state.terms.pace_hours))
        if self.mine:
            told.append(gettext("made by you"))
        elif owner is not None:
            told.append(gettext("made by %(who)s") % {"who": owner.display_name})
        return told

    @property
    def winners(self) -> str:
        return list_names(seat for seat in self.seats if seat.won)


def game_rows(games: Iterable[Game], person: Person | None) -> list[GameRow]:
    games = list(games)
    unread = _unread_counts(games, person)
    return [_game_row(game, person, unread.get(game.id, 0)) for game in games]


def _unread_counts(games: Sequence[Game], person: Person | None) -> dict[UUID, int]:
    """New chat lines, at the tables whose chat the person may read."""
    if person is None:
        return {}
    mine = [
        game.id
        for game in games
        if game.owner_id == person.pk
        or any(seat.player_id == person.pk for seat in game.seats.all())
    ]
    return talk.count_unread(person, mine) if mine else {}


def _game_row(game: Game, person: Person | None, unread: int) -> GameRow:
    state = snapshot_of(game)
    seats = seat_rows(state, game.seats.all(), person)
    return GameRow(
        game,
        state,
        tuple(sorted(seats, key=lambda seat: -seat.points)),
        person is not None and game.mover_id == person.pk,
        person is not None and game.owner_id == person.pk,
        unread,
    )


def seat_rows(state: State, seats: Iterable[Seat], person: Person | None) -> list[SeatRow]:
    points, words = points_of(state), WORDS[current_language()]
    most = max(points, default=0)
    return [
        SeatRow(
            seat.number,
            state.board.colours[seat.number],
            name_of(seat.player, seat.bot),
            seat.player.display_name
            if seat.player
            else words.colours[state.board.colours[seat.number]],
            points[seat.number] if points else 0,
            share=100 * points[seat.number] // most if most else 0,
            free=seat.player_id is None and not seat.bot,
            to_move=state.to_move == seat.number,
            me=person is not None and seat.player_id == person.pk,
            won=seat.number in state.winners,
        )
        for seat in seats
    ]


def points_of(state: State) -> Sequence[int]:
    """By seat; none before a game has begun."""
    return [final.influence for final in state.final] or state.influence


def name_of(player: Person | None, bot: str) -> str:
    if player is not None:
        return player.display_name
    return computer_name(bot) if bot else gettext("free")


def list_names(seats: Iterable[SeatRow]) -> str:
    """The reader first: `you, Ada and Bob`."""
    mine_first = sorted(seats, key=lambda seat: not seat.me)
    return list_words([gettext("you") if seat.me else seat.called for seat in mine_first])
