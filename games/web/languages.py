"""The reader's language and time zone: the person's own, else the browser's language and UTC."""

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
        person, zone = request.user, "UTC"
        language = translation.get_language_from_request(request)
        if person.is_authenticated:
            zone = person.time_zone
            if person.language in dict(settings.LANGUAGES):
                language = person.language
        with translation.override(language), timezone.override(find_zone(zone)):
            response = handle(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "en")
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return answer


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Stored with the person, for mails too; for visitors, in a cookie."""
    code, person = request.POST.get("language", ""), request.user
    if person.is_authenticated and code in dict(settings.LANGUAGES):
        person.language = code
        person.save(update_fields=["language"])
    return set_language(request)
