"""The draft of a turn or choice: what may be added to it, and what it would lead to."""

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct

from games.domain import Command, Refusal, State
from games.domain.commands import KINDS, TakeTurn
from games.domain.decide import judge
from games.domain.events import BonusTileSpent, IncomeCollected
from games.domain.income import income
from games.domain.lobby import choice_awaited
from games.domain.notation import Misread, format, outcome, parse
from games.domain.notation.meant import meant
from games.web.captions import Teller
from games.web.table.choices import FIELDS, choice_from, choices
from games.web.table.drafts import playable, text_of, turn_of
from games.web.table.offers import Group, offers
from games.web.turns import tell_deeds, until_its_end
from games.web.wording import current_language

Field = tuple[str, str]


class Figures(Struct, frozen=True):
    """A seat's, before a turn and after it."""

    money: tuple[int, int]
    income: tuple[int, int]
    points: tuple[int, int]
    earned: int
    spent: int


class Preview(Struct, frozen=True):
    """What the draft would lead to if it were played as it is.

    `told` are its orders in sentences, `words` as a mail would give them.
    """

    after: State
    outcome: tuple[str, ...]
    told: str
    words: str
    figures: Figures | None
    spends_tile: bool


class Panel(Struct, frozen=True):
    """`field` is what the buttons fill in, `missing` what keeps the turn from being played yet.

    `meant` are orders in words, near to words that could not be read.
    """

    kind: str
    field: str
    fields: tuple[Field, ...]
    groups: tuple[Group, ...]
    preview: Preview | None = None
    begun: bool = False
    missing: str = ""
    refusal: Refusal | None = None
    meant: tuple[str, ...] = ()


class NothingChosen(Refusal):
    says = "Nothing is chosen yet."


def order_from(form: QueryDict, state: State, seat: int) -> Command | None:
    """The order of a form, in words or by its fields; None for an empty choice."""
    kind, board = choice_awaited(state), state.board
    if "orders" in form:
        text = form.get("orders", "").strip()
        if not text:
            raise NothingChosen
        return parse(text, kind, seat, language=current_language(), board=board)
    return turn_of(form, seat, board) if kind == "turn" else choice_from(form, state, seat)


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
        fields = _fields_of(form, order)
        return Panel(
            kind,
            "turn",
            fields,
            offers(state, order, current_language()),
            preview,
            begun=bool(fields),
            missing=_missing(order),
            refusal=refusal,
            meant=_meant(state, refusal),
        )
    fields = tuple((name, form.get(name, "")) for name in FIELDS if form.get(name))
    group, near = choices(state, form), _meant(state, refusal)
    begun = bool(fields)
    return Panel(kind, group.name, fields, (group,), preview, begun, refusal=refusal, meant=near)


def _fields_of(form: QueryDict, turn: TakeTurn) -> tuple[Field, ...]:
    if turn != TakeTurn(turn.seat):
        return (("turn", text_of(turn)),)
    return (("pass", "1"),) if "pass" in form else ()


def _meant(state: State, refusal: Refusal | None) -> tuple[str, ...]:
    if not isinstance(refusal, Misread):
        return ()
    language = current_language()
    return tuple(format(each, language, state.board) for each in meant(refusal, state, language))


def preview_of(state: State, order: Command) -> Preview:
    events, after = judge(state, playable(order) if isinstance(order, TakeTurn) else order)
    figures, seat = None, state.mover
    if isinstance(order, TakeTurn):
        money = state.money[seat], after.money[seat]
        earned = sum(
            event.amount
            for event in events
            if isinstance(event, IncomeCollected | BonusTileSpent) and event.seat == seat
        )
        figures = Figures(
            money,
            (income(state, seat), income(after, seat)),
            (state.influence[seat], after.influence[seat]),
            earned,
            money[0] + earned - money[1],
        )
    return Preview(
        after,
        outcome(events, current_language()),
        tell_deeds(Teller(current_language(), state.board), until_its_end(events)),
        format(order, current_language(), state.board),
        figures,
        any(isinstance(event, BonusTileSpent) for event in events),
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
