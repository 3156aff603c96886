"""A person's feeds, for programs that know the secret address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from games.domain.notation import language_of
from games.models import Person
from notifications.feeds.addresses import feed_of_person, feed_owner
from notifications.feeds.atom import atom_feed
from notifications.feeds.ical import calendar
from notifications.feeds.turns import last_change, waiting_turns
from notifications.links import feed_url

HEADERS = {"Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex"}


@require_safe
def turns(request: HttpRequest, token: str) -> HttpResponse:
    person = _owner_or_404(token)
    language = language_of(person.language)
    with override(language):
        title = _("My turns in Franchise by Mail")
    body = atom_feed(
        waiting_turns(person),
        title=title,
        address=feed_url("turns-atom", feed_of_person(person)),
        person=person.pk,
        updated=last_change(person),
        language=language,
    )
    return HttpResponse(body, content_type="application/atom+xml; charset=utf-8", headers=HEADERS)


@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    person = _owner_or_404(token)
    with override(language_of(person.language)):
        name = _("Deadlines in Franchise by Mail")
    body = calendar(waiting_turns(person), name=name, person=person.pk)
    return HttpResponse(body, content_type="text/calendar; charset=utf-8", headers=HEADERS)


def _owner_or_404(token: str) -> Person:
    person = feed_owner(token)
    if person is None:
        raise Http404
    return person
