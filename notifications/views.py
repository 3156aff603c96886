"""The pages that links in mails lead to. They act on a POST alone."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.domain.notation import language_of
from games.edge import now
from games.models import Person
from games.web.requests import member_of, redirect_back
from notifications.bounces import try_again
from notifications.invitation_wishes import refuse_invitations
from notifications.links import no_invitations_address, stop_of
from notifications.models import NO_GAME
from notifications.preferences import stop_mails


@csrf_exempt
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Mail programs unsubscribe by a POST of their own, without the page (RFC 8058)."""
    link = stop_of(token)
    if link is None:
        return render(request, "mails/no_link.html", status=410)
    if request.method == "POST":
        stop_mails(link.person, link.game)
    what = {None: "daily", NO_GAME: "all"}.get(link.game, "game")
    context = {"done": request.method == "POST", "what": what}
    person = Person.objects.filter(pk=link.person).first()
    with override(language_of(person.language if person else "")):
        return render(request, "mails/stop.html", context)


@require_POST
@login_required
def allow_mail_again(request: HttpRequest) -> HttpResponse:
    """Lets mail go again to the person's address, which has turned some away."""
    person = member_of(request)
    try_again(person.pk, person.email)
    return redirect_back(request, reverse("home"))


@csrf_exempt
@require_http_methods(["GET", "POST"])
def no_invitations(request: HttpRequest, token: str) -> HttpResponse:
    """Mail programs unsubscribe by a POST of their own, without the page (RFC 8058)."""
    address = no_invitations_address(token)
    if address is None:
        return render(request, "mails/no_link.html", status=410)
    if request.method == "POST":
        refuse_invitations(address, now())
    context = {"address": address, "done": request.method == "POST"}
    return render(request, "mails/no_invitations.html", context)
