"""Which statements may ask for the rows of many games at once, and who may.

Everything else names its game, so that one node of a Citus alone answers it.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from django.db import connection

from games.distribution import places
from tests.sharding.statements import unnamed_tables

HOME = Path(__file__).resolve().parents[2]
ROOMS = ("franchise_site.", "games.", "mail_in.", "notifications.")
NOT_ASKING = ("games.events.sql", "tests.sharding.all_shards", "tests.sharding.alone")
"""They run what others ask for, or look on."""
DESK = "django.contrib.admin"

ALL_SHARDS = {
    DESK: "the host looks at lists of all games",
    "franchise_site.pruning._delete": "at night, some rows at a time",
    "games.admin.reports.ChatReportAdmin._settle": "the host settles reports of several games",
    "games.analyses.keeping.due_analyses": "the sweep of analyses, by their index",
    "games.analyses.puzzles.choose_daily": "once a day, and after each analysis",
    "games.analyses.puzzles.days_of_puzzles": "the list of puzzles, by the index of their days",
    "games.analyses.puzzles.newest_puzzle": "today's puzzle, by the index of their days",
    "games.analyses.puzzles.puzzle_of": "a day's puzzle, by the index of their days",
    "games.anchors.models.leaves_of": "once a day's root, and whoever asks for its proof",
    "games.anchors.publishing.collect_leaves": "once a day: the games that moved",
    "games.anchors.verifying._lost_games": "the nightly walk through all histories",
    "games.api.views.lobby.Pages.read_page": "lists of games, a page at a time",
    "games.audit.verify._ids_after": "the nightly walk through all histories",
    "games.events.store.game_ids": "the nightly walk through all histories",
    "games.invitations.invitation_by": "an invitation's link has its secret alone, which is an index",
    "games.limits.check_rows": "how many tables somebody has, when they make one more",
    "games.overdue._read_due": "the sweep of deadlines, by their index",
    "games.people._unfinished_games": "somebody leaves, or a guest gets an account",
    "games.people.export_person": "somebody asks for all that is kept of them",
    "games.people.forget": "somebody leaves",
    "games.people.forget_guests": "once an hour",
    "games.people.hand_over": "a guest gets an account",
    "games.queries.finished_games": "the list of what has ended",
    "games.tasks.sweep_computer_players": "the sweep of computer players, by their index",
    "games.variations.get_shared_variation": "a shared line's link has its secret alone, an index",
    "games.web.lobby.game_rows.game_rows": "lists of games, a page at a time",
    "games.web.lobby.next_game.offer_waiting_count": "how many games wait for a person, by an index",
    "mail_in.desk._list_games": "somebody asks by mail for their games",
    "notifications.account.views._forms": "one's wishes about the mail of each of one's games",
    "notifications.admin.WebhookAdmin.get_changelist_instance": "the host looks at webhooks",
    "notifications.leaving.forget_mail": "somebody leaves",
    "notifications.messages.daily.seats_of_interest": "fifty daily mails at a time",
    "notifications.outbox.queue._company": "what goes in the same mails, by the index of what is due",
    "notifications.outbox.queue.send_due": "the sweep of the outbox, by the index of what is due",
    "notifications.outbox.waiting.count_by_age": "figures for the host",
    "notifications.outbox.waiting.lateness": "figures for the host",
    "notifications.outbox.waiting.unsent_mails": "figures for the host",
    "notifications.webhooks.log.deliveries_of": "what a webhook was posted in a week",
}
"""By the function that asks: why."""


@contextmanager
def watch() -> Iterator[list[str]]:
    """The statements of others, each with who asked."""
    strangers: list[str] = []

    def look(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        if (tables := _unnamed(str(sql))) and (asker := caller()) and asker not in ALL_SHARDS:
            strangers.append(f"{asker} names no game of {', '.join(tables)}: {sql}")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield strangers


@cache
def _unnamed(sql: str) -> tuple[str, ...]:
    return unnamed_tables(sql, _columns())


@cache
def _columns() -> dict[str, str]:
    return {each.table: each.column for each in places() if each.column}


def caller() -> str:
    """Which function of ours asked; empty where a test did."""
    frame = inspect.currentframe()
    while frame is not None:
        if "/django/contrib/admin/" in frame.f_code.co_filename:
            return DESK
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(HOME) and ".venv" not in path.parts:
            module = ".".join(path.relative_to(HOME).with_suffix("").parts)
            if module.startswith("tests.") and module not in NOT_ASKING:
                return ""
            if module.startswith(ROOMS) and module not in NOT_ASKING:
                return f"{module}.{frame.f_code.co_qualname.partition('.<locals>')[0]}"
        frame = frame.f_back
    return ""
