"""People: guests, those with a confirmed address, and those who leave."""

import unicodedata
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import get_random_string
from django.utils.translation import gettext, override

from games import models
from games.access import own_seat, owns
from games.addresses import any_spelling, key_of, spellings
from games.bots import STAND_IN, STRENGTHS
from games.computers import computer_name
from games.domain import Refusal
from games.domain.lobby import (
    AbandonGame,
    LeaveSeat,
    LobbyCommand,
    NotOpen,
    NotUnderWay,
    ReplacePlayer,
    TakeSeat,
)
from games.edge import zones
from games.models import LONGEST_NAME, Game, Person, Token
from games.queries import OVER
from games.rows import snapshot_of
from games.services import act, actor_of, retry_when_stale
from games.signals import person_left

NAME_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
GUESTS_STAY = timedelta(days=30)
UNCONFIRMED_STAY = timedelta(days=1)
AT_ONCE = 200
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters to Unicode, but invisible."""


def new_guest(language: str, zone: str) -> Person:
    """Makes a person without an address, under a random name."""
    guest = Person(
        username=f"player-{get_random_string(6, NAME_LETTERS)}",
        language=language,
        time_zone=zone if zone in zones() else "UTC",
        guest=True,
    )
    guest.set_unusable_password()
    guest.save()
    return guest


class BadName(Refusal):
    says = "“{value}” is not a name: at most {most} characters that can be printed, in one line."


class NameTaken(Refusal):
    says = "Somebody here is called “{value}” already; choose another name."


def check_name(text: str, person: Person) -> str:
    """The name, as it will be written; empty for none."""
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME or not is_printable(name):
        raise BadName(name[:LONGEST_NAME], most=LONGEST_NAME)
    if name and _is_taken(name, person):
        raise NameTaken(name)
    return name


def is_printable(text: str) -> bool:
    return text.isprintable() and BLANKS.isdisjoint(text)


def _is_taken(name: str, person: Person) -> bool:
    """Whether it is another person's name, or what computer players are called."""
    alike = unicodedata.normalize("NFKC", name)
    others = Person.objects.exclude(pk=person.pk).filter(left=None)
    return alike.casefold() in _computer_names() or any(
        others.filter(Q(name__iexact=spelling) | Q(username__iexact=spelling)).exists()
        for spelling in {name, alike}
    )


def _computer_names() -> set[str]:
    names: set[str] = set()
    for language, _ in settings.LANGUAGES:
        with override(language):
            called = map(computer_name, STRENGTHS)
            names |= {gettext("computer"), gettext("Computer player"), *called}
    return {name.casefold() for name in names}


def person_by_address(address: str) -> Person | None:
    """The person whose address it is, confirmed by a code or given by the host."""
    key = key_of(address)
    confirmed_addresses = EmailAddress.objects.filter(email__in=spellings(address), verified=True)
    row = confirmed_addresses.select_related("user").order_by("pk").first()
    if row is not None:
        owner: Person = row.user
        return owner if owner.is_active else None
    alike = Person.objects.filter(any_spelling("email", address), is_active=True, guest=False)
    # A database may match a dotless i with an i, whose mail goes to somebody else.
    owners = (each for each in alike.order_by("pk") if key_of(each.email) == key)
    return next(owners, None)


def lock_address(address: str) -> None:
    """Before somebody new is inserted and then changed in one transaction.

    A person's row lies on every node of a Citus. There those who do this go one after the other;
    else each would wait for what the others have inserted.
    """
    list(Person.objects.select_for_update().filter(email=key_of(address)))


def confirm(person: Person, address: str) -> Person:
    """Gives the address to the person, unless it is another's. Returns whose it is."""
    address = key_of(address)
    owner = person_by_address(address)
    if owner is not None and owner.pk != person.pk:
        return owner
    try:
        with transaction.atomic():
            EmailAddress.objects.filter(user=person).exclude(email=address).delete()
            EmailAddress.objects.update_or_create(
                user=person, email=address, defaults={"verified": True, "primary": True}
            )
    except IntegrityError:
        return Person.objects.get(emailaddress__email=address, emailaddress__verified=True)
    person.email, person.guest, person.mail_refused = address, False, None
    person.save(update_fields=["email", "guest", "mail_refused"])
    return person


def hand_over(guest: Person, person: Person) -> None:
    """Moves a guest's games and texts to the person's account."""
    for game in _unfinished_games(guest):
        state = snapshot_of(game)
        seat, sits = own_seat(guest, state), own_seat(person, state) is not None
        if seat is None:
            continue
        if game.status == "open":
            _act_as(game, LeaveSeat(seat, guest.pk), guest)
            if not sits:
                _act_as(game, TakeSeat(player=person.pk, seat=seat), person)
        elif sits:
            _act_as(game, ReplacePlayer(seat, bot=STAND_IN), guest)
        else:
            _act_as(game, ReplacePlayer(seat, player=person.pk), guest)
    models.ChatLine.objects.filter(person=guest).update(person=person)
    models.Variation.objects.filter(person=guest).update(person=person)
    own_notes = models.PrivateNote.objects.filter(person=person).values("game_id")
    models.PrivateNote.objects.filter(person=guest).exclude(game__in=own_notes).update(
        person=person
    )
    forget(guest, left_at=guest.last_login or guest.date_joined)


def forget(person: Person, *, left_at: datetime) -> None:
    """Deletes all that is kept of a person but the number in events."""
    for game in _unfinished_games(person):
        _leave(game, person)
    with transaction.atomic():
        # Before what is theirs, as a call does that is answered once.
        Person.objects.select_for_update().get(pk=person.pk)
        for rows in (
            models.ChatReport.objects.filter(author=person),
            models.ChatLine.objects.filter(person=person),
            models.ChatRead.objects.filter(person=person),
            models.PrivateNote.objects.filter(person=person),
            models.Variation.objects.filter(person=person),
            models.Holiday.objects.filter(person=person),
            models.Token.objects.filter(user=person),
            models.KeptAnswer.objects.filter(person=person),
            models.SignIn.objects.filter(person=person),
            EmailAddress.objects.filter(user=person),
        ):
            rows.delete()
        person.groups.clear()
        person.user_permissions.clear()
        models.Invitation.objects.filter(Q(by=person) | Q(used_by=person)).update(address="")
        acts_on(person).update(object_repr=f"person {person.pk}")
        person_left.send(Person, person=person)
        _anonymise(person, left_at)


def acts_on(person: Person) -> QuerySet[LogEntry]:
    """What the host did to a person on the admin pages."""
    people = ContentType.objects.get_for_model(Person)
    return LogEntry.objects.filter(content_type=people, object_id=str(person.pk))


def _anonymise(person: Person, left_at: datetime) -> None:
    Person.objects.filter(pk=person.pk).update(
        username=f"left-{person.pk}",
        name="",
        first_name="",
        last_name="",
        email="",
        time_zone="UTC",
        quiet_from=None,
        quiet_to=None,
        guest=False,
        is_active=False,
        is_staff=False,
        is_superuser=False,
        password=make_password(None),
        left=left_at,
    )


def _unfinished_games(person: Person) -> list[Game]:
    sits = models.Seat.objects.filter(player=person).values("game_id")
    mine = Game.objects.filter(Q(id__in=sits) | Q(owner=person, status="open"))
    return list(mine.exclude(status__in=OVER))


def _leave(game: Game, person: Person) -> None:
    state = snapshot_of(game)
    seat = own_seat(person, state)
    others = any(who.player not in (None, person.pk) for who in state.setup.seats)
    is_closed = owns(person, state) if game.status == "open" else not others
    if is_closed:
        _act_as(game, AbandonGame(), person)
    elif seat is not None and game.status == "open":
        _act_as(game, LeaveSeat(seat, person.pk), person)
    elif seat is not None:
        _act_as(game, ReplacePlayer(seat, bot=STAND_IN), person)


def _act_as(game: Game, order: LobbyCommand, person: Person) -> None:
    # A game that has just started or ended has no seat to give up.
    with suppress(NotOpen, NotUnderWay):
        retry_when_stale(lambda: act(game.pk, order, actor=actor_of(person.pk)))


def forget_guests(at: datetime) -> int:
    """Forgets guests who were away for long or never typed their code; returns how many."""
    recent_games = Game.objects.filter(owner__guest=True, changed__gte=at - GUESTS_STAY)
    away = Q(last_login__lt=at - GUESTS_STAY) & ~Q(pk__in=recent_games.values("owner"))
    never = Q(last_login=None, date_joined__lt=at - UNCONFIRMED_STAY)
    guests = list(Person.objects.filter(away | never, guest=True)[:AT_ONCE])
    for guest in guests:
        forget(guest, left_at=at)
    return len(guests)


def export_person(person: Person) -> dict[str, object]:
    """All that this app keeps of a person."""
    lines = models.ChatLine.objects.filter(person=person).order_by("at")
    return {
        "profile": _profile(person),
        "games": [
            {"game": str(seat.game_id), "seat": seat.number}
            for seat in models.Seat.objects.filter(player=person).order_by("game_id", "number")
        ],
        "owned_games": [str(each) for each in person.owned_games.values_list("id", flat=True)],
        "chat": [{"game": str(line.game_id), "at": line.at, "text": line.text} for line in lines],
        "notes": list(person.notes.order_by("game_id").values("game_id", "at", "text")),
        "what_if": list(
            person.variations.order_by("game_id", "number").values(
                "game_id", "name", "base", "steps"
            )
        ),
        "holidays": list(person.holidays.order_by("first").values("first", "last")),
        "invitations": list(person.invitations.order_by("created").values("address", "created")),
        "invitations_taken": list(
            person.invitations_used.order_by("used").values("game_id", "used")
        ),
        "lines_reported": list(
            person.chat_lines_reported.order_by("at").values("game_id", "at", "text")
        ),
        "reports": list(person.chat_reports.order_by("at").values("game_id", "at", "text")),
        "browsers": list(
            person.sign_ins.order_by("began").values("browser", "address", "began", "seen")
        ),
        "tokens": [
            {
                "name": token.name,
                "scopes": list(token.scopes),
                "created": token.created,
                "used": token.used,
                "until": token.expiry,
            }
            for token in models.Token.objects.filter(user=person).order_by("created")
        ],
        "acts_as_host": _acts(LogEntry.objects.filter(user=person)),
        "acts_of_the_host": _acts(acts_on(person)),
    }


def _profile(person: Person) -> dict[str, object]:
    return {
        "number": person.pk,
        "username": person.username,
        "name": person.name,
        "email": person.email,
        "language": person.language,
        "time_zone": person.time_zone,
        "quiet_hours": [person.quiet_from, person.quiet_to],
        "joined": person.date_joined,
        "last_sign_in": person.last_login,
    }


def _acts(entries: QuerySet[LogEntry]) -> list[dict[str, object]]:
    return [
        {"at": each.action_time, "act": each.get_change_message()}
        for each in entries.order_by("pk")
    ]


def scope_of(scopes: Collection[str]) -> str:
    """As a token's row has them. Every token reads."""
    return " ".join(each for each in Token.Scope if each == Token.Scope.READ or each in scopes)


def make_token(person: Person, name: str, scopes: Collection[str], days: int) -> tuple[Token, str]:
    """Its row, and the token itself, which is told once."""
    row, secret = Token.objects.create(
        person, expiry=timedelta(days=days), name=name, scope=scope_of(scopes)
    )
    return row, secret
