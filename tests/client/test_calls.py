"""The calls against the real server, and what they are refused with."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import franchise_client.shapes
from franchise_client import Client, Illegal, Refused, Stale
from games.domain.state import Terms
from games.models import Person
from tests.analyses.finished import analyse, end_game
from tests.api.calls import token_of
from tests.doing import start_game, table_of
from tests.people import Cast
from tools.client_shapes import TARGET, client_shapes

ROOT = Path(__file__).parents[2]


def test_a_table_is_made_filled_and_started(server: str, people: Cast) -> None:
    with Client(server, token_of(people.ada)) as ada, Client(server, token_of(people.bob)) as bob:
        game = ada.create("Coast to coast", 2, watch="public", pace_hours=24)["game"]["id"]
        assert ada.sit(game) == ada.sit(game) == 0
        assert [each["id"] for each in bob.open_games()] == [game]
        assert bob.join(game, seat=1)["events"][0]["event"]["player"] == bob.me()["id"]
        assert list(bob.open_games()) == []
        assert bob.leave(game)["table"]["seats"][1]["player"] is None
        strongest = ada.computer_players()[-1]
        assert strongest["title"] == "Master"
        ada.join(game, bot=strongest["name"])
        assert ada.start(game, first=1)["table"]["status"] == "towns"
        assert [each["id"] for each in ada.games(status="towns", mine=True)] == [game]


def test_games_are_listed_over_all_pages(server: str, people: Cast) -> None:
    with Client(server, token_of(people.ada)) as ada, Client(server) as anybody:
        made = {ada.create("Many", 2, watch="public")["game"]["id"] for _ in range(60)}
        assert {game["id"] for game in anybody.games()} == made


def test_a_token_to_read_nothing_is_enough_for_public_games_alone(
    server: str, people: Cast
) -> None:
    game = str(start_game(people))
    with Client(server) as anybody:
        with pytest.raises(Refused, match="not-found"):
            anybody.table(game)
        with pytest.raises(Refused, match="not-signed-in"):
            anybody.me()
        assert anybody.ruleset("franchise-1")["colours"][0] == "blue"


def test_a_turn_is_tried_out_played_and_taken_back(server: str, people: Cast) -> None:
    game = str(start_game(people))
    with Client(server, token_of(people.ada)) as ada:
        choices = ada.options(game)
        way = choices["expand"][0]
        turn = franchise_client.shapes.Turn(expand=[{"to": way["to"], "from": way["from"]}])
        version = choices["version"]
        tried = ada.preview(game, turn, version=version)
        assert ada.what_if(game, [turn, {}], at=version)["steps"][0]["events"] == tried["events"]
        played = ada.take_turn(game, turn, version=version)
        assert played["table"]["places"] == tried["table"]["places"]
        assert ada.take_back(game, version)["table"]["turn"] == 1
        assert len(ada.record(game)["entries"]) == ada.table(game)["version"]


def test_choices_of_the_set_up_are_made_one_after_another(server: str, people: Cast) -> None:
    with Client(server, token_of(people.ada)) as ada, Client(server, token_of(people.bob)) as bob:
        game = ada.create(
            "All of it", 2, watch="public", options={"layout": "draft", "boom": True}
        )["game"]["id"]
        players = [ada, bob]
        assert [each.sit(game) for each in players] == [0, 1]
        table = ada.start(game)["table"]
        while table["status"] != "playing":
            choices = ada.options(game)
            mover, version = players[choices["seat"] or 0], choices["version"]
            if choices["kind"] == "town":
                done = mover.choose_town(game, choices["towns"][0], version=version)
            elif choices["kind"] == "boom":
                done = mover.place_boom(game, choices["cities"][0], version=version)
            elif choices["places"]:
                place, tiles = next(iter(choices["places"].items()))
                done = mover.draft(game, tiles[0], place=place, version=version)
            else:
                tile, region = choices["tiles"][0], choices["regions"][0]
                done = mover.draft(game, tile, region=region, version=version)
            table = done["table"]
        assert table["boom"] is not None


def test_a_game_that_has_ended_is_looked_at_again(server: str, people: Cast) -> None:
    game = end_game(people)
    with Client(server, token_of(people.ada)) as ada:
        assert ada.analysis(str(game)) == {"done": 0, "turns": 0, "result": None}
        analyse(game)
        analysis = ada.analysis(str(game))
        result = analysis["result"]
        assert result is not None
        assert analysis["done"] == analysis["turns"] == len(result["turns"])
        dear = result["turns"][result["turning_points"][0] - 1]
        order = {key: value for key, value in dear["best"].items() if value}
        (step,) = ada.what_if(str(game), [order], at=dear["version"])["steps"]
        assert step["seat"] == dear["seat"]


def test_programs_that_join_at_once_all_get_a_seat(server: str) -> None:
    tokens = [token_of(Person.objects.create(username=f"bot {number}")) for number in range(5)]

    def seat(token: str) -> int:
        with Client(server, token) as client:
            return client.sit(game)

    with Client(server, tokens[0]) as host:
        game = host.create("Rush", 5, watch="public")["game"]["id"]
    with ThreadPoolExecutor(5) as together:
        assert sorted(together.map(seat, tokens)) == [0, 1, 2, 3, 4]


def test_the_players_agree_to_a_pause_and_end_it(server: str, people: Cast) -> None:
    game = str(start_game(people, terms=Terms("Slow", pace_hours=24)))
    with Client(server, token_of(people.ada)) as ada, Client(server, token_of(people.bob)) as bob:
        assert ada.pause(game)["table"]["game"]["pause_agreed"] == [0]
        with pytest.raises(Refused, match="already-agreed"):
            ada.pause(game)
        paused = bob.pause(game)["table"]["game"]
        assert (paused["paused"], paused["deadline"]) == (True, None)
        assert ada.resume(game)["table"]["game"]["paused"] is False


def test_the_players_agree_to_the_newer_ruleset(server: str, people: Cast) -> None:
    game = str(start_game(people, ruleset="franchise-1"))
    with Client(server, token_of(people.ada)) as ada, Client(server, token_of(people.bob)) as bob:
        for ruleset, agreed in (("franchise-2", [0]), ("franchise-1", []), ("franchise-2", [0])):
            table = ada.choose_ruleset(game, ruleset)["table"]
            assert (table["ruleset"], table["game"]["ruleset_agreed"]) == ("franchise-1", agreed)
        assert bob.choose_ruleset(game, "franchise-2")["table"]["ruleset"] == "franchise-2"


def test_an_illegal_turn_says_what_is_possible_and_a_stale_one_where_the_game_is(
    server: str, people: Cast
) -> None:
    game = start_game(people)
    version = table_of(game).version
    with Client(server, token_of(people.ada)) as ada:
        with pytest.raises(Illegal) as illegal:
            ada.take_turn(str(game), {"expand": [{"to": "new-york"}]}, version=version)
        refusal = illegal.value
        assert (refusal.status, refusal.rule, refusal.value) == (422, "T2", "new-york")
        ways = ada.options(str(game))["expand"]
        assert {way["to"] for way in ways} <= set(refusal.possible)
        with pytest.raises(Stale) as stale:
            ada.take_turn(str(game), {}, version=version - 1)
        assert (stale.value.status, stale.value.version) == (409, version)
        with pytest.raises(Refused) as slip:
            ada.take_turn(str(game), {"increase": ["chicgo"]}, version=version)
        assert (slip.value.code, slip.value.possible) == ("unreadable", ["chicago"])
        assert slip.value.facts["path"] == "$.increase[0]"
    assert table_of(game).version == version


def test_an_address_with_no_server_of_ours_is_refused_too(server: str, people: Cast) -> None:
    with Client(f"{server}/elsewhere") as lost, pytest.raises(Refused, match="http-404"):
        lost.ruleset("franchise-1")
    with pytest.raises(ValueError, match="is no address"):
        Client("franchise.example")


def test_the_clients_types_are_made_of_what_the_server_answers_with() -> None:
    assert TARGET.read_text() == client_shapes(), "stale: make client"


def test_the_client_needs_nothing_but_python() -> None:
    alone = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import franchise_client"
    process = subprocess.run(
        [sys.executable, "-I", "-S", "-c", alone], capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
