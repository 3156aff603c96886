from celery import shared_task

from games.anchors.publishing import publish_due
from games.edge import now


@shared_task
def publish_anchors() -> None:
    publish_due(now())
