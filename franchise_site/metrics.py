"""Prometheus metrics: requests, and what the one write path did."""

from collections.abc import Callable
from secrets import compare_digest
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Histogram, generate_latest

from games.signals import events_appended

REQUESTS = Histogram("franchise_request_seconds", "Requests", ["view", "method", "status"])
EVENTS = Counter("franchise_events_total", "Events appended to games", ["type"])

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

Next = Callable[[HttpRequest], HttpResponse]


def count_requests(get_response: Next) -> Next:
    def middleware(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = match.view_name if match else "unknown"
        method = request.method if request.method in METHODS else "other"
        labels = (view, method or "", str(response.status_code))
        REQUESTS.labels(*labels).observe(perf_counter() - began)
        return response

    return middleware


def count_events(sender: object, *, happened: object, **_: object) -> None:
    for event in getattr(happened, "events", ()):
        EVENTS.labels(type(event).__name__).inc()


events_appended.connect(count_events, dispatch_uid="metrics")


def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever has METRICS_TOKEN; without one set, for nobody but in DEBUG."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    if not settings.DEBUG and not (token and compare_digest(given.encode(), token.encode())):
        return HttpResponse(status=404)
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)
