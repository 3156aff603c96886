"""What a player asks for, read from JSON, and the faults that are named on the way."""

import msgspec
import pytest

from games.domain import Command, Unreadable, commands

FULL_TURN = commands.TakeTurn(
    seat=3,
    boom="chicago",
    bonus="expand",
    expand=(
        commands.Expansion("chicago", origin="detroit"),
        commands.Expansion("reno", via=("omaha", "pueblo")),
    ),
    increase=("omaha", "denver"),
    double="omaha",
    use=("route", "development"),
    order=("denver", "chicago"),
    regions=("texas", "heartland"),
)


def unreadable(kind: str, body: dict[str, object]) -> Unreadable:
    with pytest.raises(Unreadable) as refused:
        commands.command(kind, 0, body)
    assert refused.value.rule is None
    assert refused.value.code == "unreadable"
    return refused.value


@pytest.mark.parametrize(
    ("kind", "body", "order"),
    [
        ("town", {"town": "reno"}, commands.ChooseTown(1, "reno")),
        ("boom", {"boom": "chicago"}, commands.PlaceBoom(1, "chicago")),
        ("draft", {"place": "chicago", "tile": 8}, commands.PlaceCityTile(1, "chicago", 8)),
        ("draft", {"region": "texas", "tile": "n01"}, commands.PlaceRegionTile(1, "texas", "n01")),
        ("draft", {"tile": "n01"}, commands.ChooseTile(1, "n01")),
        ("turn", {}, commands.TakeTurn(1)),
        ("time-out", {}, commands.RunOutOfTime(1)),
    ],
)
def test_every_kind_of_command_is_read(kind: str, body: dict[str, object], order: Command) -> None:
    assert commands.command(kind, 1, body) == order


def test_a_turn_with_all_its_keys_is_read() -> None:
    body = {
        "boom": "chicago",
        "bonus": "expand",
        "expand": [
            {"to": "chicago", "from": "detroit"},
            {"to": "reno", "via": ["omaha", "pueblo"]},
        ],
        "increase": ["omaha", "denver"],
        "double": "omaha",
        "use": ["route", "development"],
        "order": ["denver", "chicago"],
        "regions": ["texas", "heartland"],
    }
    assert commands.command("turn", 3, body) == FULL_TURN


def test_null_stands_for_a_key_that_is_left_out() -> None:
    body = {"boom": None, "bonus": None, "double": None, "use": None}
    assert commands.command("turn", 1, body) == commands.TakeTurn(1)


def test_an_unknown_kind_is_refused_with_all_the_known_ones() -> None:
    refusal = unreadable("trun", {})
    assert refusal.value == "trun"
    assert refusal.possible == ("town", "draft", "boom", "turn", "time-out")
    assert str(refusal) == "kind: no command is called 'trun'."


@pytest.mark.parametrize("seat", ["0", None, 1.0, True])
def test_a_seat_that_is_no_whole_number_is_refused(seat: object) -> None:
    with pytest.raises(Unreadable) as refused:
        commands.command("turn", seat, {})  # type: ignore[arg-type]
    assert (refused.value.value, refused.value.facts["path"]) == (seat, "seat")
    assert str(refused.value) == "seat: a seat is a whole number from 0."


@pytest.mark.parametrize("kind", ["town", "boom", "draft", "turn", "time-out"])
def test_an_unknown_key_is_refused_by_its_name(kind: str) -> None:
    body: dict[str, object] = {"town": "reno", "boom": "chicago", "tile": "n01", "speed": 9}
    known = {"town": ["town"], "boom": ["boom"], "draft": ["tile"]}.get(kind, [])
    refusal = unreadable(kind, {key: body[key] for key in [*known, "speed"]})
    assert "unknown field `speed`" in str(refusal)
    assert refusal.facts["path"] == "$"


def test_an_unknown_key_inside_is_refused_with_its_path() -> None:
    refusal = unreadable("turn", {"expand": [{"to": "reno"}, {"to": "omaha", "by": "train"}]})
    assert refusal.facts["path"] == "$.expand[1]"
    assert "unknown field `by`" in str(refusal)


@pytest.mark.parametrize(("kind", "key"), [("town", "town"), ("boom", "boom"), ("draft", "tile")])
def test_a_missing_key_is_refused_by_its_name(kind: str, key: str) -> None:
    refusal = unreadable(kind, {})
    assert refusal.facts["path"] == "$"
    assert f"missing required field `{key}`" in str(refusal)


@pytest.mark.parametrize(
    ("kind", "body", "path", "expected"),
    [
        ("town", {"town": 7}, "$.town", "Expected `str`"),
        ("draft", {"tile": None}, "$.tile", "Expected `int | str`"),
        ("turn", {"increase": "omaha"}, "$.increase", "Expected `array`"),
        ("turn", {"increase": ["omaha", 4]}, "$.increase[1]", "Expected `str`"),
        ("turn", {"expand": [{"to": 4}]}, "$.expand[0].to", "Expected `str`"),
        ("turn", {"bonus": "money"}, "$.bonus", "Invalid enum value 'money'"),
        ("turn", {"use": "car"}, "$.use", "Invalid enum value 'car'"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_with_its_path(
    kind: str, body: dict[str, object], path: str, expected: str
) -> None:
    refusal = unreadable(kind, body)
    assert (refusal.value, refusal.facts["path"]) == (body, path)
    assert str(refusal).startswith(f"{path}: {expected}")


def test_a_body_that_is_no_object_is_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        commands.command("turn", 0, ["omaha"])  # type: ignore[arg-type]
    assert (refused.value.value, refused.value.facts["path"]) == (["omaha"], "$")


@pytest.mark.parametrize(
    ("kind", "body", "path"),
    [
        ("town", {"town": "omahaa"}, "$.town"),
        ("boom", {"boom": "omahaa"}, "$.boom"),
        ("draft", {"place": "omahaa", "tile": 4}, "$.place"),
        ("turn", {"boom": "omahaa"}, "$.boom"),
        ("turn", {"expand": [{"to": "omahaa"}]}, "$.expand[0].to"),
        ("turn", {"expand": [{"to": "reno", "from": "omahaa"}]}, "$.expand[0].from"),
        ("turn", {"expand": [{"to": "reno", "via": ["denver", "omahaa"]}]}, "$.expand[0].via[1]"),
        ("turn", {"increase": ["denver", "omahaa"]}, "$.increase[1]"),
        ("turn", {"double": "omahaa"}, "$.double"),
        ("turn", {"order": ["omahaa"]}, "$.order[0]"),
    ],
)
def test_an_unknown_place_is_refused_with_its_path_and_the_nearest_names(
    kind: str, body: dict[str, object], path: str
) -> None:
    refusal = unreadable(kind, body)
    assert (refusal.value, refusal.facts["path"]) == ("omahaa", path)
    assert refusal.possible[0] == "omaha"
    assert str(refusal) == f"{path}: there is no place 'omahaa'."


def test_the_nearest_name_stands_first() -> None:
    assert unreadable("town", {"town": "los-vegas"}).possible == ("las-vegas", "los-angeles")


def test_a_name_near_to_none_is_refused_without_a_suggestion() -> None:
    assert unreadable("town", {"town": "xyz"}).possible == ()


@pytest.mark.parametrize(
    ("kind", "body", "path"),
    [
        ("draft", {"region": "texsa", "tile": "n01"}, "$.region"),
        ("turn", {"regions": ["heartland", "texsa"]}, "$.regions[1]"),
    ],
)
def test_an_unknown_region_is_refused_with_its_path_and_the_nearest_names(
    kind: str, body: dict[str, object], path: str
) -> None:
    refusal = unreadable(kind, body)
    assert (refusal.value, refusal.facts["path"]) == ("texsa", path)
    assert refusal.possible == ("texas",)


@pytest.mark.parametrize(
    "body",
    [
        {"tile": 8},
        {"tile": 8, "region": "texas"},
        {"tile": "n01", "place": "chicago"},
        {"tile": 8, "place": "chicago", "region": "texas"},
        {"tile": "n01", "place": "chicago", "region": "texas"},
    ],
)
def test_X3_a_draft_of_another_shape_is_refused(body: dict[str, object]) -> None:
    refusal = unreadable("draft", body)
    assert (refusal.value, refusal.facts["path"]) == (body["tile"], "$")
    assert "a place and a tile's number, a region and a tile's id" in str(refusal)


def test_a_command_as_json_names_its_kind() -> None:
    assert msgspec.json.encode(commands.TakeTurn(2, increase=("omaha",))) == (
        b'{"type":"turn","seat":2,"increase":["omaha"]}'
    )
