"""The file of all that is kept of a person."""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.models import Person
from games.people import export_person
from games.web.requests import member_of, members_only
from notifications.leaving import export_mail


@require_safe
@members_only
def export(request: HttpRequest) -> HttpResponse:
    """A file of all that is kept of the person."""
    person = Person.objects.get(pk=member_of(request).pk)
    data = export_person(person) | export_mail(person)
    body = msgspec.json.format(msgspec.json.encode(data), indent=2)
    file = HttpResponse(body, content_type="application/json")
    file["Content-Disposition"] = 'attachment; filename="franchise-by-mail.json"'
    file["Cache-Control"] = "no-store"
    return file
