"""The draft of a turn or choice: what may be added to it, and what it would lead to."""

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct

from games.domain import Command, Event, Refusal, State, moves
from games.domain.commands import KINDS, TakeTurn
from games.domain.decide import judge
from games.domain.events import BonusTileSpent, IncomeCollected
from games.domain.income import income
from games.domain.lobby import choice_awaited
from games.domain.notation import format, outcome, parse
from games.web.requests import field
from games.web.table.choices import Choices, choice_from, choices, chosen_fields
from games.web.table.drafts import Field, playable, text_of, turn_of
from games.web.table.offers import Offers, offers
from games.web.wording import current_language


class Figures(Struct, frozen=True):
    """A seat's, before a turn and after it."""

    money: tuple[int, int]
    income: tuple[int, int]
    points: tuple[int, int]
    earned: int
    spent: int


class Preview(Struct, frozen=True):
    """What the draft would lead to if it were played as it is."""

    after: State
    outcome: tuple[str, ...]
    words: str
    figures: Figures | None


class Panel(Struct, frozen=True):
    """`missing` is what keeps the turn from being played yet."""

    kind: str
    fields: tuple[Field, ...] = ()
    offers: Offers | None = None
    choices: Choices | None = None
    preview: Preview | None = None
    begun: bool = False
    may_use_bonus: bool = False
    missing: str = ""
    refusal: Refusal | None = None

    @property
    def field(self) -> str:
        """The field that the buttons fill in."""
        return "turn" if self.choices is None else self.choices.field

    @property
    def kept_fields(self) -> tuple[Field, ...]:
        """What stays chosen when a button is pressed."""
        return tuple(chosen for chosen in self.fields if chosen[0] != self.field)


def order_from(form: QueryDict, state: State, seat: int) -> Command | None:
    """The order of a form, in words or by its fields; None for an empty choice."""
    kind, board = choice_awaited(state), state.board
    if "orders" in form:
        return parse(field(form, "orders"), kind, seat, language=current_language(), board=board)
    match kind:
        case "turn":
            return turn_of(form, seat, board)
        case _:
            return choice_from(form, state, seat)


def panel_for(state: State, form: QueryDict) -> Panel:
    """`state` waits for the person who looks at it."""
    kind, preview, refusal = KINDS[state.status], None, None
    order: Command | None
    try:
        order = order_from(form, state, state.mover)
    except Refusal as error:
        order, refusal = TakeTurn(state.mover) if kind == "turn" else None, error
    if order is not None:
        try:
            preview = preview_of(state, order)
        except Refusal as error:
            refusal = refusal or error
    if isinstance(order, TakeTurn):
        has_parts = order != TakeTurn(order.seat)
        return Panel(
            kind,
            (("turn", text_of(order)),) if has_parts else (),
            offers=offers(state, order, current_language()),
            preview=preview,
            begun=has_parts or "pass" in form,
            may_use_bonus=bool(moves.bonus_uses(state)),
            missing=_missing(order),
            refusal=refusal,
        )
    fields = chosen_fields(form)
    return Panel(
        kind,
        fields,
        choices=choices(state, form),
        preview=preview,
        begun=bool(fields),
        refusal=refusal,
    )


def preview_of(state: State, order: Command) -> Preview:
    events, after = judge(state, playable(order) if isinstance(order, TakeTurn) else order)
    return Preview(
        after,
        outcome(events, current_language()),
        format(order, current_language(), state.board),
        _figures(state, after, events) if isinstance(order, TakeTurn) else None,
    )


def _figures(state: State, after: State, events: tuple[Event, ...]) -> Figures:
    seat = state.mover
    earned = sum(
        event.amount
        for event in events
        if isinstance(event, IncomeCollected | BonusTileSpent) and event.seat == seat
    )
    money = state.money[seat], after.money[seat]
    return Figures(
        money,
        (income(state, seat), income(after, seat)),
        (state.influence[seat], after.influence[seat]),
        earned,
        money[0] + earned - money[1],
    )


def _missing(turn: TakeTurn) -> str:
    if turn.bonus == "expand" and len(turn.expand) < 2:
        return (
            _("Choose the second place to expand to.")
            if turn.expand
            else _("Choose two places to expand to.")
        )
    if turn.bonus == "share" and turn.double is None:
        return _("Choose the city whose market share you double.")
    if turn.use and not turn.expand:
        return _("Choose where to expand with the tile.")
    return ""
