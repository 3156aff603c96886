"""The weights of the evaluation, as they were learned: data, a file for each number of players."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

from msgspec import Struct, json

from games.bots.patterns import Key


class Lesson(Struct):
    """What a file holds: how it was learned, and the weight of each key, its parts by spaces."""

    players: int
    games: int
    seed: int
    weights: dict[str, float]


@cache
def weights_for(players: int) -> Mapping[Key, float]:
    file = resources.files(__package__).joinpath("learned", f"{players}.json")
    lesson = json.decode(file.read_bytes(), type=Lesson)
    return {read_key(name): weight for name, weight in lesson.weights.items()}


def read_key(name: str) -> Key:
    head, *parts = name.split()
    return (head, *map(int, parts))


def write_key(key: Key) -> str:
    return " ".join(map(str, key))
