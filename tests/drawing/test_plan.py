from itertools import combinations
from math import hypot

import pytest

from games.domain.board import PRINTED_BOARD
from games.drawing.plan import HEIGHT, WIDTH, name_box, plan, plate_box, radius, touches
from games.drawing.wheels import BURST, burst_offset
from tools.land.arranging import inside, overlap, sampled
from tools.land.geography import albers, simplified
from tools.land.naming import loops, within

PLACES = PRINTED_BOARD.places
SPOTS = plan().places
NAMES = {
    place.id: name_box(place.name, place.spaces, SPOTS[place.id].name_at, SPOTS[place.id].anchor)
    for place in PLACES
}
PLATES = {region: plate_box(name.at) for region, name in plan().names.items()}


def test_no_circle_touches_another() -> None:
    for one, other in combinations(PLACES, 2):
        (x0, y0), (x1, y1) = SPOTS[one.id].at, SPOTS[other.id].at
        gap = hypot(x1 - x0, y1 - y0) - radius(one.spaces) - radius(other.spaces)
        assert gap > 6, (one.id, other.id)


def test_no_name_overlaps_another() -> None:
    for one, other in combinations(PLACES, 2):
        assert not overlap(NAMES[one.id], NAMES[other.id]), (one.id, other.id)


def test_no_name_lies_on_a_circle_not_even_its_own() -> None:
    for place in PLACES:
        for name, box in NAMES.items():
            assert not touches(box, SPOTS[place.id].at, radius(place.spaces) + 1), (name, place.id)


def test_no_plate_of_a_region_lies_on_a_name_a_place_or_another_plate() -> None:
    assert list(PLATES) == [region.id for region in PRINTED_BOARD.regions]
    for one, other in combinations(PLATES, 2):
        assert not overlap(PLATES[one], PLATES[other]), (one, other)
    for region, plate in PLATES.items():
        for name, box in NAMES.items():
            assert not overlap(plate, box), (region, name)
        for i, place in enumerate(PLACES):
            (x, y), (dx, dy) = SPOTS[place.id].at, burst_offset(PRINTED_BOARD, i)
            # The ring around a place that changed, and the Boom marker beside a city.
            assert not touches(plate, (x, y), radius(place.spaces) + 11), (region, place.id)
            if not place.is_town:
                assert not touches(plate, (x + dx, y + dy), BURST), (region, place.id)


def test_every_plate_lies_near_its_region() -> None:
    for region in PRINTED_BOARD.regions:
        x, y = plan().names[region.id].at
        spots = (SPOTS[place.id].at for place in PLACES if place.region == region.id)
        assert min(hypot(x - u, y - v) for u, v in spots) < 180, region.id


def test_every_name_lies_on_the_paper() -> None:
    for name, (left, top, right, bottom) in (NAMES | PLATES).items():
        assert left > 0, name
        assert top > 0, name
        assert right < WIDTH, name
        assert bottom < HEIGHT, name


def test_no_link_runs_behind_a_third_place() -> None:
    for road in plan().roads:
        curve = sampled(SPOTS[road.ends[0]].at, road.control, SPOTS[road.ends[1]].at)
        for place in PLACES:
            if place.id not in road.ends:
                x, y = SPOTS[place.id].at
                nearest = min(hypot(x - u, y - v) for u, v in curve)
                assert nearest > radius(place.spaces), (road.ends, place.id)


def test_the_plan_has_every_place_link_and_region_of_the_board() -> None:
    assert set(SPOTS) == set(PRINTED_BOARD.ids)
    assert {(*road.ends, road.cost) for road in plan().roads} == set(PRINTED_BOARD.links)
    assert list(plan().regions) == [region.id for region in PRINTED_BOARD.regions]


def test_no_place_was_moved_far_from_its_true_point() -> None:
    """Measured by the places themselves: the map's scale is what fits them best."""
    from_centre = {place.id: albers(place.lon, place.lat) for place in PLACES}
    east, west = from_centre["new-york"], from_centre["seattle"]
    scale = (SPOTS["new-york"].at[0] - SPOTS["seattle"].at[0]) / (east[0] - west[0])
    for place in PLACES:
        x, y = from_centre[place.id]
        dx = SPOTS[place.id].at[0] - SPOTS["seattle"].at[0] - (x - west[0]) * scale
        dy = SPOTS[place.id].at[1] - SPOTS["seattle"].at[1] - (y - west[1]) * scale
        assert hypot(dx, dy) < 26, place.id


def test_every_place_lies_in_its_region_or_just_off_its_border() -> None:
    for place in PLACES:
        land = loops(plan().regions[place.region])
        x, y = SPOTS[place.id].at
        reach = radius(place.spaces)
        around = [(x + dx * reach, y + dy * reach) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        assert any(within(point, loop) for point in around for loop in land), place.id


def test_the_projection_has_its_centre_where_it_is_said_to_be() -> None:
    assert albers(-96.0, 38.0) == pytest.approx((0, 0))
    assert albers(-120.0, 38.0)[0] < 0 < albers(-80.0, 38.0)[0]
    assert albers(-96.0, 45.0)[1] < 0


def test_a_line_is_simplified_only_where_it_hardly_bends() -> None:
    assert simplified(((0, 0), (5, 0.1), (10, 0))) == ((0, 0), (10, 0))
    assert simplified(((0, 0), (5, 4), (10, 0))) == ((0, 0), (5, 4), (10, 0))


def test_points_of_a_curve_are_counted_inside_a_box() -> None:
    curve = sampled((0, 0), (50, 0), (100, 0))
    assert inside((-1, -1, 101, 1), curve) == len(curve)
    assert inside((-1, 5, 101, 9), curve) == 0


def test_the_boom_marker_hides_no_name_of_any_city() -> None:
    for i, place in enumerate(PLACES):
        if not place.is_town:
            (x, y), (dx, dy) = SPOTS[place.id].at, burst_offset(PRINTED_BOARD, i)
            for name, box in NAMES.items():
                assert not touches(box, (x + dx, y + dy), BURST - 4), (place.id, name)
