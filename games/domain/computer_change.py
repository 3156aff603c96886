"""A seat goes on by another computer player once all persons at the table want it."""

from msgspec import Struct

from games.domain.clock import persons_agree
from games.domain.errors import TableRefusal
from games.domain.events import ComputerWanted, Event, PlayerReplaced
from games.domain.state import ComputerWish, State


class WantComputer(Struct, frozen=True, tag="computer"):
    """`seat` wants seat `of` to be played by `bot`; without one it takes that back."""

    seat: int
    of: int
    bot: str | None = None


class NoComputer(TableRefusal):
    of_seats = True
    says = "No computer plays {value}."


class ComputerWantedAlready(TableRefusal):
    says = "This computer player sits there, or you want it there already."


class ComputerNotWanted(TableRefusal):
    of_seats = True
    says = "You want no other computer player for {value}."


def want_computer(state: State, order: WantComputer) -> tuple[Event, ...]:
    computers = [n for n, occupant in enumerate(state.setup.seats) if occupant.bot is not None]
    if order.of not in computers:
        raise NoComputer(order.of, computers)
    wanted = wish_of(state, order.seat, order.of)
    if order.bot is None and wanted is None:
        raise ComputerNotWanted(order.of)
    if order.bot is not None and order.bot in (wanted, state.setup.seats[order.of].bot):
        raise ComputerWantedAlready(order.bot)
    return (ComputerWanted(order.seat, order.of, order.bot),)


def wish_of(state: State, seat: int, of: int) -> str | None:
    """The computer player that `seat` wants in seat `of`."""
    wishes = (each.bot for each in state.computer_wishes if (each.seat, each.of) == (seat, of))
    return next(wishes, None)


def who_wants(state: State, of: int, bot: str) -> tuple[int, ...]:
    return tuple(each.seat for each in state.computer_wishes if (each.of, each.bot) == (of, bot))


def open_wishes(state: State, seat: int) -> tuple[ComputerWish, ...]:
    """What others want and this seat does not, each once."""
    others = {(each.of, each.bot): each for each in reversed(state.computer_wishes)}
    return tuple(
        each for each in reversed(others.values()) if seat not in who_wants(state, *_what(each))
    )


def change_computers(state: State) -> tuple[Event, ...]:
    """Nothing, as long as somebody at the table wants no such change."""
    agreed = dict.fromkeys(map(_what, state.computer_wishes))
    return tuple(
        PlayerReplaced(of, bot=bot)
        for of, bot in agreed
        if persons_agree(state, who_wants(state, of, bot))
    )


def _what(wish: ComputerWish) -> tuple[int, str]:
    return wish.of, wish.bot
