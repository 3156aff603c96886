"""A game under way goes on by a newer ruleset once all persons at the table agree."""

from msgspec import Struct

from games.domain.clock import persons_agree
from games.domain.errors import TableRefusal
from games.domain.events import Event, RulesetAgreed, RulesetChanged, RulesetWithdrawn
from games.domain.rulesets import RULESET, RULESETS
from games.domain.state import State


class AgreeRuleset(Struct, frozen=True, tag="ruleset"):
    seat: int
    ruleset: str = RULESET


class KeepRuleset(Struct, frozen=True, tag="keep-ruleset"):
    """Takes the own agreement back."""

    seat: int


class NotNextRuleset(TableRefusal):
    says = "{value} is not the ruleset that follows the one of this game."


class RulesetAgreedAlready(TableRefusal):
    of_seats = True
    says = "{value} has agreed to the new ruleset already."


class RulesetNotAgreed(TableRefusal):
    of_seats = True
    says = "{value} has not agreed to another ruleset."


def next_ruleset(state: State) -> str | None:
    """The one after the game's own, of the same map."""
    names = list(RULESETS)
    newer = names[names.index(state.setup.ruleset) + 1 :]
    return next((name for name in newer if RULESETS[name].board is state.board), None)


def agree_ruleset(state: State, order: AgreeRuleset) -> tuple[Event, ...]:
    following = next_ruleset(state)
    if order.ruleset != following:
        raise NotNextRuleset(order.ruleset, filter(None, [following]))
    if order.seat in state.ruleset_agreed:
        raise RulesetAgreedAlready(order.seat)
    return (RulesetAgreed(order.seat, order.ruleset),)


def keep_ruleset(state: State, order: KeepRuleset) -> tuple[Event, ...]:
    if order.seat not in state.ruleset_agreed:
        raise RulesetNotAgreed(order.seat, state.ruleset_agreed)
    return (RulesetWithdrawn(order.seat),)


def change_ruleset(state: State) -> tuple[Event, ...]:
    """Nothing, as long as somebody at the table has not agreed."""
    following = next_ruleset(state)
    if following is None or not persons_agree(state, state.ruleset_agreed):
        return ()
    return (RulesetChanged(following),)
