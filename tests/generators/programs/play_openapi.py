"""A first turn by the client that openapi-python-client makes."""

import sys

from franchise_openapi.api.play import get_options, take_turn
from franchise_openapi.api.tables import create_game, join_game, start_game
from franchise_openapi.client import AuthenticatedClient
from franchise_openapi.models import (
    Choices,
    Expanded,
    Expansion,
    GameTable,
    Join,
    NewGame,
    Options,
    Played,
    Start,
    TurnBody,
)


def main(server: str, token: str) -> None:
    with AuthenticatedClient(base_url=server, token=token) as client:
        wanted = NewGame("By openapi-python-client", seats=2, options=Options(introductory=True))
        made = create_game.sync(client=client, body=wanted)
        assert isinstance(made, GameTable), made
        game = made.game.id
        for seat in (Join(), Join(bot="greedy")):
            joined = join_game.sync(game, client=client, body=seat)
            assert isinstance(joined, Played), joined
        started = start_game.sync(game, client=client, body=Start(first=0))
        assert isinstance(started, Played), started
        offered = get_options.sync(game, client=client)
        assert isinstance(offered, Choices), offered
        turn = TurnBody(expand=[Expansion(to=offered.expand[0].to)])
        seen = f'"{offered.version}"'
        played = take_turn.sync(game, client=client, body=turn, if_match=seen)
        assert isinstance(played, Played), played
        print(*(each.event.place for each in played.events if isinstance(each.event, Expanded)))


if __name__ == "__main__":
    main(*sys.argv[1:])
