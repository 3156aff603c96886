"""Answers a mail to the desk: it is about no game that one of our mails has named."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec import Struct

from games.access import NoAccess, see_game
from games.addresses import key_of
from games.models import Invitation, Person
from games.people import person_by_address
from mail_in.answers import answer_in_letter
from mail_in.cutting import own_lines
from mail_in.desk import Asker, Told, answer_request, help_parts, language_for, rules_links
from mail_in.orders import is_order
from mail_in.playing import Outcome
from mail_in.reading import IncomingMail
from mail_in.requests import read_request
from mail_in.words import without_reply_prefix
from notifications.messages.answers import Answer
from notifications.messages.letter import SITE, Letter
from notifications.models import NO_GAME
from notifications.reply_addresses import (
    ReplyAddress,
    desk_address,
    is_desk_of,
    number_in,
    read_address,
)

INVITATION = "invitation."
DAILY = "digest"
GAME_DIGITS = 36


class DeskAnswer(Struct, frozen=True):
    outcome: Outcome
    answer: Answer
    person: Person | None


def answer_at_desk(mail: IncomingMail, key: str, at: datetime) -> DeskAnswer:
    """Without proof that the sender has the address nothing is done."""
    person = person_by_address(mail.sender)
    bare_subject = without_reply_prefix(mail.subject)
    lines = own_lines(mail.text, partial(is_order, choice=None))
    request = read_request([*filter(None, lines)] or [bare_subject], lambda _line: False)
    language = language_for(person, request)
    with override(language):
        if not is_proven(mail):
            lead = (
                _("Answer this mail with what you want"),
                _("Nothing was done yet: your answer shows that the address is yours."),
            )
            outcome, told = Outcome.NOTHING, Told(lead, help_parts(), rules_links())
        elif request is None:
            lead = (_("Nothing was done"), _("No request could be found in your mail."))
            outcome, told = Outcome.NOTHING, Told(lead, help_parts(), rules_links())
        else:
            invitation, command_id = _invitation_of(mail), f"mail:{key}"
            asker = Asker(mail.sender, person, language, command_id, at, invitation=invitation)
            told = answer_request(request, asker)
            outcome = Outcome.REFUSED if told.is_refused else Outcome.ANSWERED
        letter = Letter(
            subject=f"Re: {bare_subject}",
            game=SITE,
            lead=told.lead,
            parts=told.parts,
            links=told.links,
            why=_("You have written to us."),
            stop=None,
            language=language,
        )
        to = person.email if person else mail.sender
        answer = answer_in_letter(mail, letter, key=key, to=to, reply_to=desk_address(to))
    return DeskAnswer(outcome, answer, told.person or person)


def is_proven(mail: IncomingMail) -> bool:
    """Whether the mail answers one of ours that went to its sender."""
    if any(is_desk_of(to, mail.sender) for to in mail.recipients) or _invitation_of(mail):
        return True
    person = person_by_address(mail.sender)
    if person is None:
        return False
    own = f"{DAILY}.{person.pk}."
    return any(number.startswith(own) for number in answered_numbers(mail)) or any(
        address.person == person.pk for address in map(read_address, mail.recipients) if address
    )


def _invitation_of(mail: IncomingMail) -> Invitation | None:
    for number in answered_numbers(mail):
        if number.startswith(INVITATION):
            start = number.removeprefix(INVITATION)
            rows = Invitation.objects.filter(reference__startswith=start).select_related("game")
            row = rows.first()
            if row is not None and key_of(row.address) == key_of(mail.sender):
                return row
    return None


def answered_numbers(mail: IncomingMail) -> Iterator[str]:
    """Of our mails that this one answers, the last first."""
    for each in dict.fromkeys((*mail.in_reply_to, *reversed(mail.references))):
        number = number_in(each)
        if number is not None:
            yield number


def answered_table(mail: IncomingMail) -> ReplyAddress | None:
    """What the number of the answered mail names, as a reply address would."""
    for number in answered_numbers(mail):
        game, *rest = number.split(".")
        if len(game) == GAME_DIGITS and len(rest) >= 3:
            offer = int(rest[4]) if len(rest) > 4 else 0
            return _reply_address(UUID(game), int(rest[0]), int(rest[2]), offer)
        if game == DAILY and len(rest) > 2:
            return ReplyAddress(NO_GAME, 0, 0, int(rest[0]), int(rest[2]))
    return None


def _reply_address(game: UUID, version: int, person_id: int, offer: int) -> ReplyAddress | None:
    """None if the person sits there no more."""
    person = Person.objects.filter(pk=person_id).first()
    try:
        seat = see_game(person, game).seat
    except NoAccess:
        return None
    return None if seat is None else ReplyAddress(game, seat, version, person_id, offer)
