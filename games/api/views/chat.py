"""What is said at a table, for those who sit at it."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games import talk
from games.access import see_talk
from games.api import answers, bodies
from games.api.schema import call
from games.api.views.base import ApiView
from games.api.wire import read
from games.edge import now
from games.models import ChatLine


class Chat(ApiView):
    for_members = True

    @call("getChat", "What was said at the table lately; only for who sits there")
    def get(self, request: Request, game_id: UUID) -> Response:
        see_talk(self.person(), game_id)
        lines = talk.lines(game_id, self.person())
        return Response(answers.Chat(tuple(_chat_line(line) for line in lines)))

    @call("say", "Say something to the table", takes=bodies.Say)
    def post(self, request: Request, game_id: UUID) -> Response:
        text = read(request, bodies.Say).text
        see_talk(self.person(), game_id)
        line = talk.say(game_id, self.person(), text, now(), command_id=self.key())
        return Response(_chat_line(line), status=201)


def _chat_line(line: ChatLine) -> answers.ChatLine:
    return answers.ChatLine(
        id=line.number,
        person=line.person_id,
        name=None if line.person is None else line.person.display_name,
        text=None if line.hidden else line.text,
        at=line.at,
        edited=line.edited is not None,
    )
