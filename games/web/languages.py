"""The reader's language and time zone: the person's own, else the browser's language and UTC."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from games.clocks import find_zone
from games.web.requests import Handler


def use_language(handle: Handler) -> Handler:
    """Programs are answered in English: the sentences are part of the API."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/"):
            return handle(request)
        with translation.override(_language(request)), timezone.override(_zone(request)):
            response = handle(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "en")
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return answer


def _language(request: HttpRequest) -> str:
    person = request.user
    known = dict(settings.LANGUAGES)
    if person.is_authenticated and person.language in known:
        return person.language
    return translation.get_language_from_request(request)


def _zone(request: HttpRequest) -> ZoneInfo:
    person = request.user
    return find_zone(person.time_zone if person.is_authenticated else "UTC")


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Stored with the person, for mails too; for visitors, in a cookie."""
    code, person = request.POST.get("language", ""), request.user
    if person.is_authenticated and code in dict(settings.LANGUAGES):
        person.language = code
        person.save(update_fields=["language"])
    return set_language(request)
