"""What is read from JSON, and what a refusal says of a field that nobody knows."""

import pytest

from games.domain.board import PRINTED_BOARD
from games.domain.commands import TakeTurn, command
from games.domain.errors import Unreadable
from games.domain.reading import fields_at, read_value
from games.domain.state import Options


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ({"expnd": []}, ("expand",)),
        ({"expand": [{"to": "chicago", "form": "detroit"}]}, ("from",)),
    ],
)
def test_an_unknown_field_is_told_with_the_one_that_may_be_meant(
    body: dict[str, object], wanted: tuple[str, ...]
) -> None:
    with pytest.raises(Unreadable, match="may be meant") as refused:
        command("turn", 0, body, PRINTED_BOARD)
    assert refused.value.possible == wanted


def test_what_is_of_another_kind_is_told_with_its_place() -> None:
    with pytest.raises(Unreadable, match=r"\$\.milestones: Expected `bool`, got `int`"):
        read_value({"milestones": 3}, Options)


def test_the_fields_of_every_place_are_known() -> None:
    assert set(fields_at(TakeTurn | None, "$.expand[...]")) == {"to", "from", "via"}  # type: ignore[arg-type]
    assert "milestones" in set(fields_at(dict[str, Options], "$[...]"))
    assert not list(fields_at(dict[str, int], "$[...]"))


def test_a_value_that_is_none_of_a_few_is_told_with_those() -> None:
    with pytest.raises(Unreadable, match="possible are 1, 2, 3") as refused:
        read_value({"region_tiles": 9}, Options)
    assert refused.value.possible == (1, 2, 3)
