"""What a replay tells beside the board: changes, points, the score sheet."""

import csv
import re
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.events import TurnEnded, TurnTakenBack
from games.domain.notation import sheet
from games.events import store
from games.queries import table_at
from tests.doing import moment_path
from tests.golden.golden import events_of
from tests.golden.stored import store_events, store_golden
from tests.web.replay.replays import last_version, read_as_staff, read_replay

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_changed_since_another_moment_is_marked() -> None:
    game = store_golden("two-players-introductory")
    ends = [i for i, e in enumerate(store.read(game), 1) if isinstance(e, TurnEnded)]
    assert 'class="place city changed"' in read_replay(
        f"{moment_path(game, ends[5])}?against={ends[2]}"
    )
    assert "The board is the same" in read_replay(f"{moment_path(game, 9)}?against=9")
    for nonsense in ("0", "99999", "x", "²"):
        assert "no such moment" in read_replay(f"{moment_path(game, 9)}?against={nonsense}")


def test_the_points_of_all_sources_are_the_points_of_the_game() -> None:
    game = store_golden("three-players-milestones")
    page = read_replay(moment_path(game, last_version(game)))
    rows = page.partition('aria-labelledby="points"')[2].partition("</table>")[0]
    numbers = [
        [int(number) for number in re.findall(r'<td class="number">(?:<b>)?(-?\d+)', row)]
        for row in rows.split("<tr>")[2:]
    ]
    *sources, totals = numbers
    assert totals == list(table_at(game).influence)
    assert [sum(column) for column in zip(*sources, strict=True)] == totals
    assert len(sources) == 6
    begun = (
        read_replay(moment_path(game, 60))
        .partition('aria-labelledby="points"')[2]
        .partition("</table>")[0]
    )
    assert "at the end" not in begun


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
    page = read_as_staff(moment_path(game, ended + 1))
    assert page.count("<s>") == 1
    assert "Blue takes the turn back." in page
