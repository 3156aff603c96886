"""A turn put together by buttons: whatever is legal can be said, and whatever is offered is legal."""

import pytest
from django.http import QueryDict
from django.utils import translation
from msgspec.structs import replace

from games.domain import Refusal, State
from games.domain.chance import Draws
from games.domain.commands import Expansion, TakeTurn
from games.domain.decide import decide
from games.domain.errors import Unreadable
from games.domain.evolve import evolve, replay
from games.domain.notation import parse
from games.domain.playout import random_command
from games.domain.rulesets import RULESET
from games.domain.state import Tool
from games.web.table import drafts
from games.web.table.drafts import playable, text_of, turn_of
from games.web.table.offers import Group, Offer, offers
from games.web.table.panel import panel_for
from tests.domain.tables import FIRST, lay
from tests.golden.golden import events_of

NAMES = (
    "two-players-by-chance",
    "three-players-milestones",
    "four-players-boom",
    "five-players-everything-random",
    "two-players-random-layout-new-tiles",
    "ruleset-2-three-players-everything-random",
)


def turn_starts(name: str) -> list[State]:
    """The state at the start of every turn of a golden game."""
    states: list[State] = []
    state = State()
    for event in events_of(name):
        if state.status == "playing" and (not states or states[-1].turn != state.turn):
            states.append(state)
        state = evolve(state, event)
    return states


def form_of(turn: TakeTurn) -> QueryDict:
    return form_with(text_of(turn))


def form_with(text: str) -> QueryDict:
    form = QueryDict(mutable=True)
    form["turn"] = text
    return form


def groups_of(groups: tuple[Group, ...]) -> dict[str, tuple[Offer, ...]]:
    return {group.name: group.offers for group in groups}


def all_offers(groups: tuple[Group, ...]) -> list[tuple[str, Offer]]:
    """Each with its group."""
    return [(group.name, offer) for group in groups for offer in group.offers]


def press(state: State, turn: TakeTurn, group: str, key: str) -> TakeTurn:
    offered = groups_of(offers(state, turn, "en"))[group]
    (value,) = [offer.value for offer in offered if offer.key == key]
    return turn_of(form_with(value), state.mover, state.board)


def buttons_of(turn: TakeTurn) -> list[tuple[str, str]]:
    """The buttons of a turn, in an order in which a player could press them."""
    buttons = [("boom", turn.boom)] if turn.boom else []
    buttons += [("bonus", turn.bonus)] if turn.bonus else []
    buttons += [("tools", tool) for tool in turn.use if tool == "route"]
    buttons += [("far" if way.via else "expand", way.to) for way in turn.expand]
    buttons += [("increase", city) for city in turn.increase]
    return [*buttons, ("double", turn.double)] if turn.double else buttons


@pytest.mark.parametrize("name", NAMES)
def test_every_turn_is_read_from_its_form_as_it_was(name: str) -> None:
    draws = Draws(1, "forms")
    for state in turn_starts(name):
        turn = random_command(state, draws.below)
        assert isinstance(turn, TakeTurn)
        assert turn_of(form_of(turn), state.mover, state.board) == turn


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_turn_can_be_put_together_by_the_buttons_that_are_offered(name: str) -> None:
    draws = Draws(2, "presses")
    for state in turn_starts(name)[::3]:
        turn = random_command(state, draws.below)
        assert isinstance(turn, TakeTurn)
        # An order is offered only where something scores.
        turn = replace(turn, order=())
        draft = TakeTurn(state.mover)
        for group, key in buttons_of(turn):
            draft = press(state, draft, group, key)
        for way in turn.expand:
            if way not in draft.expand:
                draft = press(state, draft, "origins", f"{way.to}-{way.origin}")
        assert decide(state, draft) == decide(state, turn)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_offered_is_legal(name: str) -> None:
    draws = Draws(3, "offers")
    for state in turn_starts(name)[::4]:
        turn = random_command(state, draws.below)
        assert isinstance(turn, TakeTurn)
        for group, offer in all_offers(offers(state, turn, "en")):
            if group in ("bonus", "tools") or (offer.chosen and offer.place):
                # What is taken away may leave a turn that cannot be paid.
                continue
            decide(state, playable(turn_of(form_with(offer.value), state.mover, state.board)))


def test_a_second_place_takes_the_place_of_the_first_unless_a_bonus_tile_pays_for_both() -> None:
    to_dallas = Expansion("dallas", "houston")
    one = drafts.expand(TakeTurn(0), Expansion("omaha", "kansas-city"))
    other = drafts.expand(one, to_dallas)
    assert [way.to for way in other.expand] == ["dallas"]
    both = drafts.expand(drafts.use_bonus(one, "expand"), to_dallas)
    assert [way.to for way in both.expand] == ["omaha", "dallas"]
    assert [way.to for way in drafts.use_bonus(both, None).expand] == ["omaha"]
    elsewhere = drafts.expand(both, Expansion("omaha", "denver"))
    assert elsewhere.expand == (Expansion("omaha", "denver"), Expansion("dallas", "houston"))


def test_a_double_goes_with_its_increase_and_its_tile() -> None:
    turn = drafts.double(TakeTurn(0), "omaha")
    assert (turn.bonus, turn.increase, turn.double) == ("share", ("omaha",), "omaha")
    assert drafts.drop_increase(turn, "omaha").double is None
    assert drafts.use_bonus(turn, "cash").double is None
    assert drafts.use_bonus(turn, None).increase == ("omaha",)


def test_an_order_of_scoring_lasts_until_something_else_is_chosen() -> None:
    state = turn_starts("two-players-by-chance")[12]
    ordered = drafts.place_first(TakeTurn(state.mover), "omaha")
    assert drafts.place_first(ordered, "denver").order == ("denver", "omaha")
    for _, offer in all_offers(offers(state, ordered, "en")):
        assert turn_of(form_with(offer.value), state.mover, state.board).order == ()


def test_words_become_the_same_turn_as_buttons() -> None:
    state = turn_starts("two-players-by-chance")[12]
    draws = Draws(5, "words")
    turn = random_command(state, draws.below)
    with translation.override("de"):
        panel_found = panel_for(state, form_of(turn))  # type: ignore[arg-type]  # a turn, as the table plays
    assert panel_found.preview is not None
    assert parse(panel_found.preview.words, "turn", state.mover) == turn


def test_the_figures_add_up() -> None:
    draws = Draws(6, "figures")
    for state in turn_starts("five-players-everything-random")[5::4]:
        turn = random_command(state, draws.below)
        assert isinstance(turn, TakeTurn)
        preview = panel_for(state, form_of(turn)).preview
        assert preview is not None
        assert preview.figures is not None
        before, after = preview.figures.money
        assert before + preview.figures.earned - preview.figures.spent == after
        assert preview.after == replay(decide(state, turn), state)


@pytest.mark.parametrize(
    "text",
    ["pass", '{"do": 1}', '{"expand": [{"to": "atlantis"}]}', '{"bonus": "gold"}', "[" * 9999],
)
def test_what_no_button_holds_is_not_read(text: str) -> None:
    state = turn_starts("two-players-by-chance")[0]
    with pytest.raises(Unreadable):
        turn_of(form_with(text), state.mover, state.board)
    assert isinstance(panel_for(state, form_with(text)).refusal, Refusal)


def test_a_place_that_was_chosen_keeps_its_cost_and_its_way() -> None:
    state = turn_starts(NAMES[0])[0]
    before = next(
        offer for offer in groups_of(offers(state, TakeTurn(state.mover), "en"))["expand"]
    )
    turn = turn_of(form_with(before.value), state.mover, state.board)
    (after,) = [offer for offer in groups_of(offers(state, turn, "en"))["expand"] if offer.chosen]
    assert before.cost
    assert before.detail
    assert (after.place, after.cost, after.detail) == (before.place, before.cost, before.detail)


def test_B4_what_only_a_bonus_tile_pays_says_so_and_what_is_undone_takes_its_tile_back() -> None:
    state = lay(5, "omaha: blue", money={"blue": 0})
    offered = groups_of(offers(state, TakeTurn(0), "en"))["expand"]
    dear, free = (
        next(offer.key for offer in offered if bool(offer.tile) is tile) for tile in (True, False)
    )
    turn = press(state, TakeTurn(0), "expand", dear)
    assert turn.bonus == "cash"
    groups = groups_of(offers(state, turn, "en"))
    assert [offer.key for offer in groups["bonus"] if offer.chosen] == ["cash"]
    assert [offer.key for offer in groups["expand"] if offer.chosen and offer.tile] == [dear]
    assert not [offer for offer in groups["expand"] if offer.key == free and offer.tile]
    assert press(state, turn, "expand", dear) == TakeTurn(0)
    assert press(state, turn, "expand", free).bonus is None
    asked_for = press(state, TakeTurn(0), "bonus", "cash")
    assert press(state, asked_for, "expand", free).bonus == "cash"


def test_the_button_and_the_sentence_name_the_tile_that_a_draft_spends() -> None:
    state = lay(5, "ogallala: blue", money={"blue": 0})
    with translation.override("en"):
        for bonus, told in ((None, ""), ("cash", "Blue turns in a bonus tile for $10. ")):
            turn = TakeTurn(0, bonus=bonus)  # type: ignore[arg-type]  # a literal in a tuple
            preview = panel_for(state, form_of(turn)).preview
            assert preview is not None
            assert preview.spends_tile is bool(bonus)
            assert preview.told == f"{told}Blue passes."


BOTH: dict[str, tuple[Tool, ...]] = {"blue": ("route", "development")}


def lay_with_tools(ruleset: str = RULESET) -> State:
    return lay(5, "ogallala: blue", tools=BOTH, money={"blue": 1}, ruleset=ruleset)


def test_G2_both_tools_are_chosen_in_one_turn() -> None:
    state = lay_with_tools()
    turn = press(state, press(state, TakeTurn(0), "tools", "route"), "far", "memphis")
    assert turn.use == ("route", "development")
    (way,) = turn.expand
    assert way.via == ("chicago", "kansas-city")
    assert decide(state, turn)
    left = press(state, turn, "tools", "development")
    assert (left.use, left.expand) == (("route",), ())


def test_G2_by_the_first_ruleset_one_tool_takes_the_place_of_the_other() -> None:
    state = lay_with_tools(FIRST)
    turn = press(state, press(state, TakeTurn(0), "tools", "route"), "tools", "development")
    assert turn.use == ("development",)


def test_G2_where_the_route_tile_would_free_nothing_nothing_is_offered() -> None:
    state = lay(5, "omaha: blue", tools={"blue": ("route",)})
    turn = press(state, TakeTurn(0), "tools", "route")
    keys = [offer.key for offer in groups_of(offers(state, turn, "en"))["expand"]]
    assert "chicago" in keys
    assert "dodge-city" not in keys


@pytest.mark.parametrize(
    ("ruleset", "names"),
    [(FIRST, ["pittsburgh", "omaha", "washington"]), (RULESET, ["omaha", "washington"])],
)
def test_T12_what_comes_first_is_offered_as_the_ruleset_has_it(
    ruleset: str, names: list[str]
) -> None:
    places = "chicago: blue\nomaha: blue blue\nwashington: blue blue blue\npittsburgh: red"
    state = lay(5, places, money={"blue": 9}, ruleset=ruleset)
    turn = TakeTurn(0, expand=(Expansion("pittsburgh"),), increase=("omaha", "washington"))
    offered = groups_of(offers(state, turn, "en"))["order"]
    assert [offer.key for offer in offered] == names
    first = press(state, turn, "order", "washington")
    assert first.order == ("washington",)
    assert decide(state, first)
