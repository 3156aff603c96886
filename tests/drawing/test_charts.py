"""Charts say by shape and name what they say by colour."""

import re
from itertools import pairwise

import pytest

from games.domain import NEW_GAME, State
from games.domain.course import Sample, course
from games.domain.evolve import walk
from games.domain.notation import WORDS, Language
from games.drawing.charts import Quantity, lead_chart, line_chart
from games.drawing.strips import strip_chart
from tests.drawing.games import NAMES, SVG, parse_svg, texts
from tests.golden.golden import events_of


def course_of(name: str) -> tuple[tuple[Sample, ...], State]:
    events = events_of(name)
    states = [NEW_GAME, *walk(events)]
    return course(events, states), states[-1]


@pytest.mark.parametrize("what", ["influence", "money", "income"])
@pytest.mark.parametrize("name", NAMES)
def test_every_line_ends_at_its_players_name_and_value(name: str, what: Quantity) -> None:
    samples, end = course_of(name)
    drawn = parse_svg(line_chart(samples, what, end.board, "en", 3))
    labels = [group for group in drawn.iter(f"{SVG}g") if "label" in group.get("class", "")]
    labels_text = {group.findtext(f"{SVG}text") for group in labels}
    values = getattr(samples[-1], what)
    names = WORDS["en"].colours
    assert labels_text == {
        f"{names[end.board.colours[seat]]} {value}" for seat, value in enumerate(values)
    }
    lines = sorted(float(group.find(f"{SVG}text").attrib["y"]) for group in labels)  # type: ignore[union-attr]
    assert all(below - above > 14 for above, below in pairwise(lines))
    assert all(10 < line < 250 for line in lines)


def routes(chart: str) -> list[str]:
    """The line of each player."""
    groups = parse_svg(chart).iter(f"{SVG}g")
    lines = [each for each in groups if each.get("class", "").startswith("line ")]
    return [line.findall(f"{SVG}path")[1].attrib["d"] for line in lines]


@pytest.mark.parametrize("what", ["influence", "money", "income"])
def test_lines_go_in_steps_and_never_upon_each_other(what: Quantity) -> None:
    samples, end = course_of("five-players-everything")
    lines = routes(line_chart(samples, what, end.board, "en", 3))
    assert len(lines) == 5
    assert all(re.fullmatch(r"M[\d.]+ [\d.]+(H[\d.]+V[\d.]+)+", line) for line in lines)
    starts = sorted(float(line.split("H")[0].split()[1]) for line in lines)
    assert all(below - above > 2 for above, below in pairwise(starts))


def test_an_income_has_a_step_a_round_and_no_more() -> None:
    samples, end = course_of("five-players-everything")
    turns = len(samples) - 1
    (line, *_) = routes(line_chart(samples, "income", end.board, "en", 3))
    assert line.count("H") == -(-turns // 5)


@pytest.mark.parametrize("language", WORDS)
def test_every_region_in_play_has_a_strip(language: Language) -> None:
    samples, end = course_of("two-players")
    regions = [end.board.region_index[region] for region in ("texas", "deep-south")]
    lines = texts(strip_chart(samples, regions, end.board, language, 0))
    words = WORDS[language]
    assert {words.regions.get("texas", "Texas")} | {
        words.regions.get("deep-south", "Deep South")
    } <= set(lines)


def test_the_cursor_stands_at_the_sample_that_is_looked_at() -> None:
    samples, end = course_of("two-players")
    for now in (0, 5, len(samples) - 1):
        drawn = parse_svg(line_chart(samples, "money", end.board, "en", now))
        cursor = next(each for each in drawn.iter(f"{SVG}path") if each.get("class") == "now")
        at = float(cursor.attrib["transform"].split("(")[1].split()[0])
        step, left = float(cursor.attrib["data-step"]), float(cursor.attrib["data-left"])
        assert at == pytest.approx(left + now * step, abs=0.1)


def test_a_game_without_a_turn_has_charts_too() -> None:
    samples, end = course_of("two-players")
    for what in ("influence", "money", "income"):
        parse_svg(line_chart(samples[:1], what, end.board, "en", 0))
    parse_svg(strip_chart(samples[:1], [0], end.board, "en", 0))


def test_a_lead_goes_below_nothing_and_has_its_sign() -> None:
    _, end = course_of("two-players")
    expected = [(3.0, -3.0), (-4.6, 4.6), (-12.0, 12.0)]
    chart = lead_chart(expected, "Expected lead", end.board, "en")
    assert {"Blue −12", "Red +12", "−10", "0"} <= set(texts(chart))
    (title,) = parse_svg(chart).iter(f"{SVG}title")
    assert title.text == "Expected lead: Blue −12, Red +12"
    heights = [float(route.rpartition("V")[2]) for route in routes(chart)]
    assert heights[0] > heights[1]


def test_a_lead_that_was_always_nothing_is_a_line_too() -> None:
    _, end = course_of("two-players")
    assert "Blue 0" in texts(lead_chart([(0.0, 0.0)], "Expected lead", end.board, "en"))
