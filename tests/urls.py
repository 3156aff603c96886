"""The site, and views that show the error pages."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, include, path
from django.views.csrf import csrf_failure

from franchise_site.urls import handler500 as handler500


def forbid(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def limit(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def break_down(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError("as it was asked to")


urlpatterns: list[URLPattern | URLResolver] = [
    path("amiss/closed/", forbid),
    path("amiss/stale/", csrf_failure),
    path("amiss/enough/", limit),
    path("amiss/breaks/", break_down),
    path("", include("franchise_site.urls")),
]
