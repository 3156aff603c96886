"""The site, and pages that one gets to see only where something is amiss."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, include, path
from django.views.csrf import csrf_failure


def closed(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def enough(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def breaks(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError("as it was asked to")


urlpatterns: list[URLPattern | URLResolver] = [
    path("amiss/closed/", closed),
    path("amiss/stale/", csrf_failure),
    path("amiss/enough/", enough),
    path("amiss/breaks/", breaks),
    path("", include("franchise_site.urls")),
]
