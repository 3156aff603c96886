"""Links that sign in: for one person, a day, and once."""

from django.core.signing import BadSignature, TimestampSigner
from django.urls import reverse

from games.models import Person

A_DAY = 24 * 3600
SALT = "sign-in"


def sign_in_path(person: Person) -> str:
    token = TimestampSigner(salt=SALT).sign_object({"person": person.pk, "seen": _seen(person)})
    return reverse("sign-in", args=[token])


def person_of(token: str) -> Person | None:
    """Whom the link signs in; nobody once it is old or used."""
    try:
        said = TimestampSigner(salt=SALT).unsign_object(token, max_age=A_DAY)
    except BadSignature:
        return None
    person = Person.objects.filter(pk=said["person"], is_active=True).first()
    return person if person and said["seen"] == _seen(person) else None


def _seen(person: Person) -> str:
    return person.last_login.isoformat() if person.last_login else ""
