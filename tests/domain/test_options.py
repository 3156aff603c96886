"""What `options` offers, choice by choice."""

from games.domain import NEW_GAME, Options
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.legal import options
from games.domain.setup import start
from tests.domain.tables import lay


def test_nothing_is_offered_where_nobody_is_to_move() -> None:
    assert options(NEW_GAME) == {}
    last = lay(2, still=["red"])
    assert options(replay(decide(last, command("turn", 0, {})), last)) == {}


def test_free_towns_in_their_order_on_the_map() -> None:
    offered = options(replay(start(2, first=1, seed=1)))
    assert (offered["kind"], offered["seat"]) == ("town", 0)
    assert offered["towns"][:2] == ["flagstaff", "pueblo"]  # type: ignore[index]


def test_cities_for_the_boom_marker() -> None:
    chosen = Options(introductory=True, boom=True)
    offered = options(replay(start(2, first=1, options=chosen, seed=1)))
    assert (offered["kind"], offered["seat"]) == ("boom", 1)
    assert "chicago" in offered["cities"]  # type: ignore[operator]


def test_a_turn_with_its_costs() -> None:
    state = lay(5, "ogallala: blue\nomaha: blue red red", money={"blue": 1})
    assert options(state) == {
        "kind": "turn",
        "seat": 0,
        "income": 1,
        "money": 2,
        "boom": [],
        "expand": [
            {"to": "sioux-falls", "from": "ogallala", "cost": 1},
            {"to": "chicago", "from": "ogallala", "cost": 1},
            {"to": "chicago", "from": "omaha", "cost": 5, "needs": "cash"},
            {"to": "kansas-city", "from": "omaha", "cost": 5, "needs": "cash"},
            {"to": "dodge-city", "from": "omaha", "cost": 0},
            {"to": "dodge-city", "from": "ogallala", "cost": 1},
            {"to": "houston", "from": "omaha", "cost": 8, "needs": "cash"},
            {"to": "oklahoma-city", "from": "ogallala", "cost": 1},
        ],
        "increase": [{"city": "omaha", "cost": 1, "can_double": False}],
        "bonus": ["expand", "share", "cash"],
        "use": {},
        "pass": True,
    }


def test_the_boom_marker_with_the_income_it_would_bring() -> None:
    state = lay(5, "omaha: blue\nchicago: blue", boom="omaha", options=Options(boom=True))
    offered = {each["city"]: each["income"] for each in options(state)["boom"]}  # type: ignore[attr-defined]
    assert (offered["omaha"], offered["chicago"]) == (4, 5)


def test_the_route_tile_makes_any_one_link_free() -> None:
    state = lay(5, "ogallala: blue", tools={"blue": ("route",)}, turn=1)
    ways = options(state)["use"]["route"]  # type: ignore[index]
    assert {"to": "chicago", "from": "ogallala", "cost": 0} in ways


def test_the_development_tile_with_the_cheapest_chains_that_can_be_paid() -> None:
    state = lay(5, "ogallala: blue", tools={"blue": ("development",)}, turn=1, money={"blue": 1})
    ways = {way["to"]: way for way in options(state)["use"]["development"]}  # type: ignore[index]
    assert ways["el-paso"] == {
        "to": "el-paso",
        "from": "ogallala",
        "via": ["oklahoma-city"],
        "cost": 2,
    }
    assert "new-york" not in ways
    richer = lay(5, "ogallala: blue", tools={"blue": ("development",)}, money={"blue": 1})
    ways = {way["to"]: way for way in options(richer)["use"]["development"]}  # type: ignore[index]
    assert ways["detroit"]["needs"] == "cash"
