"""The turns worth a look: put together from parts that are each weighed for themselves."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.bots.evaluation import Evaluation
from games.bots.weighing import Aim, Part, Weigher
from games.domain import State, moves
from games.domain.commands import TakeTurn
from games.domain.events import BonusUse
from games.domain.expansions import OPENINGS
from games.domain.moments import Opening
from games.domain.turn import CASH, INCREASE_COST

MOST_AIMS = 7
MOST_SECOND_AIMS = 3
MOST_DEAR_AIMS = 3
MOST_DOUBLES = 2
WITH_VARIANTS = 4
"""The best aims, with which other increases and bonus tiles are weighed too."""


class Guess(Struct, frozen=True):
    """A turn in parts, and how much it seems to gain."""

    gain: float
    opening: TakeTurn
    aims: tuple[Aim, ...] = ()
    grown: tuple[Part, ...] = ()
    bonus: BonusUse | None = None
    double: int | None = None

    def order(self, ids: tuple[str, ...]) -> TakeTurn:
        return replace(
            self.opening,
            bonus=self.bonus,
            expand=tuple([aim.expansion for aim in self.aims]),
            increase=tuple([ids[part.place] for part in self.grown]),
            double=None if self.double is None else ids[self.double],
            use=self.aims[0].use if self.aims else (),
        )


class Purse(Struct, frozen=True):
    """What the turn can still spend: dollars, and franchises of the supply."""

    money: int
    spare: int

    def after(self, aim: Aim) -> "Purse":
        return Purse(self.money - aim.cost, self.spare - 1)


def turns(evaluation: Evaluation, state: State, most: int) -> list[TakeTurn]:
    """So many, the likely best first."""
    weigher = Weigher(evaluation, state)
    ids, orders = state.board.ids, dict[TakeTurn, None]()
    for guess in sorted(_guesses(state, weigher), key=lambda guess: -guess.gain):
        orders[guess.order(ids)] = None
        if len(orders) == most:
            break
    return list(orders)


def _guesses(state: State, weigher: Weigher) -> Iterator[Guess]:
    stay: dict[str, int] = {o.field: at[0] for o in OPENINGS if (at := o.places(state))}
    openings = [(0.0, TakeTurn(state.mover), stay)]
    for opening in OPENINGS:
        for worth, place in _best_openings(state, weigher, opening):
            begins: dict[str, Any] = {opening.field: state.board.ids[place]}
            order = TakeTurn(state.mover, **begins)
            openings.append((worth, order, {**stay, opening.field: place}))
    spare = state.spare(state.mover)
    for worth, order, chosen in openings:
        income = moves.income_with(state, chosen)
        purse = Purse(state.money[state.mover] + income, spare)
        yield from _turns(state, weigher, purse, Guess(worth, order))


def _best_openings(state: State, weigher: Weigher, opening: Opening) -> list[tuple[float, int]]:
    """Where else the turn may begin, by what it brings the mover, and no other."""
    incomes = moves.opening_incomes(state, opening)
    others = [seat for seat in range(len(state.money)) if seat != state.mover]

    def worth(place: int) -> float:
        mine = opening.extra_spaces(state, state.mover, place)
        theirs = max(opening.extra_spaces(state, seat, place) for seat in others)
        return incomes[place] * weigher.dollar + (mine - theirs) * weigher.space

    worths = {place: worth(place) for place in incomes}
    stays = next(iter(incomes), None)
    if stays is None:
        return []
    ranked = sorted(worths, key=lambda place: -worths[place])[:1]
    return [(worths[place] - worths[stays], place) for place in ranked if place != stays]


def _turns(state: State, weigher: Weigher, purse: Purse, plain: Guess) -> Iterator[Guess]:
    uses = moves.bonus_uses(state)
    aims = weigher.aims
    paid = [aim for aim in aims if aim.cost <= purse.money][:MOST_AIMS]
    yield from _increases(weigher, plain, purse)
    if "share" in uses:
        yield from _doubles(weigher, plain, purse)
    for rank, aim in enumerate(paid if purse.spare > 0 else ()):
        guess = Guess(plain.gain + weigher.net(aim), plain.opening, (aim,))
        left = purse.after(aim)
        if rank >= WITH_VARIANTS:
            yield _with_increases(weigher, guess, left)
            continue
        yield from _increases(weigher, guess, left)
        if "share" in uses:
            yield from _doubles(weigher, guess, left)
        if "expand" in uses:
            yield from _second_aims(weigher, guess, left)
    if "cash" in uses and purse.spare > 0:
        rich = Purse(purse.money + CASH, purse.spare)
        for aim in [aim for aim in aims if aim.cost <= rich.money][:MOST_DEAR_AIMS]:
            gain = plain.gain + weigher.net(aim) + CASH * weigher.dollar - weigher.tile
            guess = Guess(gain, plain.opening, (aim,), bonus="cash")
            yield _with_increases(weigher, guess, rich.after(aim))


def _with_increases(weigher: Weigher, guess: Guess, purse: Purse) -> Guess:
    """With all increases that gain more than they cost, as far as the purse goes."""
    most = min(purse.money // INCREASE_COST, purse.spare)
    return _grow(weigher, guess, weigher.worthy[: max(0, most)])


def _grow(weigher: Weigher, guess: Guess, grown: Iterable[Part]) -> Guess:
    parts = tuple(grown)
    gain = sum(part.gain for part in parts) - len(parts) * INCREASE_COST * weigher.dollar
    return replace(guess, gain=guess.gain + gain, grown=parts)


def _increases(weigher: Weigher, guess: Guess, purse: Purse) -> Iterator[Guess]:
    """As many as pay, one more, one less, two less."""
    best = _with_increases(weigher, guess, purse)
    yield best
    count = len(best.grown)
    most = min(len(weigher.growth), purse.money // INCREASE_COST, purse.spare)
    for other in (count + 1, count - 1, count - 2):
        if 0 <= other <= most:
            yield _grow(weigher, guess, weigher.growth[:other])


def _doubles(weigher: Weigher, guess: Guess, purse: Purse) -> Iterator[Guess]:
    room = min(purse.money // INCREASE_COST, purse.spare - 1)
    if room < 1:
        return
    for double in weigher.doubles[:MOST_DOUBLES]:
        single = next(part for part in weigher.growth if part.place == double.place)
        others = [part for part in weigher.worthy if part.place != double.place]
        grown = _grow(weigher, guess, chain((single,), others[: room - 1]))
        gain = grown.gain + double.gain - weigher.tile
        yield replace(grown, gain=gain, bonus="share", double=double.place)


def _second_aims(weigher: Weigher, guess: Guess, purse: Purse) -> Iterator[Guess]:
    if purse.spare < 1:
        return
    first = guess.aims[0]
    seconds = [
        aim
        for aim in weigher.aims
        if aim.place != first.place and aim.cost <= purse.money and not aim.use
    ]
    for aim in seconds[:MOST_SECOND_AIMS]:
        gain = guess.gain + weigher.net(aim) - weigher.tile
        both = Guess(gain, guess.opening, (first, aim), bonus="expand")
        yield _with_increases(weigher, both, purse.after(aim))
