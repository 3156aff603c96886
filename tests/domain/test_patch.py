"""JSON merge patches (RFC 7396)."""

from games.domain.patch import Plain, apply_patch, difference

BEFORE: Plain = {"turn": 3, "boom": "chicago", "places": {"omaha": {"owners": [1]}, "reno": {}}}
AFTER: Plain = {"turn": 4, "places": {"omaha": {"owners": [1, 0]}, "reno": {}}, "track": [2]}


def test_a_patch_holds_what_is_new_and_null_for_what_is_gone() -> None:
    assert difference(BEFORE, AFTER) == {
        "turn": 4,
        "boom": None,
        "places": {"omaha": {"owners": [1, 0]}},
        "track": [2],
    }
    assert difference(AFTER, AFTER) == {}


def test_a_patch_leads_from_one_value_to_the_other_and_changes_neither() -> None:
    before = repr(BEFORE)
    assert apply_patch(BEFORE, difference(BEFORE, AFTER)) == AFTER
    assert repr(BEFORE) == before


def test_an_object_takes_the_place_of_what_was_none_and_the_other_way_round() -> None:
    assert apply_patch({"boom": "reno"}, {"boom": {"city": "omaha"}}) == {"boom": {"city": "omaha"}}
    assert difference({"boom": {}}, {"boom": "reno"}) == {"boom": "reno"}
