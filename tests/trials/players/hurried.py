"""The Celery program of production, with few nodes a turn and seconds for minutes.

`celery -A tests.trials.players.hurried worker`, and `beat`.
"""

from datetime import timedelta
from functools import partial
from typing import cast

import django
from msgspec.structs import replace

django.setup()

from franchise_site.celery import app  # noqa: E402 - after the set-up
from games import tasks  # noqa: E402
from games.bots import STRENGTHS, Bot, Strength, strengths  # noqa: E402

NODES = 50
LEASE = 10

choose = partial(strengths.choose_by_search, nodes=NODES)
few: dict[str, Bot] = {"strong": choose, "master": choose}
cast("dict[str, Strength]", STRENGTHS).update(
    {name: replace(STRENGTHS[name], choose=each) for name, each in few.items()}
)
tasks.LEASE = timedelta(seconds=LEASE)
app.conf.beat_schedule = {
    "computer-players": {"task": "games.tasks.sweep_computer_players", "schedule": float(LEASE)}
}
# What is thought about finished games would take longer than the games: nobody takes it here.
app.conf.task_routes = {"games.analyses.*": {"queue": "analyses"}}
