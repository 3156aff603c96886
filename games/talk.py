"""The chat of a game and a person's private notes. Neither is part of the game's history."""

import unicodedata
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.domain import Refusal
from games.events import sql
from games.limits import CHAT_LINES, allow
from games.models import ChatLine, ChatRead, ChatReport, Person, PrivateNote
from games.numbering import insert_numbered
from games.services import CommandIdReused

LONGEST_LINE = 1000
LONGEST_NOTE = 20_000
PAGE_LENGTH = 100
AROUND = 3


class NothingSaid(Refusal):
    says = "There is nothing to say in it."


class TooLong(Refusal):
    says = "{value} characters are too many: at most {most} fit."


class Note(NamedTuple):
    text: str = ""
    at: datetime | None = None
    """When it was kept."""


class NoteChanged(Exception):
    """The person has changed the note since the caller saw it."""


class NoSuchChatLine(LookupError):
    """There is no such line in this game's chat, or this person may not change it."""


def say(
    game_id: UUID, person: Person, text: str, at: datetime, *, command_id: str = ""
) -> ChatLine:
    """The new line; the earlier one if its command id comes again."""
    text = _check_text(text)
    earlier = _earlier_line(game_id, text, command_id)
    if earlier is not None:
        return earlier
    allow(CHAT_LINES, person.pk, game_id, at=at)
    line = ChatLine(game_id=game_id, person=person, text=text, at=at, command_id=command_id)
    try:
        insert_numbered(line, at)
    except IntegrityError:
        earlier = _earlier_line(game_id, text, command_id)
        if earlier is None:
            raise
        return earlier
    return line


def _earlier_line(game_id: UUID, text: str, command_id: str) -> ChatLine | None:
    if not command_id:
        return None
    lines = ChatLine.objects.filter(game=game_id, command_id=command_id)
    line = lines.select_related("person").first()
    if line is not None and line.edited is None and line.text != text:
        raise CommandIdReused(command_id)
    return line


def _check_text(text: str) -> str:
    text = _remove_control_characters(text).strip()
    if not text:
        raise NothingSaid
    if len(text) > LONGEST_LINE:
        raise TooLong(len(text), most=LONGEST_LINE)
    return text


def _remove_control_characters(text: str) -> str:
    """Keeps line ends and tabs."""
    lines = "\n".join(text.splitlines())
    return "".join(c for c in lines if c in "\n\t" or unicodedata.category(c) != "Cc")


def edit(game_id: UUID, number: int, person: Person, text: str, at: datetime) -> None:
    """Nobody can edit a line that the host has hidden."""
    own = ChatLine.objects.filter(game=game_id, number=number, person=person, hidden=False)
    if not own.update(text=_check_text(text), edited=at):
        raise NoSuchChatLine(number)


def delete(game_id: UUID, number: int, person: Person) -> None:
    own = ChatLine.objects.filter(game=game_id, number=number, person=person)
    count, _ = own.delete()
    if not count:
        raise NoSuchChatLine(number)


def report(game_id: UUID, number: int, by: Person, at: datetime) -> None:
    """The report keeps the text, which its author may still change."""
    line = get_line(game_id, number)
    if line.hidden or line.person_id == by.pk:
        raise NoSuchChatLine(number)
    content = {"author": line.person, "text": line.text, "at": at}
    ChatReport.objects.update_or_create(
        game_id=game_id,
        line=number,
        by=by,
        defaults={**content, "settled": None},
        create_defaults=content,
    )


def get_line(game_id: UUID, number: int) -> ChatLine:
    line = ChatLine.objects.filter(game=game_id, number=number).select_related("person").first()
    if line is None:
        raise NoSuchChatLine(number)
    return line


def lines_of(report: ChatReport) -> QuerySet[ChatLine]:
    """None of a line that its author has deleted."""
    return ChatLine.objects.filter(game=report.game_id, number=report.line or 0)


def lines(game_id: UUID, reader: Person, *, before: int | None = None) -> Sequence[ChatLine]:
    """The latest lines, oldest first, each with whether the reader has reported it."""
    chat = ChatLine.objects.filter(game=game_id).select_related("person")
    if before is not None:
        chat = chat.filter(number__lt=before)
    own = ChatReport.objects.filter(game=game_id, line=OuterRef("number"), settled=None, by=reader)
    chat = chat.annotate(is_reported=Exists(own))
    return list(chat.order_by("-number")[:PAGE_LENGTH])[::-1]


def lines_around(line: ChatLine) -> list[ChatLine]:
    """A few lines before this one, itself, and a few after it."""
    chat = ChatLine.objects.filter(game=line.game_id).select_related("person")
    before = chat.filter(number__lt=line.number).order_by("-number")[:AROUND]
    after = chat.filter(number__gte=line.number).order_by("number")[: AROUND + 1]
    return [*reversed(before), *after]


def last_line_read(game_id: UUID, person: Person) -> int:
    read = ChatRead.objects.filter(game=game_id, person=person)
    return read.values_list("line", flat=True).first() or 0


def mark_read(game_id: UUID, person: Person, line: int) -> None:
    ChatRead.objects.bulk_create(
        [ChatRead(game_id=game_id, person=person, line=line)],
        update_conflicts=True,
        unique_fields=["game", "person"],
        update_fields=["line"],
    )


def _unread_lines(reader: int, game_ids: Collection[UUID]) -> QuerySet[ChatLine]:
    """Lines of others that the reader has not read on the page."""
    read = ChatRead.objects.filter(person=reader, game=OuterRef("game")).values("line")
    others = ChatLine.objects.filter(~Q(person=reader) | Q(person=None), game__in=game_ids)
    return others.filter(hidden=False, number__gt=Coalesce(Subquery(read), 0))


def count_unread(person: Person, game_ids: Collection[UUID]) -> dict[UUID, int]:
    """The number of unread lines of others in each game that has some."""
    new = _unread_lines(person.pk, game_ids)
    counted = new.values("game").annotate(new=Count("number")).order_by()
    return {row["game"]: row["new"] for row in counted}


def unread_lines(game_id: UUID, reader: int) -> list[ChatLine]:
    """Of others, the oldest first."""
    if not sql.select("games_chatline", ("number",), {"game_id =": game_id}, "1 LIMIT 1"):
        return []
    unread = _unread_lines(reader, [game_id]).select_related("person")
    return list(unread.order_by("-number")[:PAGE_LENGTH])[::-1]


def get_note(game_id: UUID, person: Person) -> Note:
    note = PrivateNote.objects.filter(game=game_id, person=person).first()
    return Note() if note is None else Note(note.text, note.at)


def keep_note(
    game_id: UUID, person: Person, text: str, at: datetime, *, seen: Note | None = None
) -> Note:
    """With `seen`, only as long as that is the note that is kept."""
    text = _remove_control_characters(text).rstrip()
    if len(text) > LONGEST_NOTE:
        raise TooLong(len(text), most=LONGEST_NOTE)
    columns = {"text": text, "at": at}
    mine = PrivateNote.objects.filter(game=game_id, person=person)
    if seen is None:
        mine.update_or_create(game_id=game_id, person=person, defaults=columns)
    elif seen.at is not None:
        if not mine.filter(at=seen.at).update(**columns):
            raise NoteChanged
    else:
        try:
            with transaction.atomic():
                mine.create(game_id=game_id, person=person, **columns)
        except IntegrityError as error:
            raise NoteChanged from error
    return Note(text, at)
