"""JSON merge patches (RFC 7396)."""

import msgspec
from msgspec import Struct

from franchise_client import apply_patch
from games.domain.patch import Plain, difference, without_nulls


class Spot(Struct, frozen=True):
    owners: tuple[int, ...]
    size: int | None = None


class Map(Struct, frozen=True):
    turn: int
    boom: str | Spot | None = None
    places: dict[str, Spot] = {}
    track: tuple[int | None, ...] = ()


BEFORE = Map(3, "chicago", {"omaha": Spot((1,), 4), "reno": Spot(()), "waco": Spot(())})
AFTER = Map(4, None, {"omaha": Spot((1, 0)), "reno": Spot(())}, (2, None))


def as_json(plain: Plain) -> object:
    return msgspec.json.decode(msgspec.json.encode(plain))


def test_nulls_are_left_out_but_for_those_within_lists() -> None:
    assert without_nulls(AFTER) == {
        "turn": 4,
        "places": {"omaha": {"owners": (1, 0)}, "reno": {"owners": ()}},
        "track": (2, None),
    }


def test_a_patch_holds_what_is_new_and_null_for_what_is_gone() -> None:
    assert difference(BEFORE, AFTER) == {
        "turn": 4,
        "boom": None,
        "places": {"waco": None, "omaha": {"owners": (1, 0), "size": None}},
        "track": (2, None),
    }
    assert difference(AFTER, AFTER) == {}


def test_a_patch_leads_from_one_value_to_the_other_and_changes_neither() -> None:
    before = repr(BEFORE)
    for one, other in ((BEFORE, AFTER), (AFTER, BEFORE)):
        assert as_json(apply_patch(without_nulls(one), difference(one, other))) == as_json(
            without_nulls(other)
        )
    assert repr(BEFORE) == before


def test_an_object_takes_the_place_of_what_was_none_and_the_other_way_round() -> None:
    bare, marked, named = Map(1), Map(1, Spot((0,), 2)), Map(1, "reno")
    assert difference(bare, marked) == {"boom": {"owners": (0,), "size": 2}}
    assert difference(named, marked) == {"boom": {"owners": (0,), "size": 2}}
    assert difference(marked, named) == {"boom": "reno"}
    assert difference(marked, bare) == {"boom": None}
