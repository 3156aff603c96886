"""The feed as an iterator, and replays without rules."""

from random import Random
from uuid import UUID

from franchise_client import Client, apply_patch, tables
from games.domain.playout import random_command
from games.services import act
from tests.api.calls import token_of
from tests.client.proxy import run_proxy
from tests.doing import play_at_random, start_game, table_of
from tests.people import HOST, Cast


def play_game(people: Cast, turns: int) -> UUID:
    """A game of many events, so that the feed takes more than one page."""
    game = start_game(people)
    chance = Random(turns)  # noqa: S311 - the same game each time
    for _ in range(turns):
        play_at_random(game, chance.randrange)
    return game


def test_the_feed_has_every_event_and_goes_on_from_the_middle(server: str, people: Cast) -> None:
    game = play_game(people, 30)
    last = table_of(game).version
    assert last > 100
    with Client(server, token_of(people.ada)) as ada:
        feed = ada.feed(str(game))
        whole = [next(feed) for _ in range(last)]
        assert [event["version"] for event in whole] == list(range(1, last + 1))
        later = ada.feed(str(game), after=whole[40]["version"])
        assert [next(later) for _ in range(last - 41)] == whole[41:]


def test_a_feed_that_has_all_waits_as_it_is_told_and_is_sent_nothing(
    server: str, people: Cast
) -> None:
    game = start_game(people)
    version = table_of(game).version
    waited: list[float] = []
    with run_proxy(server) as proxy, Client(server, token_of(people.bob)) as other:

        def wait(seconds: float) -> None:
            waited.append(seconds)
            if len(waited) == 3:
                act(game, random_command(table_of(game), lambda _: 0), actor=HOST)

        with Client(proxy.address, token_of(people.ada), wait=wait) as ada:
            event = next(ada.feed(str(game), after=version))
        assert event == other.events(str(game), after=version)["events"][0]
        assert [call.status for call in proxy.calls] == [304, 304, 304, 200]
        assert proxy.calls[0].sent["If-None-Match"] == f'"{version}"'
    assert waited == [3.0, 3.0, 3.0]


def test_the_patches_lead_from_the_first_table_to_the_last(server: str, people: Cast) -> None:
    game = play_game(people, 12)
    with Client(server, token_of(people.ada)) as ada:
        replay = ada.replay(str(game))
        states = list(tables(replay))
        assert [table["version"] for table in states] == list(range(replay["version"] + 1))
        assert states[0] == replay["first"]
        for version in (1, 20, replay["version"]):
            assert states[version] == ada.table_at(str(game), version)


def test_a_patch_sets_removes_and_goes_deep_and_the_table_before_it_stays() -> None:
    before = {"boom": "omaha", "places": {"omaha": {"owners": [0], "size": 3}}}
    patch = {
        "boom": None,
        "turn": 2,
        "places": {"omaha": {"owners": [0, 1]}, "denver": {"size": 1}},
    }
    assert apply_patch(before, patch) == {
        "turn": 2,
        "places": {"omaha": {"owners": [0, 1], "size": 3}, "denver": {"size": 1}},
    }
    assert before == {"boom": "omaha", "places": {"omaha": {"owners": [0], "size": 3}}}
