"""Links that sign in: for one person, a day, and once; or while `make run` runs, on its machine."""

from ipaddress import ip_address

from django.core import signing
from django.http import HttpRequest
from django.urls import reverse

from games.edge import new_secret
from games.models import Person

A_DAY = 24 * 3600
SALT = "sign-in"
# The person's number by the link's secret; they end with this process.
lasting_links: dict[str, int] = {}


class NoWayIn(Exception):
    """A link that signs nobody in."""


class UsedUp(NoWayIn):
    """Its person has signed in since it was made."""


class TooOld(NoWayIn):
    """It was made more than a day ago."""


class NotMadeHere(NoWayIn):
    """It is cut off or forged, or the server that printed it has ended."""


class ForThisMachineAlone(NoWayIn):
    """It is used over a network."""


def sign_in_path(person: Person) -> str:
    token = signing.dumps({"person": person.pk, "seen": _last_sign_in(person)}, salt=SALT)
    return reverse("sign-in", args=[token])


def lasting_sign_in_path(person: Person) -> str:
    """Works any number of times while this process lives, for browsers on this machine only."""
    secret = new_secret()
    lasting_links[secret] = person.pk
    return reverse("sign-in", args=[secret])


def person_from_link(token: str, request: HttpRequest) -> Person:
    """The person whom the link signs in."""
    if token in lasting_links:
        if not _is_of_this_machine(request):
            raise ForThisMachineAlone
        return _active_person(lasting_links[token])
    try:
        data = signing.loads(token, salt=SALT, max_age=A_DAY)
    except signing.SignatureExpired as error:
        raise TooOld from error
    except signing.BadSignature as error:
        raise NotMadeHere from error
    person = _active_person(data["person"])
    if data["seen"] != _last_sign_in(person):
        raise UsedUp
    return person


def _active_person(number: int) -> Person:
    try:
        return Person.objects.get(pk=number, is_active=True)
    except Person.DoesNotExist as error:
        raise NotMadeHere from error


def _is_of_this_machine(request: HttpRequest) -> bool:
    """What comes through a proxy or a tunnel comes from somewhere else."""
    is_handed_on = any(name in request.headers for name in ("Forwarded", "X-Forwarded-For"))
    return not is_handed_on and ip_address(request.META["REMOTE_ADDR"]).is_loopback


def _last_sign_in(person: Person) -> str:
    return person.last_login.isoformat() if person.last_login else ""
