"""When a mail that is due goes: not in quiet hours, nor while its reader looks at the table."""

from datetime import UTC, datetime, timedelta

import msgspec
from django.db.models import Q

from games.clocks import Calendar
from games.models import Game, Person
from games.presence import shown_version
from notifications.messages.batch import Batch
from notifications.messages.catalogue import ABOUT_GAMES, ASKING, REMINDERS
from notifications.messages.daily import DAILY
from notifications.models import Digest, Notice
from notifications.preferences import Mail, wishes_of

HELD_IN_QUIET_HOURS = (*ABOUT_GAMES, "webhook-off")
"""Answers go at once; a daily mail has its own hour, and a stranger none that we know."""

AT_THE_SAME_TIME = timedelta(minutes=1)
"""What falls due so soon after a mail about the same game goes in that mail."""

AFTER_THE_PAGE = timedelta(hours=1)
"""So long after a page has shown a turn its mail goes, where no reminder would."""

LOOKS_AGAIN = timedelta(seconds=10)
"""An open page asks more often than this."""

AROUND_DAILY_MAIL = timedelta(hours=1)


def wait_until(notice: Notice, batch: Batch, at: datetime) -> datetime | None:
    """None where it may go now."""
    if notice.message == "turn" and (wait := _wait_for_page(notice, batch, at)) is not None:
        return at + wait
    if notice.message not in HELD_IN_QUIET_HOURS:
        return None
    return _end_of_quiet_hours(notice, batch.people.get(notice.recipient_id), at)


def is_said_elsewhere(notice: Notice, at: datetime) -> bool:
    """On the page that the reader looks at, or in the daily mail."""
    if notice.message == "turn":
        shown = shown_version(notice.recipient_id, notice.game_id)
        return shown is not None and shown >= int(notice.occasion)
    return notice.message in REMINDERS and _is_in_daily_mail(notice, at)


def _wait_for_page(notice: Notice, batch: Batch, at: datetime) -> timedelta | None:
    """One that is behind will show the turn in a moment, or is no longer open. One that has shown
    it may be left with the turn not played.
    """
    shown = shown_version(notice.recipient_id, notice.game_id)
    if shown is None:
        return None
    if shown < int(notice.occasion):
        return LOOKS_AGAIN
    wish = batch.wishes[notice.recipient_id].for_game(notice.game_id)
    is_reminded = wish.reminders and still_to_come(notice, at)
    return None if is_reminded else AFTER_THE_PAGE


def still_to_come(notice: Notice, at: datetime) -> list[tuple[str, int]]:
    """Without what was to be said while this waited: two mails at once would say the same."""
    if not notice.later:
        return []
    soon = (at + AT_THE_SAME_TIME).timestamp()
    later = msgspec.json.decode(notice.later, type=list[tuple[str, int]])
    return [(message, moment) for message, moment in later if moment > soon]


def _end_of_quiet_hours(notice: Notice, person: Person | None, at: datetime) -> datetime | None:
    """None outside of them, and for a turn whose time ends before they do."""
    if person is None:
        return None
    calendar = Calendar(person.time_zone, person.quiet_from, person.quiet_to)
    moment = int(at.timestamp())
    if not calendar.is_quiet(moment):
        return None
    end = datetime.fromtimestamp(calendar.after(moment, 0), UTC)
    game = Game.objects.filter(pk=notice.game_id, deadline__lte=end)
    return None if notice.message in ASKING and game.exists() else end


def _is_in_daily_mail(notice: Notice, at: datetime) -> bool:
    """Whether the reader has one within the hour that tells of this turn before it is lost."""
    person, game = notice.recipient_id, notice.game_id
    if wishes_of([person])[person].for_game(game).mail != Mail.DAILY:
        return False
    row = Game.objects.filter(pk=game, deadline__isnull=False).first()
    if row is None:
        return False
    coming = Digest.objects.filter(
        person=person, due__lte=at + AROUND_DAILY_MAIL, due__lt=row.deadline
    )
    since = max(row.changed, at - AROUND_DAILY_MAIL)
    gone = Notice.objects.filter(Q(sent=None) | Q(sent__gte=since))
    return coming.exists() or gone.filter(recipient=person, message=DAILY).exists()
