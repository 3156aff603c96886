"""Prometheus metrics: what every process did, and the site's present state.

Each has a label: one without would begin to count before `share_counts` was called.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from secrets import compare_digest
from time import perf_counter
from typing import Any

from celery import Task
from celery.signals import beat_init, task_postrun, task_prerun, worker_init
from django.conf import settings
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    Metric,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from franchise_site.tasks import silences
from games.anchors.publishing import end_of_signed_days
from games.domain.events import TurnEnded
from games.edge import now
from games.shared_counts import SharedCounts, share_counts, shared_folder
from games.signals import Change, events_appended
from notifications.channels.trouble import mail_trouble
from notifications.outbox.waiting import lateness

log = logging.getLogger(__name__)
REQUESTS = Histogram("franchise_request_seconds", "Requests", ["view", "method", "status"])
EVENTS = Counter("franchise_events_total", "Events appended to games", ["type"])
TURNS = Counter("franchise_turns_total", "Turns that ended, by who played them", ["by"])
TASKS = Histogram("franchise_task_seconds", "Sweeps and other tasks of workers", ["task", "state"])

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

# When each task began that runs in this process.
start_times: dict[str, float] = {}

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


def count_events(sender: object, *, change: Change, **_: object) -> None:
    """After the commit, so that events that are rolled back do not count."""
    transaction.on_commit(partial(_count, change))


def _count(change: Change) -> None:
    for event in change.events:
        EVENTS.labels(type(event).__name__).inc()
        if isinstance(event, TurnEnded):
            TURNS.labels(change.actor.partition(":")[0]).inc()


def begin_task(task_id: str, **_: object) -> None:
    start_times[task_id] = perf_counter()


def end_task(task_id: str, task: "Task[Any, Any]", state: str | None = None, **_: object) -> None:
    if (since := start_times.pop(task_id, None)) is not None:
        TASKS.labels(task.name, str(state).lower()).observe(perf_counter() - since)


def share(**_: object) -> None:
    share_counts()


events_appended.connect(count_events, dispatch_uid="metrics")
task_prerun.connect(begin_task, dispatch_uid="metrics")
task_postrun.connect(end_task, dispatch_uid="metrics")
worker_init.connect(share, dispatch_uid="metrics")
beat_init.connect(share, dispatch_uid="metrics")


class Standing(Collector):
    """Gauges of the site's present state, read from the database at each scrape."""

    def collect(self) -> Iterable[Metric]:
        try:
            metrics = list(_measure(now()))
        except DatabaseError as error:
            log.warning("the database could not be asked", extra={"why": str(error)})
            metrics = []
        up = GaugeMetricFamily("franchise_database_up", "Whether the database answers")
        up.add_metric([], int(bool(metrics)))
        return [up, *metrics]


def _measure(at: datetime) -> Iterator[Metric]:
    ages = GaugeMetricFamily(
        "franchise_heartbeat_age_seconds", "Since the newest sign of life", labels=["part"]
    )
    for part, silence in silences(at).items():
        if silence is not None:
            ages.add_metric([part], silence.total_seconds())
    yield ages
    trouble = mail_trouble()
    since = GaugeMetricFamily(
        "franchise_mail_trouble_seconds", "For how long mail has not gone out; 0 while it does"
    )
    since.add_metric([], (at - trouble.since).total_seconds() if trouble else 0)
    yield since
    roots = GaugeMetricFamily(
        "franchise_root_age_seconds", "Since the end of the newest day with a signed root"
    )
    if (until := end_of_signed_days(at)) is not None:
        roots.add_metric([], (at - until).total_seconds())
    yield roots
    late = GaugeMetricFamily(
        "franchise_outbox_late_seconds", "Since the oldest row was due", labels=["outbox"]
    )
    due = GaugeMetricFamily("franchise_outbox_due", "Rows that are due", labels=["outbox"])
    again = GaugeMetricFamily(
        "franchise_outbox_tried", "Unsent rows that were tried in vain", labels=["outbox"]
    )
    for each in lateness(at):
        late.add_metric([each.outbox], each.late.total_seconds())
        due.add_metric([each.outbox], each.due)
        again.add_metric([each.outbox], each.again)
    yield from (late, due, again)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Asks for METRICS_TOKEN; where none is set, answers in DEBUG alone."""
    sent_token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    if not settings.DEBUG and not (token and compare_digest(sent_token.encode(), token.encode())):
        return HttpResponse(status=404)
    registry, folder = CollectorRegistry(), shared_folder()
    registry.register(SharedCounts(folder) if folder else REGISTRY)
    registry.register(Standing())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
