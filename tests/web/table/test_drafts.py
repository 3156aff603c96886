"""A turn put together by buttons: whatever is legal can be said, and whatever is offered is legal."""

import pytest
from django.http import QueryDict
from django.utils import translation

from games.domain import Refusal, State
from games.domain.chance import Draws
from games.domain.commands import Expansion, TakeTurn
from games.domain.decide import decide
from games.domain.errors import Unreadable
from games.domain.evolve import evolve, replay
from games.domain.notation import parse
from games.domain.playout import random_command
from games.web.table import drafts
from games.web.table.drafts import playable, text_of, turn_of
from games.web.table.offers import Offer, Offers, offers
from games.web.table.panel import panel_for
from tests.golden.golden import events_of

NAMES = (
    "two-players-by-chance",
    "three-players-milestones",
    "four-players-boom",
    "five-players-everything-random",
    "two-players-random-layout-new-tiles",
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


def groups_of(offers: Offers) -> dict[str, tuple[Offer, ...]]:
    groups = {name: getattr(offers, name) for name in Offers.__struct_fields__}
    return groups | {opening.group: opening.offers for opening in groups.pop("openings")}


def all_offers(offers: Offers) -> list[tuple[str, Offer]]:
    """Each with its group."""
    return [(group, offer) for group, each in groups_of(offers).items() for offer in each]


def press(state: State, turn: TakeTurn, group: str, key: str) -> TakeTurn:
    offered = groups_of(offers(state, turn, "en"))[group]
    (value,) = [offer.value for offer in offered if offer.key == key]
    return turn_of(form_with(value), state.mover, state.board)


def buttons_of(turn: TakeTurn) -> list[tuple[str, str]]:
    """The buttons of a turn, in an order in which a player could press them."""
    buttons = [("boom", turn.boom)] if turn.boom else []
    buttons += [("bonus", turn.bonus)] if turn.bonus else []
    buttons += [("tools", turn.use)] if turn.use == "route" else []
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
    before = next(offer for offer in offers(state, TakeTurn(state.mover), "en").expand)
    turn = turn_of(form_with(before.value), state.mover, state.board)
    (after,) = [offer for offer in offers(state, turn, "en").expand if offer.chosen]
    assert before.cost
    assert before.detail
    assert (after.place, after.cost, after.detail) == (before.place, before.cost, before.detail)
