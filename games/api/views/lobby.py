"""Tables: made, listed, joined, left and started."""

from datetime import UTC, datetime
from typing import cast
from uuid import UUID

from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import person_of
from games.api import answers, bodies
from games.api.answers import game_table
from games.api.schema import call
from games.api.views.base import (
    ApiView,
    answer_for_cache,
    answer_played,
    etag_of,
    is_known,
    not_modified,
)
from games.api.wire import number_of, read
from games.domain.errors import Unreadable
from games.domain.events import SeatLeft
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Status, Terms, Watch
from games.doors import leave_order, open_table
from games.edge import new_seed
from games.invitations import invitation_by
from games.models import Game
from games.queries import games_of, public_games
from games.services import CommandIdReused, outcome_of


class Pages(CursorPagination):
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 100
    ordering = ("-changed", "id")

    def decode_cursor(self, request: Request) -> Cursor | None:
        """What was not made by us leads nowhere."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None:
            try:
                datetime.fromisoformat(str(cursor.position)).astimezone(UTC)
            except (ValueError, OverflowError) as error:
                raise NotFound(self.invalid_cursor_message) from error
        return cursor


class Games(ApiView):
    @call("listGames", "Games, the latest changed first")
    def get(self, request: Request) -> Response:
        query = request.query_params
        status, mine = query.get("status"), query.get("mine", "false")
        if status is not None and status not in Game.Status.values:
            raise Unreadable(status, Game.Status.values, path="status", problem="no such status")
        if mine not in ("true", "false"):
            raise Unreadable(
                mine, ("true", "false"), path="mine", problem="true or false is wanted"
            )
        if mine == "true" and not request.user.is_authenticated:
            raise NotAuthenticated
        person = person_of(request)
        games = games_of(person) if mine == "true" and person else public_games()
        if status is not None:
            games = games.filter(status=status)
        number_of(request, "limit", Pages.page_size, low=1, high=Pages.max_page_size)
        pages = Pages()
        page = pages.paginate_queryset(games, request, view=self) or []
        return Response(
            answers.Games(
                next=pages.get_next_link(),
                previous=pages.get_previous_link(),
                results=tuple(_listed_game(game) for game in page),
            )
        )

    @call("createGame", "Make a table; its maker takes a seat by joining", takes=bodies.NewGame)
    def post(self, request: Request) -> Response:
        body = read(request, bodies.NewGame)
        person = self.member()
        terms = Terms(
            body.name,
            person.pk,
            body.pace_hours,
            body.watch,
            body.take_backs,
            body.bank_hours,
            body.weekends_off,
            body.when_late,
        )
        order = CreateGame(terms, body.seats, body.options)
        outcome = open_table(order, person, command_id=self.key())
        where = {"Location": f"/api/games/{outcome.game_id}/", "ETag": etag_of(outcome.version)}
        return Response(game_table(outcome.game_id, outcome.table), status=201, headers=where)


def _listed_game(game: Game) -> answers.ListedGame:
    return answers.ListedGame(
        id=game.pk,
        name=game.name,
        version=game.version,
        status=cast("Status", game.status),
        watch=cast("Watch", game.watch),
        owner=game.owner_id,
        turn=game.turn,
        mover=game.mover_id,
        deadline=None if game.deadline is None else int(game.deadline.timestamp()),
        created=game.created,
        changed=game.changed,
        seats=tuple(
            answers.ListedSeat(
                seat=seat.number,
                player=seat.player_id,
                name=None if seat.player is None else seat.player.display_name,
                bot=seat.bot or None,
            )
            for seat in game.seats.all()
        ),
    )


class OneGame(ApiView):
    @call("getGame", "The table; its ETag is the version")
    def get(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        if is_known(request, view.version):
            return not_modified(view.version)
        return answer_for_cache(
            view, view.version, for_ever=False, data=game_table(game_id, view.state)
        )


class JoinGame(ApiView):
    @call("joinGame", "Take a seat, or seat a computer player", takes=bodies.Join)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.Join)
        if body.bot is not None:
            return self.act(self.see(game_id), TakeSeat(bot=body.bot, seat=body.seat))
        invitation = invitation_by(body.invitation, game_id)
        if invitation is None:
            view = self.see(game_id)
            return self.act(view, TakeSeat(player=self.member().pk, seat=body.seat))
        return self.sit(TakeSeat(player=self.member().pk, seat=body.seat), invitation)


class LeaveGame(ApiView):
    @call("leaveGame", "Give a seat up before the game starts", takes=bodies.Leave)
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_wanted = read(request, bodies.Leave).seat
        response = self._answer_again(game_id, seat_wanted)
        if response is None:
            view = self.see(game_id)
            response = self.act(view, leave_order(view, seat_wanted))
        return response

    def _answer_again(self, game_id: UUID, seat_wanted: int | None) -> Response | None:
        """Whoever asks again under the same key has left the table by then."""
        key = self.key()
        outcome = outcome_of(game_id, key) if key else None
        if outcome is None:
            return None
        match outcome.events:
            case (SeatLeft(seat=seat),) if seat_wanted in (None, seat):
                return answer_played(outcome)
            case _:
                raise CommandIdReused(key)


class StartTheGame(ApiView):
    @call("startGame", "Start it: every seat is taken", takes=bodies.Start)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.Start)
        return self.act(self.see(game_id), StartGame(new_seed(), first=body.first))
