"""A person's private notes about a game."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import talk
from games.api.schema import call
from games.api.tags import etag_of, require_known
from games.api.views.base import ApiView, answer_own
from games.api.wire import read
from games.edge import now
from games.talk import Note, get_note, keep_note


class PrivateNote(ApiView):
    for_members = True

    @call("getNote", "Your private note about a game")
    def get(self, request: Request, game_id: UUID) -> Response:
        self.see(game_id)
        note = get_note(game_id, self.person())
        return answer_own(request, _name(note), lambda: talk.Note(*note))

    @call(
        "keepNote",
        "Keep a private note about a game, in place of the one before",
        takes=talk.KeepNote,
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        text, person = read(request, talk.KeepNote).text, self.person()
        self.see(game_id)
        seen = require_known(request, get_note(game_id, person), _name)
        note = keep_note(game_id, person, text, now(), seen=seen)
        return Response(talk.Note(*note), headers={"ETag": etag_of(_name(note))})


def _name(note: Note) -> int:
    return 0 if note.at is None else int(note.at.timestamp() * 1_000_000)
