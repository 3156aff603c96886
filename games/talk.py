"""What is said at a table, and what somebody notes for themselves. No part of the game."""

import unicodedata
from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Count, F, OuterRef, Prefetch, Q, Subquery
from django.db.models.functions import Coalesce

from games.domain import Refusal
from games.limits import CHAT_LINES, allow
from games.models import ChatLine, ChatRead, ChatReport, Person, PrivateNote
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
    """There is no such line in this game's chat, or it is not this person's to change."""


def say(
    game_id: UUID, person: Person, text: str, at: datetime, *, command_id: str = ""
) -> ChatLine:
    """What comes again under its command id was said already."""
    said = _check_text(text)
    before = _earlier_line(game_id, said, command_id)
    if before is not None:
        return before
    allow(CHAT_LINES, person.pk, game_id, at=at)
    line = ChatLine(game_id=game_id, person=person, text=said, at=at, command_id=command_id)
    try:
        with transaction.atomic():
            line.save(force_insert=True)
    except IntegrityError:
        before = _earlier_line(game_id, said, command_id)
        if before is None:
            raise
        return before
    return line


def _earlier_line(game_id: UUID, text: str, command_id: str) -> ChatLine | None:
    if not command_id:
        return None
    under_it = ChatLine.objects.filter(game=game_id, command_id=command_id)
    line = under_it.select_related("person").first()
    if line is not None and line.edited is None and line.text != text:
        raise CommandIdReused(command_id)
    return line


def _check_text(text: str) -> str:
    said = _remove_control_characters(text).strip()
    if not said:
        raise NothingSaid
    if len(said) > LONGEST_LINE:
        raise TooLong(len(said), most=LONGEST_LINE)
    return said


def _remove_control_characters(text: str) -> str:
    """Lines and tabs, and no other sign that cannot be seen or stored."""
    lines = "\n".join(text.splitlines())
    return "".join(c for c in lines if c in "\n\t" or unicodedata.category(c) != "Cc")


def edit(game_id: UUID, line: int, person: Person, text: str, at: datetime) -> None:
    """A line that the host has hidden stays as it is."""
    own = ChatLine.objects.filter(pk=line, game=game_id, person=person, hidden=False)
    if not own.update(text=_check_text(text), edited=at):
        raise NoSuchChatLine(line)


def delete(game_id: UUID, line: int, person: Person) -> None:
    own = ChatLine.objects.filter(pk=line, game=game_id, person=person)
    gone, _ = own.delete()
    if not gone:
        raise NoSuchChatLine(line)


def report(game_id: UUID, line: int, by: Person, at: datetime) -> None:
    """With the text as it is now: its author may change it before the host comes."""
    said = get_line(game_id, line)
    if said.hidden or said.person_id == by.pk:
        raise NoSuchChatLine(line)
    as_it_is = {"game_id": game_id, "author": said.person, "text": said.text, "at": at}
    ChatReport.objects.update_or_create(
        line=said, by=by, defaults={**as_it_is, "settled": None}, create_defaults=as_it_is
    )


def get_line(game_id: UUID, line: int) -> ChatLine:
    found = ChatLine.objects.filter(pk=line, game=game_id).select_related("person").first()
    if found is None:
        raise NoSuchChatLine(line)
    return found


def lines(game_id: UUID, reader: Person, *, before: int | None = None) -> Sequence[ChatLine]:
    """The latest, oldest first; each with the reports that its reader may know of."""
    said = ChatLine.objects.filter(game=game_id).select_related("person")
    if before is not None:
        said = said.filter(pk__lt=before)
    known = ChatReport.objects.filter(settled=None, by=reader)
    latest = said.prefetch_related(Prefetch("reports", known, to_attr="known_reports"))
    return list(latest.order_by("-pk")[:PAGE_LENGTH])[::-1]


def lines_around(line: ChatLine) -> list[ChatLine]:
    """A few before it, itself, and a few after it."""
    there = ChatLine.objects.filter(game=line.game_id).select_related("person")
    before = there.filter(pk__lt=line.pk).order_by("-pk")[:AROUND]
    after = there.filter(pk__gte=line.pk).order_by("pk")[: AROUND + 1]
    return [*reversed(before), *after]


def last_line_read(game_id: UUID, person: Person) -> int:
    read = ChatRead.objects.filter(game=game_id, person=person)
    return read.values_list("line", flat=True).first() or 0


def mark_read(game_id: UUID, person: Person, line: int) -> None:
    ChatRead.objects.bulk_create(
        [ChatRead(game_id=game_id, person=person, line=line)],
        update_conflicts=True,
        unique_fields=["person", "game"],
        update_fields=["line"],
    )


def count_unread(person: Person, game_ids: Collection[UUID]) -> dict[UUID, int]:
    """How many lines of others in each game the person has not seen; those with none are left out."""
    read = ChatRead.objects.filter(person=person, game=OuterRef("game")).values("line")
    others = ChatLine.objects.filter(game__in=game_ids, hidden=False)
    others = others.filter(~Q(person=person) | Q(person=None))
    new = others.annotate(read=Coalesce(Subquery(read), 0)).filter(pk__gt=F("read"))
    counted = new.values("game").annotate(new=Count("pk")).order_by()
    return {row["game"]: row["new"] for row in counted}


def lines_since(game_id: UUID, reader: int, since: datetime | None) -> list[ChatLine]:
    """What others said that the reader has not seen on the page either, oldest first."""
    read = ChatRead.objects.filter(game=game_id, person=reader).values("line")
    others = ChatLine.objects.filter(game=game_id, hidden=False, pk__gt=Coalesce(Subquery(read), 0))
    others = others.filter(~Q(person=reader) | Q(person=None)).select_related("person")
    if since is not None:
        others = others.filter(at__gt=since)
    return list(others.order_by("-pk")[:PAGE_LENGTH])[::-1]


def get_note(game_id: UUID, person: Person) -> str:
    kept = PrivateNote.objects.filter(game=game_id, person=person)
    return kept.values_list("text", flat=True).first() or ""


def keep_note(game_id: UUID, person: Person, text: str, at: datetime) -> None:
    kept = _remove_control_characters(text).rstrip()
    if len(kept) > LONGEST_NOTE:
        raise TooLong(len(kept), most=LONGEST_NOTE)
    PrivateNote.objects.update_or_create(
        game_id=game_id, person=person, defaults={"text": kept, "at": at}
    )
