"""The terminal game, as its players type it, and the table drawn as text."""

import io
import subprocess
import sys

import pytest

from games.domain import Options
from games.domain.board import RegionTile
from games.domain.evolve import replay, walk
from games.domain.notation.words import WORDS, Language
from games.domain.play import main
from games.domain.record import check, from_json
from games.domain.setup import start
from games.domain.text import draw
from tests.domain.tables import lay
from tests.golden.golden import events_of


def type_keys(capsys: pytest.CaptureFixture[str], keys: str, *arguments: str) -> str:
    main(arguments, io.StringIO(keys))
    return capsys.readouterr().out


def test_two_players_play_a_short_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    output = type_keys(capsys, "flagstaff\nmemphis\nexpand to St. Louis\n\npass\n\npass\n\n")
    assert "Blue: Memphis > St. Louis $0" in output
    assert "The game is over: Blue" in output
    assert output.rstrip().endswith("El Paso        ·")


def test_a_refusal_names_the_rule_and_what_would_have_been_possible(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = type_keys(
        capsys, "reno\nflagstaff\nmemphis\nexpand to Chicago\n\nnonsense\n\nbonus cash\n\n"
    )
    assert "Reno is not a free town to start in. (S5)\n  Flagstaff, Pueblo," in output
    assert "No link leads to Chicago from any place of yours. (T2)\n" in output
    assert "No bonus tile can be used in a player's first turn. (B1)\nBlue>" in output
    assert "“nonsense” is not understood.\n  expand, increase," in output


def test_a_question_is_answered_with_the_orders_that_are_possible(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = type_keys(capsys, "?\nflagstaff\nmemphis\n?\nexpand to St L\n\nhelp\nexit\n")
    assert "  towns: ['flagstaff'" in output
    assert "  expand to Washington from Memphis  $1" in output


def test_the_question_offers_increases_and_bonus_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    opening = "flagstaff\nmemphis\nexpand St L\n\nexpand Phoenix\n\n?\n"
    output = type_keys(capsys, opening)
    assert "  increase St. Louis" in output
    assert "  bonus cash" in output


def test_the_end_of_input_ends_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert type_keys(capsys, "\n\nflag").count("Red>") == 3


def test_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    output = type_keys(capsys, "Flagstaff\n", "--language", "fr")
    assert "Rouge commence à Flagstaff" in output


def test_a_random_game_prints_a_record_that_agrees_with_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = type_keys(capsys, "", "--random", "--seed", "5", "--boom")
    assert check(from_json(printed.encode())).status == "ended"


def test_it_runs_as_a_module() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "games.domain.play", "--help"], capture_output=True, check=True
    )
    assert b"--region-tiles" in process.stdout


def test_everything_on_the_table_is_drawn() -> None:
    state = lay(
        3,
        "chicago: blue red\nomaha scored: red\nreno: nobody\ndenver: orange",
        options=Options(boom=True, milestones=True),
        boom="chicago",
        markers={"heartland": "red"},
        track=["texas"],
        tiles={"deep-south": RegionTile("n08", "dollars", (10, 6, 3))},
        tools={"blue": ("route",)},
    )
    drawn = draw(state)
    assert "Chicago        7:  ● ■ · · · · ·" in drawn
    assert "Omaha          (4) ■" in drawn
    assert "Heartland 4/3/1 ■" in drawn
    assert "Deep South $10/$6/$3" in drawn
    assert "Boom: Chicago" in drawn
    assert "Northern Plains | Texas | 3 |" in drawn
    assert "  route" in drawn
    assert "milestone:" in drawn


def test_tiles_still_to_be_placed_are_drawn_as_questions() -> None:
    drawn = draw(replay(start(4, options=Options(layout="draft"), seed=1)))
    assert "Chicago        ?" in drawn
    assert "Heartland ?" in drawn


@pytest.mark.parametrize("name", ["ruleset-2-two-players-everything", "five-players"])
@pytest.mark.parametrize("language", WORDS)
def test_no_line_is_wider_than_a_mail_or_begins_as_a_quotation(
    name: str, language: Language
) -> None:
    for state in walk(events_of(name)):
        for line in draw(state, language).splitlines() if state.owners else ():
            assert len(line) <= 72
            assert not line.lstrip().startswith((">", "|", ":"))
