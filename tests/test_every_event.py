"""Every type of event has its row wherever events are recorded or told."""

from collections.abc import Mapping
from typing import get_args

import pytest

from games.domain.events import ByEvent, Event
from games.domain.evolve import RECORDERS
from games.domain.notation.score_sheet import WRITERS, write_nothing
from games.web.replay.captions import SENTENCES
from notifications.messages.digest import NEWS
from notifications.outbox.recipients import AUDIENCES, tell_nobody


@pytest.mark.parametrize("rows", [RECORDERS, WRITERS, SENTENCES, AUDIENCES])
def test_each_type_of_event_has_a_row(rows: Mapping[type[Event], object]) -> None:
    assert set(rows) == set(get_args(Event))


def test_the_type_checker_asks_for_a_row_for_each_type_of_event() -> None:
    assert list(ByEvent.__annotations__) == [event.__name__ for event in get_args(Event)]


def test_the_daily_mail_tells_of_all_that_anybody_is_told_of() -> None:
    told = {event for event, audience in AUDIENCES.items() if audience is not tell_nobody}
    on_the_sheet = {event for event, write in WRITERS.items() if write is not write_nothing}
    assert told <= {*NEWS, *on_the_sheet}
