"""Every draw of a game can be recomputed from its seed."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest

from games.domain.chance import Draws

HALF = 1 << 63


def printed_number(seed: int, purpose: str, k: int) -> int:
    """What `printf %s seed/purpose/k | sha256sum` begins with."""
    return int(sha256(f"{seed}/{purpose}/{k}".encode()).hexdigest()[:16], 16)


def test_a_draw_is_the_remainder_of_the_first_8_bytes_of_the_hash() -> None:
    draws = Draws(7, "first player")
    drawn = [draws.below(5) for _ in range(20)]
    assert drawn == [printed_number(7, "first player", k) % 5 for k in range(20)]


def test_the_same_seed_and_purpose_draw_the_same() -> None:
    assert [Draws(7, "tiles").below(1000) for _ in range(3)] == [Draws(7, "tiles").below(1000)] * 3


@pytest.mark.parametrize("other", [Draws(8, "tiles"), Draws(7, "milestones")])
def test_another_seed_or_another_purpose_draws_otherwise(other: Draws) -> None:
    draws = Draws(7, "tiles")
    assert [draws.below(1000) for _ in range(5)] != [other.below(1000) for _ in range(5)]


def test_a_draw_below_1_is_0() -> None:
    assert Draws(7, "tiles").below(1) == 0


def test_every_number_below_n_is_drawn_about_equally_often() -> None:
    draws = Draws(1, "dice")
    counts = Counter(draws.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(900 < count < 1100 for count in counts.values())


def test_draws_in_the_incomplete_last_stretch_are_left_out() -> None:
    n = HALF + 1
    draws = Draws(3, "a wide draw")
    drawn = [draws.below(n) for _ in range(20)]
    numbers = [printed_number(3, "a wide draw", k) for k in range(draws.count)]
    kept = [number for number in numbers if number < n]
    assert drawn == kept
    assert len(kept) < len(numbers)


def test_a_draw_just_inside_the_last_stretch_counts() -> None:
    n = printed_number(3, "a wide draw", 0) + 1
    assert n > HALF
    assert Draws(3, "a wide draw").below(n) == n - 1


def test_a_draw_just_outside_the_last_stretch_is_left_out() -> None:
    n = printed_number(3, "a wide draw", 0)
    draws = Draws(3, "a wide draw")
    draws.below(n)
    assert draws.count > 1


def test_a_shuffle_changes_the_last_item_first_and_draws_once_an_item() -> None:
    first, second = (printed_number(5, "shuffle", k) for k in (0, 1))
    items = ["a", "b", "c"]
    items[2], items[first % 3] = items[first % 3], items[2]
    items[1], items[second % 2] = items[second % 2], items[1]
    draws = Draws(5, "shuffle")
    assert draws.shuffle("abc") == tuple(items)
    assert draws.count == 2


@pytest.mark.parametrize("length", [0, 1, 2, 20])
def test_a_shuffle_is_a_permutation(length: int) -> None:
    items = range(length)
    assert sorted(Draws(5, "shuffle").shuffle(items)) == list(items)


def test_a_shuffle_leaves_the_given_items_as_they_are() -> None:
    items = list(range(20))
    assert Draws(5, "shuffle").shuffle(items) != tuple(items)
    assert items == list(range(20))


def test_all_orders_of_three_items_occur_about_equally_over_many_seeds() -> None:
    counts = Counter(Draws(seed, "shuffle").shuffle("abc") for seed in range(6000))
    assert set(counts) == set(permutations("abc"))
    assert all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_a_draw_below_nothing_or_beyond_the_range_is_an_error(n: int) -> None:
    with pytest.raises(ValueError, match=f"not below {n}"):
        Draws(1, "test").below(n)
