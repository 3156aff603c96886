"""The Celery program of production, with seconds for minutes.

`celery -A tests.notifications.hurried worker`, and `beat`.
"""

from datetime import timedelta

import django

django.setup()

from franchise_site.celery import app  # noqa: E402 - after the set-up
from notifications.channels import channel, trouble  # noqa: E402
from notifications.outbox import queue as outbox  # noqa: E402

LEASE = 5

outbox.LEASE = timedelta(seconds=LEASE)
trouble.FIRST_WAIT = channel.FIRST_WAIT = timedelta(seconds=1)
trouble.LONGEST_WAIT = timedelta(seconds=2)
app.conf.beat_schedule = {"mails": {"task": "notifications.tasks.send_mails", "schedule": 1.0}}
