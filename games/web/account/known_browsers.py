"""Browsers in which somebody has signed in before: the limits on codes do not count for them."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.models import Person

COOKIE = "known"
SALT = "known browser"
A_YEAR = 365 * 24 * 3600


def remember(response: HttpResponse, person: Person) -> None:
    response.set_signed_cookie(
        COOKIE,
        str(person.pk),
        salt=SALT,
        max_age=A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def is_known(request: HttpRequest, person: Person | None) -> bool:
    number = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=A_YEAR)
    return person is not None and number == str(person.pk)
