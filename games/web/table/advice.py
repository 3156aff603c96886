"""Hints beside a draft, and why not this: what the page tells who asks for them."""

from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.access import GameView
from games.domain import Command, State
from games.domain.commands import TakeTurn
from games.hints import Comparison, Hint, compare, hints
from games.limits import TooOften
from games.queries import names_of
from games.reasons import tell_reasons
from games.web.requests import refusal_text
from games.web.table.choices import fields_of_choice
from games.web.table.drafts import text_of
from games.web.table.panel import Panel, order_from, preview_of
from games.web.wording import Names, current_language, player_name

CLOSE = 0.5
"""Points that are no difference worth a word."""


class Advised(Struct, frozen=True):
    """`link` leads to the draft that has it."""

    told: str
    why: str
    points: str
    link: str


class WhyNot(Struct, frozen=True):
    """How one's own turn compares with the best, and what the next player would answer."""

    verdict: str
    best: Advised | None
    answer: str


class Advice(Struct, frozen=True):
    """The links ask for it; without them there is nothing to ask for."""

    hints_link: str
    why_link: str
    hints: tuple[Advised, ...] = ()
    why: WhyNot | None = None
    problem: str = ""


def advice_for(view: GameView, form: QueryDict, panel: Panel | None) -> Advice | None:
    """None where there is none, or the reader is not to move. The form holds the draft."""
    if panel is None or view.state.status == "draft" or not view.state.terms.suggestions:
        return None
    drafted = list(panel.fields)
    is_turn = panel.kind == "turn" and panel.begun and panel.preview is not None
    links = (
        f"?{urlencode([*drafted, ('hints', '1')])}",
        f"?{urlencode([*drafted, ('why', '1')])}" if is_turn and not panel.missing else "",
    )
    try:
        if "why" in form and links[1]:
            order = order_from(form, view.state, view.state.mover)
            if isinstance(order, TakeTurn):
                return Advice(*links, why=_why_not(view.state, compare(view, order)))
        elif "hints" in form:
            names = names_of(view.state)
            told = tuple(_advice_row(view.state, each, names) for each in hints(view))
            return Advice(
                *links, hints=told, problem="" if told else _("Nothing better than a pass.")
            )
    except TooOften as refusal:
        return Advice(*links, problem=refusal_text(refusal))
    return Advice(*links)


def _advice_row(state: State, hint: Hint, names: Names) -> Advised:
    return Advised(
        preview_of(state, hint.order).told,
        _reasons(state, hint, names),
        f"{hint.points:+.1f}".replace("-", "\N{MINUS SIGN}"),
        f"?{urlencode(_fields_of(hint.order))}",
    )


def _fields_of(order: Command) -> dict[str, str]:
    if isinstance(order, TakeTurn):
        return {"turn": text_of(order)}
    return fields_of_choice(order)


def _reasons(state: State, hint: Hint, names: Names) -> str:
    def name(seat: int) -> str:
        return player_name(state.setup.seats[seat], names)

    return tell_reasons(hint.reasons, state.board, current_language(), name)


def _why_not(state: State, compared: Comparison) -> WhyNot:
    names, best, lost = names_of(state), compared.best, compared.lost
    answer = ""
    if compared.answer is not None:
        then = compared.after
        answer = _("%(who)s could answer: %(turn)s") % {
            "who": player_name(then.setup.seats[then.mover], names),
            "turn": preview_of(then, compared.answer.order).told,
        }
    if compared.is_best or lost < CLOSE:
        return WhyNot(_("Nothing speaks against it: it is as good as the best."), None, answer)
    points = round(lost)
    verdict = ngettext(
        "It costs about %(points)s point against the best:",
        "It costs about %(points)s points against the best:",
        points,
    ) % {"points": max(1, points)}
    return WhyNot(verdict, _advice_row(state, best, names), answer)
