"""A notice becomes a mail, if it is still wanted."""

from email.mime.image import MIMEImage
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from games.domain import Command, State, replay
from games.domain.notation import language_of
from games.drawing import board_png
from games.events import store
from games.models import Person
from notifications.inbound.addresses import MARKER, reply_address
from notifications.links import Stop, Tap, stop_url, table_url, tap_url
from notifications.mails import news
from notifications.mails.content import Reader, Story, changes, seat_of, story
from notifications.mails.letter import Letter, as_html, as_text
from notifications.mails.turn import Ways, turn_mail
from notifications.models import Notice
from notifications.preferences import wants
from notifications.reminders import still_wanted
from notifications.suggestions import suggestions

PICTURE_WIDTH = 800
ASKING = ("turn", "reminder-half", "reminder-80", "reminder-last")


def mail_of(notice: Notice) -> EmailMultiAlternatives | None:
    """None where it would come too late, or is not wanted."""
    person = notice.recipient
    if not person.email or person.mail_refused or not wants(person, notice.game_id, notice.kind):
        return None
    events = store.read(notice.game_id)
    seat = seat_of(replay(events), person.pk)
    if seat is None:
        return None
    told = story(events, seat)
    if notice.kind in ASKING and not _still_asked(notice, told):
        return None
    return _mail(notice, told, _letter(notice, told, _reader(person, told.now)))


def _still_asked(notice: Notice, told: Story) -> bool:
    """The same turn, and it is still the reader's."""
    then, now = replay(told.events[: notice.version]), told.now
    same = (then.turn, then.status, then.to_move) == (now.turn, now.status, now.to_move)
    return same and now.to_move == told.seat and still_wanted(notice)


def _reader(person: Person, state: State) -> Reader:
    numbers = {who.player for who in state.setup.seats} - {None}
    names = dict(Person.objects.filter(pk__in=numbers).values_list("pk", "username"))
    return Reader(person.pk, language_of(person.language), person.time_zone, names)


def _letter(notice: Notice, told: Story, reader: Reader) -> Letter:
    game, state = notice.game_id, told.now
    table, stop = table_url(game), stop_url(Stop(game, reader.person))
    match notice.kind:
        case "started":
            return news.started(told, reader, table, stop)
        case "ended":
            return news.ended(told, reader, table, stop, _picture(told, reader))
        case "abandoned":
            return news.abandoned(told, reader, table, stop)
        case "replaced":
            return news.replaced(told, reader, table, stop)
        case _:
            ways = _ways(game, state, reader, table, stop)
            late = notice.kind != "turn"
            return turn_mail(told, reader, ways, reminder=late, picture=_picture(told, reader))


def _ways(game: UUID, state: State, reader: Reader, table: str, stop: str) -> Ways:
    orders: tuple[Command, ...] = suggestions(state)
    taps = tuple(
        tap_url(Tap(game, state.version, reader.person, number))
        for number in range(1, len(orders) + 1)
    )
    return Ways(table, stop, MARKER, orders, taps)


def _picture(told: Story, reader: Reader) -> bytes:
    return board_png(told.now, changed=changes(told), language=reader.language, width=PICTURE_WIDTH)


def _mail(notice: Notice, told: Story, letter: Letter) -> EmailMultiAlternatives:
    person, state = notice.recipient, told.now
    headers = {
        "Message-ID": f"<{notice.game_id}.{notice.version}.{notice.kind}.{person.pk}@{settings.MAIL_DOMAIN}>",
        "References": f"<{notice.game_id}@{settings.MAIL_DOMAIN}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{stop_url(Stop(notice.game_id, person.pk))}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    reply_to = []
    if notice.kind in ASKING:
        reply_to = [reply_address(notice.game_id, told.seat, state.version, person.pk)]
    mail = EmailMultiAlternatives(
        letter.subject, as_text(letter), to=[person.email], headers=headers, reply_to=reply_to
    )
    mail.attach_alternative(as_html(letter), "text/html")
    for picture in letter.pictures:
        image = MIMEImage(picture.png, "png")
        image.add_header("Content-ID", f"<{picture.cid}>")
        image.add_header("Content-Disposition", "inline", filename=f"{picture.cid}.png")
        mail.attach(image)
    return mail
