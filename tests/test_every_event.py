"""What anybody is told of stands in the daily mail too."""

from games.domain.events import SeatTaken
from games.domain.notation.score_sheet import WRITERS, write_nothing
from notifications.messages.digest import NEWS
from notifications.outbox.recipients import AUDIENCES, tell_nobody
from notifications.preferences import NOT_IN_DAILY


def test_the_daily_mail_tells_of_all_that_anybody_is_told_of() -> None:
    told = {event for event, audience in AUDIENCES.items() if audience is not tell_nobody}
    on_the_sheet = {event for event, write in WRITERS.items() if write is not write_nothing}
    # A table that has not begun is in no daily mail: its owner gets a mail of its own.
    assert told <= {*NEWS, *on_the_sheet, SeatTaken}
    assert "full" in NOT_IN_DAILY
