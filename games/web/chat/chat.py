"""The chat of a table, and a person's private notes about a game."""

from collections.abc import Sequence
from hashlib import sha256
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct

from games import talk
from games.access import GameView, NotSeated, person_of, see_game
from games.domain import Refusal
from games.edge import now
from games.models import ChatLine, Person
from games.talk import NoSuchChatLine
from games.web.requests import (
    member_of,
    number_in,
    redirect_back,
    sign_in_first,
    status_of,
)

MARK_LENGTH = 16


class ChatRow(Struct, frozen=True):
    """A chat line as the page shows it; `colour` is that of its author's present seat."""

    line: ChatLine
    colour: str
    is_own: bool
    is_new: bool
    is_reported: bool


def chat_rows(
    view: GameView, reader: Person, lines: Sequence[ChatLine], read: int
) -> list[ChatRow]:
    state = view.state
    seats = zip(state.setup.seats, state.board.colours, strict=False)
    colours = {seat.player: colour for seat, colour in seats}
    return [
        ChatRow(
            line,
            colours.get(line.person_id, "") if line.person_id else "",
            line.person_id == reader.pk,
            line.number > read and line.person_id != reader.pk,
            line.is_reported,  # type: ignore[attr-defined]  # see talk.lines
        )
        for line in lines
    ]


def mark_of(lines: Sequence[ChatLine]) -> str:
    """Other lines have another mark; a poll that knows the mark is answered without rendering."""
    text = "\n".join(f"{line.number} {line.edited} {line.hidden} {line.text}" for line in lines)
    return sha256(text.encode()).hexdigest()[:MARK_LENGTH]


def panel_context(
    view: GameView, reader: Person, *, before: int | None = None
) -> dict[str, object]:
    """What the panel shows; its lines count as read from now on."""
    game_id, lines = view.game_id, talk.lines(view.game_id, reader, before=before)
    read = talk.last_line_read(game_id, reader)
    if lines and lines[-1].number > read:
        talk.mark_read(game_id, reader, lines[-1].number)
    return {
        "game_id": game_id,
        "state": view.state,
        "reader": reader,
        "rows": chat_rows(view, reader, lines, read),
        "mark": mark_of(lines),
        "earlier": lines[0].number if len(lines) == talk.PAGE_LENGTH else None,
        "is_latest": before is None,
        "longest": talk.LONGEST_LINE,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The chat is for the table alone, even where everybody may watch the game."""
    person = person_of(request)
    if person is None:
        return sign_in_first(request, "text")
    try:
        view = see_game(person, game_id).require_talk()
    except NotSeated:
        context = {"state": see_game(person, game_id).state, "game_id": game_id}
        return render(request, "chat/closed.html", context, status=403)
    status, typed = 200, {"text": request.GET.get("text", "")}
    refused: dict[str, object] = {}
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            talk.say(game_id, person, text, now())
            if not request.headers.get("HX-Request"):
                return redirect_back(request, reverse("chat", args=[game_id]))
        except Refusal as refusal:
            refused, status = {"problem": refusal, "text": text}, status_of(refusal)
    before = number_in(request.GET.get("before", ""))
    context = panel_context(view, person, before=before) | typed | refused
    if request.headers.get("HX-Request"):
        return render(request, "chat/panel.html", context, status=status)
    context["note"] = talk.get_note(game_id, person).text
    return render(request, "chat/chat.html", context, status=status)


@require_safe
def lines(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The poll of an open page: 204 while nothing has changed."""
    person = person_of(request)
    try:
        view = see_game(person, game_id).require_talk()
    except NotSeated as error:
        raise Http404 from error
    context = panel_context(view, cast("Person", person))
    if context["mark"] == request.GET.get("mark"):
        return HttpResponse(status=204)
    return render(request, "chat/lines.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def line(request: HttpRequest, game_id: UUID, line_id: int) -> HttpResponse:
    """Change or delete your own line; report another's to the host."""
    person = person_of(request)
    try:
        view = see_game(person, game_id).require_talk()
        line = talk.get_line(game_id, line_id)
        if request.method == "POST":
            return _change_line(request, view, cast("Person", person), line)
    except (NotSeated, NoSuchChatLine) as error:
        raise Http404 from error
    return _line_page(request, view, line)


def _change_line(
    request: HttpRequest, view: GameView, person: Person, line: ChatLine
) -> HttpResponse:
    game_id, text = view.game_id, request.POST.get("text", "")
    try:
        match request.POST.get("do"):
            case "save":
                talk.edit(game_id, line.number, person, text, now())
            case "delete":
                talk.delete(game_id, line.number, person)
            case "report":
                talk.report(game_id, line.number, person, now())
            case _:
                raise NoSuchChatLine(line.number)
    except Refusal as refusal:
        return _line_page(request, view, line, problem=refusal, text=text, status=422)
    return redirect("chat", game_id)


def _line_page(
    request: HttpRequest,
    view: GameView,
    line: ChatLine,
    *,
    problem: Refusal | None = None,
    text: str | None = None,
    status: int = 200,
) -> HttpResponse:
    reader = member_of(request)
    context = {
        "game_id": view.game_id,
        "state": view.state,
        "line": line,
        "reader": reader,
        "is_own": line.person_id == reader.pk,
        "text": line.text if text is None else text,
        "problem": problem,
        "longest": talk.LONGEST_LINE,
    }
    return render(request, "chat/line.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def note(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """For everybody signed in who may see the game."""
    person = person_of(request)
    view = see_game(person, game_id)
    if person is None:
        return sign_in_first(request)
    context = {"game_id": game_id, "state": view.state, "longest": talk.LONGEST_NOTE}
    if request.method != "POST":
        note = talk.get_note(game_id, person).text
        return render(request, "chat/note.html", {**context, "note": note})
    text = request.POST.get("note", "")
    try:
        talk.keep_note(game_id, person, text, now())
    except Refusal as refusal:
        context = {**context, "note": text, "note_problem": refusal}
        return render(request, "chat/note.html", context, status=422)
    messages.success(request, gettext("Your notes are saved."))
    return redirect_back(request, reverse("note", args=[game_id]))
