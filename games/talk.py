"""The chat of a game and a person's private notes. Neither is part of the game's history."""

import unicodedata
from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.domain import Refusal
from games.limits import CHAT_LINES, allow
from games.models import ChatLine, ChatRead, ChatReport, Person, PrivateNote, insert_numbered
from games.services import CommandIdReused

LONGEST_LINE = 1000
LONGEST_NOTE = 20_000
PAGE_LENGTH = 100
AROUND = 3


class NothingSaid(Refusal):
    says = "There is nothing to say in it."


class TooLong(Refusal):
    says = "{value} characters are too many: at most {most} fit."


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


def count_unread(person: Person, game_ids: Collection[UUID]) -> dict[UUID, int]:
    """The number of unread lines of others in each game that has some."""
    read = ChatRead.objects.filter(person=person, game=OuterRef("game")).values("line")
    others = ChatLine.objects.filter(game__in=game_ids, hidden=False)
    others = others.filter(~Q(person=person) | Q(person=None))
    new = others.annotate(read=Coalesce(Subquery(read), 0)).filter(number__gt=F("read"))
    counted = new.values("game").annotate(new=Count("number")).order_by()
    return {row["game"]: row["new"] for row in counted}


def lines_since(game_id: UUID, reader: int, since: datetime | None) -> list[ChatLine]:
    """Lines of others that the reader has not read on the page, oldest first."""
    read = ChatRead.objects.filter(game=game_id, person=reader).values("line")
    others = ChatLine.objects.filter(game=game_id, hidden=False)
    others = others.filter(number__gt=Coalesce(Subquery(read), 0))
    others = others.filter(~Q(person=reader) | Q(person=None)).select_related("person")
    if since is not None:
        others = others.filter(at__gt=since)
    return list(others.order_by("-number")[:PAGE_LENGTH])[::-1]


def get_note(game_id: UUID, person: Person) -> str:
    note = PrivateNote.objects.filter(game=game_id, person=person)
    return note.values_list("text", flat=True).first() or ""


def keep_note(game_id: UUID, person: Person, text: str, at: datetime) -> None:
    text = _remove_control_characters(text).rstrip()
    if len(text) > LONGEST_NOTE:
        raise TooLong(len(text), most=LONGEST_NOTE)
    PrivateNote.objects.update_or_create(
        game_id=game_id, person=person, defaults={"text": text, "at": at}
    )
