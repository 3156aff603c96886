"""A first turn by the client that openapi-generator makes for Python."""

import sys

from franchise_generated import ApiClient, Configuration, PlayApi, TablesApi
from franchise_generated.models import Expanded, Expansion, Join, NewGame, Options, Start, TurnBody


def main(server: str, token: str) -> None:
    with ApiClient(Configuration(host=server, access_token=token)) as client:
        tables, play = TablesApi(client), PlayApi(client)
        wanted = NewGame(name="By openapi-generator", seats=2, options=Options(introductory=True))
        game = tables.create_game(wanted).game.id
        for seat in (Join(), Join(bot="greedy")):
            tables.join_game(game, seat)
        tables.start_game(game, Start(first=0))
        offered = play.get_options(game)
        turn = TurnBody(expand=[Expansion(to=offered.expand[0].to)])
        seen = f'"{offered.version}"'
        played = play.take_turn(game_id=game, if_match=seen, turn_body=turn)
        events = [each.event.actual_instance for each in played.events]
        print(*(each.place for each in events if isinstance(each, Expanded)))


if __name__ == "__main__":
    main(*sys.argv[1:])
