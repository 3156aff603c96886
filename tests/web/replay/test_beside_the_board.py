"""What a replay tells beside the board: changes, points, the score sheet."""

import csv
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.events import CityScored, TurnEnded, TurnTakenBack
from games.domain.notation import sheet
from games.events import store
from games.queries import table_at
from games.web.wording import name_of_region
from tests.doing import moment_path
from tests.golden.golden import events_of
from tests.golden.stored import store_events, store_golden
from tests.pages import Element, open_page, parse_page
from tests.web.replay.replays import last_version, read_as_staff, read_replay

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def test_what_changed_since_another_moment_is_marked() -> None:
    game = store_golden("two-players-introductory")
    ends = [i for i, e in enumerate(store.read(game), 1) if isinstance(e, TurnEnded)]
    assert 'class="place city changed"' in read_replay(
        f"{moment_path(game, ends[5])}?against={ends[2]}"
    )
    assert "The board is the same" in read_replay(f"{moment_path(game, 9)}?against=9")
    for nonsense in ("0", "99999", "x", "²"):
        assert "no such moment" in read_replay(f"{moment_path(game, 9)}?against={nonsense}")


def points_table(path: str) -> Element:
    return open_page(Client(), path).one("table", "Where the points came from")


def test_the_points_of_all_sources_are_the_points_of_the_game() -> None:
    game = store_golden("three-players-milestones")
    _, *rows = points_table(moment_path(game, last_version(game))).rows
    *sources, totals = [[int(number) for number in numbers] for _, *numbers in rows]
    assert totals == list(table_at(game).influence)
    assert [sum(column) for column in zip(*sources, strict=True)] == totals
    assert len(sources) == 6
    shown = [row for row in points_table(moment_path(game, 60)) if row.tag == "tr"]
    assert ["hidden" in row.attributes for row in shown if "at the end" in row.text] == [True] * 3


def test_points_of_a_turn_taken_back_are_no_longer_counted_but_known() -> None:
    events = events_of("two-players")
    scored = next(i for i, event in enumerate(events, 1) if isinstance(event, CityScored))
    ends = [i for i, event in enumerate(events, 1) if isinstance(event, TurnEnded)]
    end = next(i for i in ends if i > scored)
    began = max(i for i in ends if i < scored)
    game = store_events((*events[:end], TurnTakenBack(began), *events[began:]))
    counted, gone = (
        parse_page(read_as_staff(moment_path(game, version))) for version in (end, end + 1)
    )
    for page, points in ((counted, table_at(game, end)), (gone, table_at(game, began))):
        *_, totals = page.one("table", "Where the points came from").rows
        assert totals == ["Influence", *map(str, points.influence)]
    taken_back = [item for item in gone if item.attributes.get("data-until") == str(end + 1)]
    assert taken_back
    assert all("hidden" in item.attributes for item in taken_back)


def test_a_score_sheet_is_a_text_and_a_table() -> None:
    game = store_golden("two-players-introductory")
    written = sheet(store.read(game))
    text = Client().get(reverse("replay-text", args=[game]))
    assert text.content.decode().splitlines()[2:] == list(written)
    assert text["Content-Disposition"].startswith("attachment")
    body = Client().get(reverse("replay-table", args=[game])).content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(body)))
    assert {written[0], written[-1]} <= {row["what happened"] for row in rows}
    end = table_at(game)
    assert [rows[-1]["Blue: influence"], rows[-1]["Red: influence"]] == [
        str(points) for points in end.influence
    ]


def test_a_turn_that_was_taken_back_stays_in_the_story_struck_out() -> None:
    events = events_of("two-players-introductory")
    ends = [i for i, event in enumerate(events, 1) if isinstance(event, TurnEnded)]
    began, ended = ends[3], ends[4]
    whole = (*events[:ended], TurnTakenBack(began, seat=0), *events[began:])
    game = store_events(whole)
    page = parse_page(read_as_staff(moment_path(game, ended + 1)))
    assert [each.tag for each in page].count("s") == 1
    assert "Blue takes the turn back." in page.text


def test_the_track_and_the_milestones_are_those_of_the_moment() -> None:
    game = store_golden("ruleset-2-four-players-everything")
    last = last_version(game)
    for version in (1, last // 2, last):
        state = table_at(game, version)
        marks = [
            each
            for each in open_page(Client(), moment_path(game, version))
            if "data-since" in each.attributes and "hidden" not in each.attributes
        ]
        regions = [
            each.text.split(":")[0] for each in marks if each.tag == "li" and ":" in each.text
        ]
        named = [name_of_region(state, index) for index in state.track]
        assert [name for name in regions if name in named] == named
        reached = sum(len(seats) for seats in state.milestones)
        assert sum(each.tag == "span" for each in marks) == reached
