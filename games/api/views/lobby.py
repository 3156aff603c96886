"""Tables: made, listed, joined, left and started; invitations to them, and what is agreed on there."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast
from uuid import UUID

from django.db.models import QuerySet
from msgspec import UNSET
from msgspec.structs import asdict
from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import person_of, see_game, see_kept_seat
from games.again import play_again
from games.api import answers, bodies
from games.api.game_table import EXPANDABLE, ExpandedTable, game_table, named_people
from games.api.once import NO_STORE
from games.api.schema import call
from games.api.tags import etag_of, name_of_table
from games.api.views.base import ApiView, answer_played, answer_removed, answer_unless_known
from games.api.wire import number_of, read
from games.bots import strength_of
from games.computers import computer_players
from games.domain import lobby
from games.domain.computer_change import WantComputer
from games.domain.errors import Unreadable
from games.domain.events import SeatLeft
from games.domain.moves import options
from games.domain.ruleset_change import AgreeRuleset, KeepRuleset
from games.domain.state import Status, Terms, Watch
from games.doors import leave_order, open_table
from games.edge import new_seed, now
from games.invitations import ends_at, invitation_by, invitations_of, invite, revoke
from games.models import Game
from games.queries import games_of, names_of, public_games
from games.services import CommandIdReused, outcome_of


class Pages(CursorPagination):
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 100
    ordering = ("-changed", "id")

    def read_page(self, games: QuerySet[Game], request: Request, view: ApiView) -> Sequence[Game]:
        number_of(request, "limit", self.page_size, low=1, high=self.max_page_size)
        return self.paginate_queryset(games, request, view=view) or []

    def addresses(self) -> dict[str, str | None]:
        """Of the pages around the one that was read."""
        return {"next": self.get_next_link(), "previous": self.get_previous_link()}

    def decode_cursor(self, request: Request) -> Cursor | None:
        """What was not made by us is refused."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is not None and cursor.position is not None:
                datetime.fromisoformat(str(cursor.position)).astimezone(UTC)
        except (NotFound, ValueError, OverflowError) as error:
            text = request.query_params["cursor"]
            problem = "take it from `next` or `previous` of a page, as it came"
            raise Unreadable(text, path="cursor", problem=problem) from error
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
        games = games.defer("snapshot")
        if status is not None:
            games = games.filter(status=status)
        pages = Pages()
        page = pages.read_page(games, request, self)
        results = tuple(map(_listed_game, page))
        return Response(answers.Games(**pages.addresses(), results=results))

    @call("createGame", "Make a table; its maker takes a seat by joining", takes=bodies.NewGame)
    def post(self, request: Request) -> Response:
        body = read(request, bodies.NewGame)
        person = self.member()
        given = asdict(body).items()
        agreed = {name: value for name, value in given if name in Terms.__struct_fields__}
        terms = Terms(**agreed, owner=person.pk)
        order = lobby.CreateGame(terms, body.seats, body.options)
        outcome = open_table(order, person, command_id=self.key())
        where = {"Location": f"/api/games/{outcome.game_id}/", "ETag": etag_of(outcome.version)}
        return Response(game_table(outcome.game_id, outcome.table), status=201, headers=where)


def unix_time(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp())


def _listed_game(game: Game) -> answers.ListedGame:
    return answers.ListedGame(
        id=game.pk,
        name=game.name,
        version=game.version,
        status=cast("Status", game.status),
        watch=cast("Watch", game.watch),
        owner=game.owner_id,
        owner_name=None if game.owner is None else game.owner.display_name,
        turn=game.turn,
        mover=game.mover_id,
        deadline=unix_time(game.deadline),
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
        parts, view = _read_expand(request), self.see(game_id)
        people = named_people(names_of(view.state)) if "people" in parts else UNSET

        def make() -> ExpandedTable:
            choices = options(view.state) if "options" in parts else UNSET
            return ExpandedTable(
                **asdict(game_table(game_id, view.state)), people=people, options=choices
            )

        return answer_unless_known(request, view, name_of_table(view.version, people), make)


def _read_expand(request: Request) -> set[str]:
    """What the query names in `expand`."""
    names = set(request.query_params.get("expand", "").split(",")) - {""}
    for name in sorted(names - set(EXPANDABLE)):
        raise Unreadable(name, EXPANDABLE, path="expand", problem="this cannot be expanded")
    return names


class JoinGame(ApiView):
    @call("joinGame", "Take a seat, or seat a computer player", takes=bodies.Join)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.Join)
        if body.bot is not None:
            return self.act(
                self.see(game_id), lobby.TakeSeat(bot=strength_of(body.bot).name, seat=body.seat)
            )
        invitation = invitation_by(body.invitation, game_id)
        if invitation is None:
            view = self.see(game_id)
            return self.act(view, lobby.TakeSeat(player=self.member().pk, seat=body.seat))
        return self.sit(lobby.TakeSeat(player=self.member().pk, seat=body.seat), invitation)


class ComputerPlayers(ApiView):
    @call("listComputerPlayers", "The computer players that can be seated, the weakest first")
    def get(self, request: Request) -> Response:
        return Response(answers.ComputerPlayers(computer_players()))


class LeaveGame(ApiView):
    @call("leaveGame", "Give a seat up before the game starts", takes=bodies.Leave)
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_wanted = read(request, bodies.Leave).seat
        key = self.key()
        outcome = outcome_of(game_id, key) if key else None
        if outcome is None:
            view = self.see(game_id)
            return self.act(view, leave_order(view, seat_wanted))
        # Whoever asks again under the same key has left the table by then.
        match outcome.events:
            case (SeatLeft(seat=seat),) if seat_wanted in (None, seat):
                return answer_played(outcome)
            case _:
                raise CommandIdReused(key)


class AbandonTheGame(ApiView):
    @call("abandonGame", "Close a table that has not begun", takes=bodies.Nothing)
    def post(self, request: Request, game_id: UUID) -> Response:
        read(request, bodies.Nothing)
        return self.act(self.see(game_id), lobby.AbandonGame())


class StartTheGame(ApiView):
    @call("startGame", "Start it: every seat is taken", takes=bodies.Start)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.Start)
        return self.act(self.see(game_id), lobby.StartGame(new_seed(), first=body.first))


class PlayAgain(ApiView):
    @call(
        "playAgain",
        "Make the next game of the same people, or sit down in the one that is made",
        takes=bodies.Nothing,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        read(request, bodies.Nothing)
        person, view = self.person(), self.see(game_id)

        def play() -> Response:
            following = play_again(view)
            new = see_game(person, following.id)
            answer = Response(
                game_table(new.game_id, new.state), headers={"ETag": etag_of(new.version)}
            )
            if following.is_new:
                answer.status_code = 201
                answer["Location"] = f"/api/games/{new.game_id}/"
            return answer

        return self.once(play)


class InviteToGame(ApiView):
    @call("inviteToGame", "Make an invitation, which seats its bearer once", takes=bodies.Invite)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.Invite)
        outcome = invite(self.see(game_id), body.address or "", command_id=self.key())
        answer = answers.Invitation(
            id=outcome.invitation.number,
            invitation=outcome.invitation.secret,
            until=ends_at(outcome.invitation),
            version=outcome.version,
        )
        return Response(answer, status=201, headers={**NO_STORE, "ETag": etag_of(outcome.version)})


class Invitations(ApiView):
    for_members = True

    @call("listInvitations", "The table's invitations, for who made it, and whom they seated")
    def get(self, request: Request, game_id: UUID) -> Response:
        invitations = invitations_of(self.see(game_id)).order_by("number")
        made = tuple(
            answers.MadeInvitation(
                id=each.number,
                address=each.address or None,
                created=each.created,
                until=ends_at(each),
                revoked=each.revoked,
                used=each.used,
                used_by=each.used_by_id,
                used_by_name=None if each.used_by is None else each.used_by.display_name,
            )
            for each in invitations
        )
        return Response(answers.Invitations(made))


class OneInvitation(ApiView):
    @call("revokeInvitation", "Take an invitation back that has seated nobody yet")
    def delete(self, request: Request, game_id: UUID, invitation: int) -> Response:
        return answer_removed(revoke(self.see(game_id), invitation, now()), invitation)


def view_of_pause(
    operation: str, summary: str, order: type[lobby.AgreePause | lobby.EndPause]
) -> type[ApiView]:
    class Pause(ApiView):
        @call(operation, summary, takes=bodies.Nothing)
        def post(self, request: Request, game_id: UUID) -> Response:
            read(request, bodies.Nothing)
            view = self.see(game_id)
            return self.act(view, order(view.require_seat()))

    return Pause


PauseGame = view_of_pause(
    "pauseGame", "Agree to a pause; with the last of the players the clock stops", lobby.AgreePause
)
ResumeGame = view_of_pause(
    "resumeGame", "End a pause that all agreed to, or take back your own agreement", lobby.EndPause
)


class ChooseRuleset(ApiView):
    @call(
        "chooseRuleset",
        "Agree to a newer ruleset, by which the game goes on once all have, or take that back",
        takes=bodies.WantedRuleset,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body, view = read(request, bodies.WantedRuleset), self.see(game_id)
        seat = view.require_seat()
        if body.ruleset == view.state.setup.ruleset:
            return self.act(view, KeepRuleset(seat))
        return self.act(view, AgreeRuleset(seat, body.ruleset))


class ChooseComputer(ApiView):
    @call(
        "chooseComputer",
        "Want another computer player in a seat, which comes once all do, or take that back",
        takes=bodies.WantedComputer,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body, view = read(request, bodies.WantedComputer), self.see(game_id)
        return self.act(view, WantComputer(view.require_seat(), body.seat, body.bot))


class TakeOverSeat(ApiView):
    @call(
        "takeOverSeat",
        "Take a seat that lost two turns in a row to the clock, or your own again",
        takes=bodies.TakeOver,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body, person = read(request, bodies.TakeOver), self.member()
        invitation = invitation_by(body.invitation, game_id)
        order = lobby.TakeOver(body.seat, person.pk, int(now().timestamp()))
        if invitation is None:
            return self.act(see_kept_seat(person, game_id), order)
        return self.sit(order, invitation)
