"""What is said at a table, and what a person alone keeps about a game: a note, what-if lines."""

from uuid import UUID

from django.conf import settings
from django.urls import reverse
from msgspec import UNSET
from msgspec.structs import asdict
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, variations
from games.api import bodies, talk
from games.api.schema import LAST_LINE, call
from games.api.tags import etag_of, require_known
from games.api.views.base import ApiView, answer_own
from games.api.views.play import play_turns, what_if_step
from games.api.wire import number_of, read
from games.domain.table import table
from games.edge import now
from games.models import ChatLine, Token
from games.talk import (
    PAGE_LENGTH,
    Note,
    delete,
    edit,
    get_line,
    get_note,
    keep_note,
    lines,
    report,
    say,
)


class Chat(ApiView):
    for_members = True
    scope = Token.Scope.TALK

    @call("getChat", "What was said at the table lately; only for who sits there")
    def get(self, request: Request, game_id: UUID) -> Response:
        before = number_of(request, "before", LAST_LINE, low=1, high=LAST_LINE)
        self.see(game_id).require_talk()
        said = lines(game_id, self.person(), before=before)
        earlier = said[0].number if len(said) == PAGE_LENGTH else None
        results = (_chat_line(each, is_reported=each.is_reported) for each in said)  # type: ignore[attr-defined]  # see `lines`
        return Response(talk.Chat(tuple(results), earlier))

    @call("say", "Say something to the table", takes=talk.Say)
    def post(self, request: Request, game_id: UUID) -> Response:
        text = read(request, talk.Say).text
        self.see(game_id).require_talk()
        line = say(game_id, self.person(), text, now(), command_id=self.key())
        return Response(_chat_line(line), status=201)


class OneLine(ApiView):
    for_members = True
    scope = Token.Scope.TALK

    @call("changeLine", "Say a line of yours otherwise", takes=talk.Say)
    def patch(self, request: Request, game_id: UUID, line: int) -> Response:
        text = read(request, talk.Say).text
        self.see(game_id).require_talk()
        edit(game_id, line, self.person(), text, now())
        return Response(_chat_line(get_line(game_id, line)))

    @call("deleteLine", "Delete a line of yours")
    def delete(self, request: Request, game_id: UUID, line: int) -> Response:
        self.see(game_id).require_talk()
        delete(game_id, line, self.person())
        return Response(status=204)


class ReportOfLine(ApiView):
    scope = Token.Scope.TALK

    @call("reportLine", "Report a line of somebody else to the host", takes=bodies.Nothing)
    def post(self, request: Request, game_id: UUID, line: int) -> Response:
        read(request, bodies.Nothing)
        self.see(game_id).require_talk()
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


class PrivateNote(ApiView):
    for_members = True

    @call("getNote", "Your private note about a game")
    def get(self, request: Request, game_id: UUID) -> Response:
        self.see(game_id)
        note = get_note(game_id, self.person())
        return answer_own(request, _note_name(note), lambda: talk.Note(*note))

    @call(
        "keepNote",
        "Keep a private note about a game, in place of the one before",
        takes=talk.KeepNote,
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        text, person = read(request, talk.KeepNote).text, self.person()
        self.see(game_id)
        seen = require_known(request, get_note(game_id, person), _note_name)
        note = keep_note(game_id, person, text, now(), seen=seen)
        return Response(talk.Note(*note), headers={"ETag": etag_of(_note_name(note))})


def _note_name(note: Note) -> int:
    return 0 if note.at is None else int(note.at.timestamp() * 1_000_000)


class Variations(ApiView):
    for_members = True

    @call("listVariations", "Your what-if lines of a game")
    def get(self, request: Request, game_id: UUID) -> Response:
        self.see(game_id)
        mine = variations.select_variations(self.person(), game_id).defer("steps", "snapshot")
        return Response(talk.Variations(tuple(map(_variation, mine))))

    @call("keepVariation", "Keep a what-if line of a game", takes=talk.NewVariation)
    def post(self, request: Request, game_id: UUID) -> Response:
        body, view = read(request, talk.NewVariation), self.see(game_id)
        base = variations.base_state(view, body.at)

        def keep() -> Response:
            orders = [step.order for step in play_turns(base, body.turns)]
            line = variations.create(game_id, self.person(), body.name, base, orders, now())
            where = f"/api/games/{game_id}/variations/{line.number}/"
            headers = {"Location": where, "ETag": etag_of(line.version)}
            return Response(_variation(line), status=201, headers=headers)

        return self.once(keep)


class OneVariation(ApiView):
    for_members = True

    @call("getVariation", "A what-if line of yours, order by order")
    def get(self, request: Request, game_id: UUID, variation: int) -> Response:
        view, line = self.see(game_id), self._line(game_id, variation)

        def make() -> talk.WholeVariation:
            base = variations.base_state(view, line.base)
            steps = tuple(map(what_if_step, variations.replay_steps(line, base)))
            return talk.WholeVariation(**asdict(_variation(line)), table=table(base), steps=steps)

        return answer_own(request, line.version, make)

    @call(
        "changeVariation",
        "Change what a what-if line is called or plays, share it or no longer",
        takes=talk.ChangedVariation,
    )
    def patch(self, request: Request, game_id: UUID, variation: int) -> Response:
        body, view = read(request, talk.ChangedVariation), self.see(game_id)
        line = self._line(game_id, variation)
        require_known(request, line, lambda each: each.version)
        steps = None
        if body.turns is not UNSET:
            steps = play_turns(variations.base_state(view, line.base), body.turns)
        variations.change(
            line,
            now(),
            name=None if body.name is UNSET else body.name,
            is_shared=None if body.shared is UNSET else body.shared,
            steps=steps,
        )
        line.refresh_from_db()
        return Response(_variation(line), headers={"ETag": etag_of(line.version)})

    @call("deleteVariation", "Delete a what-if line of yours")
    def delete(self, request: Request, game_id: UUID, variation: int) -> Response:
        self.see(game_id)
        self._line(game_id, variation).delete()
        return Response(status=204)

    def _line(self, game_id: UUID, number: int) -> models.Variation:
        return variations.get_variation(self.person(), game_id, number)


def _variation(line: models.Variation) -> talk.Variation:
    link = line.secret and settings.SITE_URL + reverse("whatif-shared", args=[line.secret])
    return talk.Variation(
        line.number, line.game_id, line.name, line.base, line.length, link or None, line.changed
    )
