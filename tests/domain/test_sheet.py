"""The score sheet: every kind of event in words."""

from games.domain import Options
from games.domain.board import RegionTile
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.events import (
    DearLinkMarked,
    IncomeCollected,
    TileChosen,
    TilePlaced,
    TilesDealt,
    TurnEnded,
)
from games.domain.evolve import replay
from games.domain.notation import WORDS, sheet
from games.domain.notation.score_sheet import outcome
from games.domain.setup import start
from tests.domain.games import events_of
from tests.domain.tables import FIRST, lay, turn
from tests.domain.test_regions import TWO_REGIONS

EVERYTHING = Options(milestones=True, boom=True)


def test_one_line_a_turn_in_each_language() -> None:
    table = lay(
        4, "detroit: blue\nomaha: red red blue", money={"blue": 9}, markers={"heartland": "red"}
    )
    events = turn(table, expand=[{"to": "chicago"}], increase=["omaha"])
    assert sheet(events) == ("Blue: Detroit > Chicago $3, + Omaha; Omaha scored: Red 2",)
    assert sheet(events, "fr") == (
        "Bleu\u202f: Detroit > Chicago 3\xa0$, + Omaha\u202f; Omaha évaluée\u202f: Rouge 2",
    )
    assert sheet(events, "de") == (
        "Blau: Detroit > Chicago 3\xa0$, + Omaha; Omaha gewertet: Rot 2",
    )


def test_bonus_tiles_and_passes() -> None:
    table = lay(4, "omaha: blue\nchicago: blue")
    assert sheet(turn(table)) == ("Blue: passes",)
    assert sheet(turn(table, bonus="cash")) == ("Blue: bonus $10",)
    doubled = turn(table, bonus="share", increase=["chicago"], double="chicago")
    assert sheet(doubled) == ("Blue: + Chicago, bonus share, ++ Chicago",)


def test_the_boom_marker_a_tool_and_a_chain() -> None:
    table = lay(
        4,
        "ogallala: blue",
        boom="omaha",
        tools={"blue": ("development",)},
        options=EVERYTHING,
        money={"blue": 9},
    )
    events = turn(table, boom="chicago", use="development", expand=[{"to": "el-paso"}])
    assert sheet(events) == (
        "Blue: Boom > Chicago, use development, Ogallala > Oklahoma City > El Paso $2",
    )


def test_a_region_its_marker_and_the_track() -> None:
    table = lay(5, "new-york: red red blue red red\npittsburgh scored: blue", to_move="red")
    assert sheet(turn(table, increase=["new-york"])) == (
        "Red: + New York; New York scored: Red 8; Red marks Northeast; "
        "Northeast scored: Blue 6, Red 5, track 1: Red 3",
    )


def test_T12_increases_stand_in_the_order_in_which_they_open() -> None:
    table = lay(5, "detroit: blue\nomaha: blue", money={"blue": 9})
    body = {"increase": ["omaha", "detroit"], "order": ["detroit", "omaha"]}
    assert sheet(turn(table, **body)) == ("Blue: + Detroit, + Omaha",)


def test_T12_by_the_first_ruleset_an_increase_may_open_before_an_expansion() -> None:
    table = lay(5, "detroit: blue\nomaha: blue", money={"blue": 9}, ruleset=FIRST)
    body = {"expand": [{"to": "chicago"}], "increase": ["omaha"], "order": ["omaha"]}
    assert sheet(turn(table, **body)) == (
        "Blue: Detroit > Chicago $3, + Omaha, Omaha before Chicago",
    )


def test_T18_regions_in_the_players_order() -> None:
    table = lay(5, TWO_REGIONS, markers={"texas": "red", "northeast": "blue"})
    body = {"increase": ["pittsburgh"], "regions": ["northeast"]}
    told = [
        sheet(turn(table, **body), language)[0].split(WORDS[language].semicolon)[0]
        for language in WORDS
    ]
    assert told == [
        "Blue: + Pittsburgh, Northeast before Texas",
        "Blau: + Pittsburgh, Nordosten vor Texas",
        "Bleu\u202f: + Pittsburgh, Nord-Est avant Texas",
    ]


def test_dollars_of_a_region() -> None:
    dollars = RegionTile("n08", "dollars", (10, 6, 3))
    table = lay(
        5,
        "new-york scored: red\npittsburgh: red",
        to_move="red",
        markers={"northeast": "red"},
        tiles={"northeast": dollars},
    )
    (line,) = sheet(turn(table, increase=["pittsburgh"]))
    assert line.endswith("Northeast scored: Red $10, track 1: Red 3")


def test_a_whole_game_from_its_towns_to_its_end() -> None:
    lines = sheet(events_of(3, EVERYTHING, 5))
    assert " starts in " in lines[0]
    assert lines[3].count("Boom > ") == 1
    assert lines[-1].startswith("The game is over: Blue ")
    assert any("milestone" in line for line in lines)


def test_M4_the_mark_of_a_first_8_dollar_link() -> None:
    events = (IncomeCollected(0, 0, 1), DearLinkMarked(0, franchise=True), TurnEnded(0, 1))
    assert sheet(events) == ("Blue: passes; Blue marks two $8 links",)


def test_time_that_ran_out() -> None:
    state = replay(start(2, options=Options(introductory=True), seed=1))
    (line,) = sheet(decide(state, command("time-out", state.mover, {})))
    assert line.endswith(": time ran out")


def test_tiles_of_a_draft() -> None:
    lines = sheet(
        [
            TilePlaced(0, "chicago", 8, 1),
            TileChosen(1, "n12", 0, last=True),
            TilesDealt(("n12", "n01")),
            TilePlaced(0, "texas", "n12", 1),
        ]
    )
    assert lines == (
        "Blue places 8: Chicago",
        "Red chooses n12",
        "n12, n01",
        "Blue places n12: Texas",
    )


def test_what_comes_of_a_turn_is_told_apart_from_what_was_done() -> None:
    table = lay(4, "omaha: red red blue\nchicago: blue", markers={"heartland": "red"})
    assert outcome(turn(table, increase=["omaha"])) == ("Omaha scored: Red 2",)
    assert outcome(turn(table, increase=["chicago"])) == ()
    assert outcome(()) == ()
