"""The page on which an address refuses all invitations. It acts on a POST alone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.edge import now
from notifications.invitations.wishes import refuse_invitations
from notifications.links import no_invitations_address


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
