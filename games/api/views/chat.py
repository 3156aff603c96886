"""What is said at a table, for those who sit at it."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import see_talk
from games.api import bodies, talk
from games.api.schema import LAST_LINE, call
from games.api.views.base import ApiView
from games.api.wire import number_of, read
from games.edge import now
from games.models import ChatLine, Token
from games.talk import PAGE_LENGTH, delete, edit, get_line, lines, report, say


class Chat(ApiView):
    for_members = True
    scope = Token.Scope.TALK

    @call("getChat", "What was said at the table lately; only for who sits there")
    def get(self, request: Request, game_id: UUID) -> Response:
        before = number_of(request, "before", LAST_LINE, low=1, high=LAST_LINE)
        see_talk(self.person(), game_id)
        said = lines(game_id, self.person(), before=before)
        earlier = said[0].number if len(said) == PAGE_LENGTH else None
        results = (_chat_line(each, is_reported=each.is_reported) for each in said)  # type: ignore[attr-defined]  # see `lines`
        return Response(talk.Chat(tuple(results), earlier))

    @call("say", "Say something to the table", takes=talk.Say)
    def post(self, request: Request, game_id: UUID) -> Response:
        text = read(request, talk.Say).text
        see_talk(self.person(), game_id)
        line = say(game_id, self.person(), text, now(), command_id=self.key())
        return Response(_chat_line(line), status=201)


class OneLine(ApiView):
    for_members = True
    scope = Token.Scope.TALK

    @call("changeLine", "Say a line of yours otherwise", takes=talk.Say)
    def patch(self, request: Request, game_id: UUID, line: int) -> Response:
        text = read(request, talk.Say).text
        see_talk(self.person(), game_id)
        edit(game_id, line, self.person(), text, now())
        return Response(_chat_line(get_line(game_id, line)))

    @call("deleteLine", "Delete a line of yours")
    def delete(self, request: Request, game_id: UUID, line: int) -> Response:
        see_talk(self.person(), game_id)
        delete(game_id, line, self.person())
        return Response(status=204)


class ReportOfLine(ApiView):
    scope = Token.Scope.TALK

    @call("reportLine", "Report a line of somebody else to the host", takes=bodies.Nothing)
    def post(self, request: Request, game_id: UUID, line: int) -> Response:
        read(request, bodies.Nothing)
        see_talk(self.person(), game_id)
        report(game_id, line, self.person(), now())
        return Response(status=204)


def _chat_line(line: ChatLine, *, is_reported: bool = False) -> talk.ChatLine:
    return talk.ChatLine(
        id=line.number,
        person=line.person_id,
        name=None if line.person is None else line.person.display_name,
        text=None if line.hidden else line.text,
        at=line.at,
        edited=line.edited is not None,
        reported=is_reported,
    )
