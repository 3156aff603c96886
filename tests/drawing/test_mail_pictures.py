"""The part of the board that a turn mail shows large, and how light its pictures are."""

from io import BytesIO

from PIL import Image

from games.domain import moves
from games.domain.evolve import walk
from games.drawing import board_png_for_mail, busiest_frame, cut_png_for_mail
from games.drawing.cut import price_tags
from games.drawing.plan import plan
from games.drawing.theme import DAY
from tests.domain.tables import lay
from tests.golden.golden import events_of

LAID = "detroit: blue\nomaha: blue\nchicago: red"


def test_a_frame_holds_the_places_that_weigh_most_and_is_no_larger() -> None:
    board = lay(3, LAID).board
    weights = {"new-york": 1, "washington": 1, "pittsburgh": 1, "phoenix": 2}
    left, top, right, bottom = busiest_frame(board, weights, 530, 440)
    assert right - left <= 530
    assert bottom - top <= 440
    for name, is_inside in (("new-york", True), ("washington", True), ("phoenix", False)):
        x, y = plan().places[name].at
        assert (left <= x <= right and top <= y <= bottom) is is_inside


def test_every_place_that_an_expansion_leads_to_has_its_price() -> None:
    state = lay(3, LAID, money={"blue": 9})
    tags = list(price_tags(state, "fr", DAY))
    assert len(tags) == len(moves.near_places(state))
    assert all("$" in each.svg for each in tags)


def test_both_pictures_of_a_turn_are_light_and_names_can_be_read_on_a_telephone() -> None:
    states = [each for each in walk(events_of("five-players")) if each.status == "playing"]
    for state in states[40::80]:
        near = {state.board.ids[place]: 1 for place in moves.near_places(state)}
        frame = busiest_frame(state.board, near, 530, 440)
        cut = cut_png_for_mail(state, frame, changed=near, paper_width=1216)
        whole = board_png_for_mail(state, changed=near, width=464)
        assert len(cut) + len(whole) < 70_000
        wide = (frame[2] - frame[0]) * 1216 / 1600
        assert abs(Image.open(BytesIO(cut)).width - wide) <= 1
        # The names of towns are 14 high on paper, and a telephone shows 350 pixels.
        assert 14 * 350 / (frame[2] - frame[0]) >= 9
