"""Who calls, the turns that wait for them, and their holidays."""

from typing import cast

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import account, answers
from games.api.polls import SECONDS_TO_WAIT
from games.api.schema import call
from games.api.views.base import ApiView
from games.api.views.lobby import Pages, unix_time
from games.api.wire import read
from games.domain.state import Status
from games.edge import now
from games.holidays import DAYS_A_YEAR, take_holiday
from games.models import Game, Holiday
from games.queries import waiting_turns


class WhoAmI(ApiView):
    for_members = True

    @call("whoAmI", "The number and the name that tables and lists know you by")
    def get(self, request: Request) -> Response:
        person = self.person()
        return Response(answers.Me(person.pk, person.display_name))


class PagesOfTurns(Pages):
    ordering = ("due", "id")


class Turns(ApiView):
    for_members = True

    @call("listTurns", "The games in which it is your turn, the most urgent first")
    def get(self, request: Request) -> Response:
        pages = PagesOfTurns()
        page = pages.read_page(waiting_turns(self.person()), request, self)
        answer = answers.Turns(
            next=pages.get_next_link(),
            previous=pages.get_previous_link(),
            results=tuple(map(_waiting_turn, page)),
        )
        return Response(answer, headers={"Retry-After": SECONDS_TO_WAIT})


class Holidays(ApiView):
    for_members = True

    @call("listHolidays", "Your holidays, on which no time of yours runs")
    def get(self, request: Request) -> Response:
        mine = Holiday.objects.filter(person=self.person()).order_by("first")
        results = tuple(account.Holiday(each.first, each.last) for each in mine)
        return Response(account.Holidays(DAYS_A_YEAR, results))

    @call("takeHoliday", "Write a holiday down; it cannot be given back", takes=account.Holiday)
    def post(self, request: Request) -> Response:
        wanted, person = read(request, account.Holiday), self.member()

        def take() -> Response:
            taken = take_holiday(person, wanted.first, wanted.last, at=now())
            return Response(account.Holiday(taken.first, taken.last), status=201)

        return self.once(take)


def _waiting_turn(game: Game) -> answers.WaitingTurn:
    return answers.WaitingTurn(
        game=game.pk,
        name=game.name,
        version=game.version,
        status=cast("Status", game.status),
        turn=game.turn,
        seat=game.seat,  # type: ignore[attr-defined]  # `waiting_turns` adds it
        deadline=unix_time(game.deadline),
        changed=game.changed,
    )
