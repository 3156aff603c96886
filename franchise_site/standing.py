"""Gauges of the site's present state, read from the database at each scrape."""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db import DatabaseError
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from franchise_site.tasks import silences
from games.anchors.publishing import end_of_signed_days
from games.edge import now
from notifications.channels.trouble import mail_trouble
from notifications.outbox.waiting import lateness

log = logging.getLogger(__name__)


class Standing(Collector):
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
