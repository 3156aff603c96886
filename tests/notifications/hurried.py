"""The Celery program as it is hosted, with seconds for minutes, so that a test sees them pass.

`celery -A tests.notifications.hurried worker`, and `beat`.
"""

from datetime import timedelta

import django

django.setup()

from franchise_site.celery import app  # noqa: E402 - after the set-up
from notifications import sending  # noqa: E402

LEASE = 5

sending.LEASE = timedelta(seconds=LEASE)
app.conf.beat_schedule = {"mails": {"task": "notifications.tasks.send_mails", "schedule": 1.0}}
