"""Tables: made, listed, joined, left and started."""

from datetime import UTC, datetime
from uuid import UUID

from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import GameView, NotOwner, person_of, seat_of
from games.api import bodies
from games.api.answers import game_table, listed, played
from games.api.schema import call
from games.api.views.base import ApiView, answer_for_cache, etag_of, is_known, not_modified
from games.api.wire import command_id, number_of, read
from games.changes import change_table
from games.domain.errors import Unreadable
from games.domain.events import SeatLeft
from games.domain.lobby import (
    CreateGame,
    LeaveSeat,
    LobbyCommand,
    StartGame,
    TakeOver,
    TakeSeat,
)
from games.domain.state import Terms
from games.edge import new_seed
from games.invitations import invitation_by, sit_down
from games.models import Game, Invitation
from games.opening import open_table
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
            {
                "next": pages.get_next_link(),
                "previous": pages.get_previous_link(),
                "results": [listed(game) for game in page],
            }
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
        key = command_id(request, person.pk)
        outcome = open_table(order, person, command_id=key)
        where = {"Location": f"/api/games/{outcome.game_id}/", "ETag": etag_of(outcome.version)}
        return Response(game_table(outcome.game_id, outcome.table), status=201, headers=where)


class OneGame(ApiView):
    @call("getGame", "The table; its ETag is the version")
    def get(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        if is_known(request, view.version):
            return not_modified(view.version)
        return answer_for_cache(
            view, view.version, for_ever=False, data=game_table(game_id, view.state)
        )


class LobbyView(ApiView):
    def do(self, game_id: UUID, order: LobbyCommand) -> Response:
        key = command_id(self.request, self.person().pk)
        outcome = change_table(game_id, order, self.person(), command_id=key)
        return Response(played(outcome), headers={"ETag": etag_of(outcome.version)})

    def sit(
        self, game_id: UUID, order: TakeSeat | TakeOver, invitation: Invitation | None
    ) -> Response:
        key = command_id(self.request, self.person().pk)
        outcome = sit_down(game_id, order, self.person(), invitation, command_id=key)
        return Response(played(outcome), headers={"ETag": etag_of(outcome.version)})

    def require_owner(self, game_id: UUID) -> GameView:
        view = self.see(game_id)
        if view.state.terms.owner != self.person().pk:
            raise NotOwner
        return view


class JoinGame(LobbyView):
    @call("joinGame", "Take a seat, or seat a computer player", takes=bodies.Join)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.Join)
        if body.bot is not None:
            self.require_owner(game_id)
            return self.do(game_id, TakeSeat(bot=body.bot, seat=body.seat))
        invitation = invitation_by(body.invitation, game_id)
        if invitation is None:
            self.see(game_id)
        return self.sit(game_id, TakeSeat(player=self.member().pk, seat=body.seat), invitation)


class LeaveGame(LobbyView):
    @call("leaveGame", "Give a seat up before the game starts", takes=bodies.Leave)
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_wanted = read(request, bodies.Leave).seat
        return self._answer_again(game_id, seat_wanted) or self.do(
            game_id, self._leave_order(game_id, seat_wanted)
        )

    def _answer_again(self, game_id: UUID, seat_wanted: int | None) -> Response | None:
        """Whoever asks again under the same key has left the table by then."""
        key = command_id(self.request, self.person().pk)
        outcome = outcome_of(game_id, key) if key else None
        if outcome is None:
            return None
        match outcome.events:
            case (SeatLeft(seat=seat),) if seat_wanted in (None, seat):
                return Response(played(outcome), headers={"ETag": etag_of(outcome.version)})
            case _:
                raise CommandIdReused(key)

    def _leave_order(self, game_id: UUID, seat_wanted: int | None) -> LeaveSeat:
        state, person = self.see(game_id).state, self.person().pk
        seats = state.setup.seats
        if seat_wanted is not None and state.terms.owner == person and seat_wanted < len(seats):
            return LeaveSeat(seat_wanted, seats[seat_wanted].player)
        own = seat_of(self.person(), state)
        if seat_wanted not in (None, own):
            raise NotOwner
        return LeaveSeat(own, person)


class StartTheGame(LobbyView):
    @call("startGame", "Start it: every seat is taken", takes=bodies.Start)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.Start)
        self.require_owner(game_id)
        return self.do(game_id, StartGame(new_seed(), first=body.first))
