"""The browsers in which a person is signed in."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.models import Person, SignIn

NOTE = "noted"
NOTE_EVERY = timedelta(hours=1)
LONGEST_BROWSER = 200
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip
LONGEST_OTHER = 40


def note_visit(
    person: Person, session: SessionBase, *, browser: str, address: str, at: datetime
) -> None:
    """Writes the row once an hour, and when the session has a new key."""
    note, key = session.get(NOTE), session.session_key
    hour = int(at.timestamp() // NOTE_EVERY.total_seconds())
    if key is None or note == [key, hour]:
        return
    SignIn.objects.bulk_create(
        [
            SignIn(
                person=person,
                key=key,
                browser=browser[:LONGEST_BROWSER],
                address=address,
                began=at,
                seen=at,
            )
        ],
        update_conflicts=True,
        unique_fields=["key"],
        update_fields=["person", "browser", "address", "seen"],
    )
    if note and note[0] != key:
        SignIn.objects.filter(key=note[0]).delete()
    session[NOTE] = [key, hour]


def sign_ins(person: Person, at: datetime) -> QuerySet[SignIn]:
    """A person's browsers with a live session, the latest used first."""
    alive = Session.objects.filter(session_key=OuterRef("key"), expire_date__gt=at)
    return SignIn.objects.filter(Exists(alive), person=person).order_by("-seen", "-pk")


def end_sign_in(person: Person, number: int) -> bool:
    """Whether the person had such a sign-in."""
    return _end(SignIn.objects.filter(person=person, pk=number)) > 0


@transaction.atomic
def end_all_sign_ins(person: Person, at: datetime, *, but: str | None = None) -> None:
    """Also ends sessions without a row. For the session `but` the caller renews its hash."""
    Person.objects.filter(pk=person.pk).update(signed_out=at)
    person.signed_out = at
    _end(SignIn.objects.filter(person=person).exclude(key=but or ""))


@transaction.atomic
def _end(sign_ins: QuerySet[SignIn]) -> int:
    keys = list(sign_ins.values_list("key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    return sign_ins.filter(key__in=keys).delete()[0]


def describe_browser(user_agent: str) -> str:
    """Browser and system; of other programs, the beginning of the user agent."""
    browser, system = _find_name(BROWSERS, user_agent), _find_name(SYSTEMS, user_agent)
    return ", ".join(filter(None, (browser, system))) if browser else user_agent[:LONGEST_OTHER]


def _find_name(names: Iterable[tuple[str, str]], user_agent: str) -> str:
    return next((name for sign, name in names if sign in user_agent), "")
