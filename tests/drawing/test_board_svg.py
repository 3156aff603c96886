import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import ImageColor

from games.domain import NEW_GAME, State
from games.domain.notation.words import WORDS, Language
from games.drawing import board_for_pages, board_svg, places_for_pages
from games.drawing.__main__ import draw_land
from games.drawing.board import elements
from games.drawing.ground import NAME_OPACITY
from games.drawing.plan import name_box, plan
from games.drawing.theme import DAY, NIGHT, Theme, style_sheet
from tests.domain.tables import lay
from tests.drawing.games import NAMES, SVG, colours, parse_svg, table, texts, titles

XML = 'xmlns="http://www.w3.org/2000/svg"'
PERCENTS = (1, 6, 30, 60, 90, 100)


def with_owners(state: State, place: str, owners: tuple[int, ...]) -> State:
    index = state.board.index[place]
    changed = (*state.owners[:index], owners, *state.owners[index + 1 :])
    return replace(state, owners=changed, free=state.free | 1 << index)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("percent", PERCENTS)
def test_every_golden_game_is_drawn_at_every_stage(name: str, percent: int) -> None:
    state = table(name, percent)
    for night in (False, True):
        by_id = titles(board_svg(state, night=night))
        assert {f"place-{place}" for place in state.board.ids} <= set(by_id)
        assert {f"region-{region.id}" for region in state.board.regions} <= set(by_id)


def test_a_game_that_nobody_has_begun_is_drawn_as_an_empty_board() -> None:
    by_id = titles(board_svg(NEW_GAME))
    assert by_id["place-chicago"] == "Chicago, city of 7: 7 empty"
    assert by_id["place-reno"] == "Reno, town: free"


def test_a_place_says_in_its_title_what_its_wheel_shows() -> None:
    state = with_owners(table("five-players", 6), "chicago", (0, 0, 1))
    assert (
        titles(board_svg(state))["place-chicago"] == "Chicago, city of 7: blue, blue, red, 4 empty"
    )
    assert titles(board_svg(state, language="fr"))["place-chicago"] == (
        "Chicago, métropole de 7: bleu, bleu, rouge, 4 vides"
    )
    assert titles(board_svg(state, language="de"))["place-chicago"] == (
        "Chicago, Stadt mit 7: blau, blau, rot, 4 leer"
    )


def test_a_wheel_has_one_wedge_more_for_every_franchise() -> None:
    state = table("five-players", 6)
    blue = DAY.pieces["blue"].fill
    drawn = [
        board_svg(with_owners(state, "new-york", (0,) * count)).count(f'{blue}" stroke="{DAY.rim}')
        for count in range(4)
    ]
    assert [after - before for before, after in pairwise(drawn)] == [1, 1, 1]


def test_scored_places_and_regions_say_so() -> None:
    by_id = titles(board_svg(table("four-players", 100)))
    assert any(title.startswith("New York, scored: ") for title in by_id.values())
    assert any(
        ", scored: " in by_id[f"region-{region.id}"]
        for region in table("four-players", 100).board.regions
    )


def test_regions_out_of_play_are_grey_and_say_so() -> None:
    svg = board_svg(table("two-players", 50))
    assert titles(svg)["place-seattle"] == "Seattle: out of play"
    assert titles(svg)["region-california"] == "California: out of play"
    assert DAY.tints["brown"] not in svg
    assert DAY.closed in svg


def test_the_boom_marker_is_drawn_at_its_city() -> None:
    state = table("four-players-boom", 50)
    assert state.boom is not None
    city = state.board.ids[state.boom]
    group = next(
        element
        for element in parse_svg(board_svg(state)).iter()
        if element.get("id") == f"place-{city}"
    )
    assert any(child.get("class") == "boom" for child in group)


def test_milestones_stand_with_who_reached_them() -> None:
    state = table("three-players-milestones", 90)
    lines = texts(board_svg(state))
    assert "Milestones" in lines
    for tile in state.setup.milestones:
        assert WORDS["en"].milestones[tile] in lines
    assert "Milestones" not in texts(board_svg(table("three-players", 90)))


def test_a_tile_not_yet_placed_is_a_question() -> None:
    by_id = titles(board_svg(table("five-players-draft", 1)))
    assert "no tile yet" in by_id["place-chicago"]
    assert "no tile yet" in by_id["region-texas"]


def test_changed_places_and_regions_are_marked_and_nothing_else_is() -> None:
    state = table("five-players", 50)
    marked = parse_svg(board_svg(state, changed=["omaha", "texas"]))
    ids = {
        element.attrib["id"]
        for element in marked.iter()
        if "changed" in element.get("class", "").split() and "id" in element.attrib
    }
    assert ids == {"place-omaha", "changed-texas", "region-texas"}
    assert 'changed"' not in board_svg(state)


def test_the_night_map_has_colours_of_its_own() -> None:
    state = table("five-players", 50)
    by_day, by_night = board_svg(state), board_svg(state, night=True)
    assert DAY.paper in colours(by_day) - colours(by_night)
    assert NIGHT.paper in colours(by_night) - colours(by_day)
    assert titles(by_day) == titles(by_night)


@pytest.mark.parametrize("language", WORDS)
def test_every_language_has_its_own_words(language: Language) -> None:
    lines = texts(board_svg(table("five-players", 60), language=language))
    for name in WORDS[language].regions.values():
        assert name in lines
    for colour in WORDS[language].colours.values():
        assert colour in lines


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_works_under_a_strict_content_security_policy(name: str) -> None:
    svg = board_svg(table(name, 70), changed=["omaha", "texas"])
    root = parse_svg(svg)
    for element in root.iter():
        assert element.tag.split("}")[1] not in {"script", "style", "foreignObject", "image", "a"}
        assert not {key for key in element.attrib if key == "style" or key.startswith("on")}
        assert all(value[0] == "#" for key, value in element.attrib.items() if "href" in key)
    assert "url(" not in svg


def test_every_id_stands_once() -> None:
    ids = re.findall(r' id="([^"]+)"', board_svg(table("five-players-everything", 60)))
    assert len(ids) == len(set(ids))


def test_a_player_is_read_out_with_points_money_and_income() -> None:
    state = table("five-players", 50)
    title = titles(board_svg(state))["seat-0"]
    assert title.startswith(f"Blue: {state.influence[0]} IP, ${state.money[0]} +")


def test_every_link_is_drawn_in_the_form_of_its_cost() -> None:
    state = table("five-players", 50)
    drawn = {
        element.attrib["id"]: element.attrib["class"]
        for element in parse_svg(board_svg(state)).iter()
        if element.get("id", "").startswith("link-")
    }
    assert drawn == {
        f"link-{one}-{other}": f"link cost-{cost}" for one, other, cost in state.board.links
    }


def test_the_picture_names_itself_for_those_who_do_not_see_it() -> None:
    root = parse_svg(board_svg(table("five-players", 50)))
    assert root.get("role") == "graphics-document document"
    assert (root[0].text or "").startswith("Franchise, Turn ")
    ended = parse_svg(board_svg(table("five-players", 100)))
    assert (ended[0].text or "").endswith(" wins")


def test_the_style_sheet_of_the_page_knows_every_colour_of_the_board() -> None:
    state = table("five-players-everything", 60)
    svg = board_for_pages(state, changed=["omaha", "texas"])
    sheet = Path("static/css/board.css").read_text()
    assert sheet == style_sheet(), "write it anew: python -m games.drawing --css"
    assert set(re.findall(r"var\((--[a-z0-9-]+)\)", svg)) <= set(re.findall(r"--[a-z0-9-]+", sheet))
    assert not re.findall(r'"#[0-9A-F]{6}"', svg.replace("#2A2723", ""))


@pytest.mark.parametrize("time", ["day", "night"])
@pytest.mark.parametrize("which", ["whole", "closed"])
def test_the_land_of_pages_is_a_file_by_day_and_one_by_night(which: str, time: str) -> None:
    drawn = Path(f"static/img/land-{which}-{time}.svg").read_text()
    night = time == "night"
    assert drawn == draw_land(which, night=night), (
        f"write it anew: python -m games.drawing --land {which}{' --night' * night}"
    )
    assert "@media" not in drawn
    theme = NIGHT if night else DAY
    assert (theme.closed in drawn) == (which == "closed")


def test_a_page_that_tells_of_players_in_words_has_the_land_alone() -> None:
    state = table("five-players", 50)
    alone = board_for_pages(state)
    by_id = titles(alone)
    assert {f"place-{place}" for place in state.board.ids} <= set(by_id)
    assert not {"seat-0", "region-texas"} & set(by_id)
    assert {f"plate-{region.id}" for region in state.board.regions} <= set(by_id)
    left, top, wide, high = map(float, str(parse_svg(alone).get("viewBox")).split())
    for here in state.board.places:
        spot = plan().places[here.id]
        x0, y0, x1, y1 = name_box(here.name, here.spaces, spot.name_at, spot.anchor)
        assert left < x0 < x1 < left + wide
        assert top < y0 < y1 < top + high


def plate(state: State, region: str, **options: Any) -> ElementTree.Element:
    svg = board_for_pages(state, **options)
    return next(each for each in parse_svg(svg).iter() if each.get("id") == f"plate-{region}")


def texts_of(plate: ElementTree.Element, form: str) -> list[str]:
    group = next(each for each in plate if each.get("class") == form)
    return [each.text or "" for each in group.iter(f"{SVG}text")]


HEARTLAND = "omaha: red blue\nkansas-city: blue red\nogallala: orange"


def test_a_plate_tells_what_a_region_gives_and_who_leads_by_whose_franchise_lies_there() -> None:
    state = lay(3, HEARTLAND, markers={"heartland": "red"})
    assert texts_of(plate(state, "heartland"), "near") == [
        "Heartland",
        "4",
        "3",
        "1",
        "2",
        "2",
        "1",
    ]
    shapes = [each.get("fill") for each in plate(state, "heartland").iter(f"{SVG}path")]
    # The strip, then who wins ties, then who leads.
    assert shapes[1:4] == [
        f"var(--board-pieces-{colour}-fill)" for colour in ("red", "red", "blue")
    ]


def test_a_plate_has_a_form_with_one_large_number_for_a_board_that_is_far() -> None:
    assert texts_of(plate(lay(3, HEARTLAND), "heartland"), "far") == ["4"]


def test_a_region_out_of_play_has_no_plate() -> None:
    by_id = titles(board_for_pages(table("two-players", 50)))
    assert "plate-texas" in by_id
    assert "plate-california" not in by_id


def test_places_drawn_anew_bring_the_plates_of_their_regions() -> None:
    drawn = titles(f"<svg {XML}>{places_for_pages(lay(3, HEARTLAND), ['omaha', 'texas'])}</svg>")
    assert set(drawn) == {"place-omaha", "plate-heartland"}


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=["day", "night"])
def test_what_is_read_on_the_land_has_contrast(theme: Theme) -> None:
    grounds = [*theme.tints.values(), theme.coast[0]]
    for ground in grounds:
        assert contrast(blend(theme.ink, ground, NAME_OPACITY), ground) >= 4.5, ground
    for ink, ground in (
        (theme.closed_ink, theme.closed),
        (theme.changed, theme.halo),
        (theme.quiet, theme.card),
        *((theme.ink, tint) for tint in theme.tints.values()),
    ):
        assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_what_marks_a_change_has_no_player_s_colour() -> None:
    for theme in (DAY, NIGHT):
        players = {piece.fill for piece in theme.pieces.values()}
        assert theme.changed not in players
        ring = elements(table("five-players", 50), frozenset(["omaha"]), "en", theme)
        marked = next(each.svg for each in ring if 'id="place-omaha"' in each.svg)
        assert f'stroke="{theme.changed}"' in marked


def blend(ink: str, ground: str, opacity: float) -> str:
    parts = zip(ImageColor.getrgb(ink), ImageColor.getrgb(ground), strict=True)
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02x}" for a, b in parts)


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [part / 255 for part in ImageColor.getrgb(colour)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
