"""Parts of the board on pages: what they show, and where a tap leads."""

import re
from xml.etree import ElementTree

import pytest

from games.domain import State
from games.domain.notation import WORDS
from games.drawing import board_cut, shared_ground
from games.drawing.cut import GROUND
from games.drawing.plan import HEIGHT, WIDTH, name_box, plan, radius
from games.drawing.wheels import describe_place, place_look
from games.rules.examples import EXAMPLES, Example
from games.rules.lessons import STEPS, state_at


def sentence_of(state: State, place: str) -> str:
    index = state.board.index[place]
    return describe_place(state.board, place_look(state, index), WORDS["en"])


def titles(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=lambda example: example.id)
def test_an_example_is_drawn_before_and_after_as_the_rules_have_it(example: Example) -> None:
    for state in (example.table, example.state_after()):
        drawn = titles(board_cut(state, example.view))
        assert {sentence_of(state, place) for place in example.view} <= set(drawn)


@pytest.mark.parametrize(
    "around",
    [*(example.view for example in EXAMPLES.values()), *(step.around for step in STEPS)],
    ids=" ".join,
)
def test_a_part_shows_its_places_and_their_names_whole(around: tuple[str, ...]) -> None:
    state = EXAMPLES["P1"].table
    frame = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', board_cut(state, around))
    assert frame is not None
    left, top, wide, high = map(float, frame.groups())
    assert left >= 0
    assert top >= 0
    assert left + wide <= WIDTH
    assert top + high <= HEIGHT
    for name in around:
        here, spot = state.board.places[state.board.index[name]], plan().places[name]
        box = name_box(here.name, here.spaces, spot.name_at, spot.anchor)
        reach = radius(here.spaces)
        assert left < min(box[0], spot.at[0] - reach)
        assert max(box[2], spot.at[0] + reach) < left + wide
        assert top < min(box[1], spot.at[1] - reach)
        assert max(box[3], spot.at[1] + reach) < top + high


def test_parts_on_one_page_share_the_ground_and_no_ids() -> None:
    state = EXAMPLES["P2"].table
    cuts = board_cut(state, ("chicago",)) + board_cut(state, ("chicago", "omaha"))
    assert " id=" not in cuts
    assert cuts.count(f'href="#{GROUND}"') == 2
    assert f'id="{GROUND}"' in shared_ground(state)


def test_only_places_to_tap_are_links_and_their_addresses_are_escaped() -> None:
    state = state_at(STEPS[1])
    doors = {place: f'/learn/?did=1&choice="{place}"' for place in STEPS[1].offered}
    svg = board_cut(state, STEPS[1].around, doors=doors)
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own
    links = list(root.iter("{http://www.w3.org/2000/svg}a"))
    assert {link.get("href") for link in links} == set(doors.values())
    assert {link.get("aria-label") for link in links} == {
        sentence_of(state, place) for place in STEPS[1].offered
    }


def test_what_has_changed_is_marked() -> None:
    after = EXAMPLES["P2"].state_after()
    assert "changed" in board_cut(after, ("chicago",), changed=("chicago",))
    assert "changed" not in board_cut(after, ("chicago",))
