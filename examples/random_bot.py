"""Plays a game to its end at random: python -m examples.random_bot ADDRESS TOKEN [GAME]"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from franchise_client import Client, Illegal, Stale
from franchise_client.shapes import Body, Choices, GameTable, Kind


def play(client: Client, game: str, chance: Random) -> GameTable:
    for choices in client.moves(game, client.sit(game)):
        if (kind := choices["kind"]) is None:
            continue
        for body in bodies(kind, choices, chance):
            with suppress(Illegal, Stale):
                client.play(game, kind, body, version=choices["version"])
                break
    return client.table(game)


def bodies(kind: Kind, choices: Choices, chance: Random) -> Iterator[Body]:
    match kind:
        case "town":
            yield {"town": chance.choice(choices["towns"])}
        case "boom":
            yield {"boom": chance.choice(choices["cities"])}
        case "draft" if choices["places"]:
            place, tiles = chance.choice(list(choices["places"].items()))
            yield {"place": place, "tile": chance.choice(tiles)}
        case "draft":
            region = {"region": chance.choice(choices["regions"])} if choices["regions"] else {}
            yield {"tile": chance.choice(choices["tiles"]), **region}
        case "turn":
            yield from turns(choices, chance)


def turns(choices: Choices, chance: Random) -> Iterator[Body]:
    """The first ones may ask for more than can be paid; a pass is always possible."""
    bonus, tool = chance.choice([None, *choices["bonus"]]), chance.choice([None, *choices["use"]])
    ways = choices["use"][tool] if tool else choices["expand"]
    some = chance.sample(ways, min(len(ways), 2 if bonus == "expand" else 1))
    expand = [{k: v for k, v in way.items() if k in ("to", "from", "via")} for way in some]
    cities = [each["city"] for each in choices["increase"] if chance.random() < 0.25]
    double = cities[0] if cities and bonus == "share" else None
    boom = chance.choice([None, *(move["city"] for move in choices["boom"])])
    simple: Body = {"boom": boom, "use": [tool] if tool else [], "expand": expand}
    yield {**simple, "bonus": bonus, "increase": cities, "double": double}
    yield simple
    yield {"expand": expand[:1]}
    yield {}


if __name__ == "__main__":
    address, token, *given = sys.argv[1:]
    with Client(address, token) as client:
        games = given or [game["id"] for game in client.open_games()]
        print(play(client, games[0], Random())["final"])
