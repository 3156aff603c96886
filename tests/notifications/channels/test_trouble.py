"""The host's trouble is one row: told once, tried ever less often, gone with the first success."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from notifications.channels.replies import Stage, read_reply
from notifications.channels.trouble import (
    FIRST_WAIT,
    LONGEST_WAIT,
    Watch,
    end_trouble,
    explain,
    mail_trouble,
    may_try,
    note_trouble,
)
from notifications.models import MailTrouble

pytestmark = pytest.mark.django_db
AT = datetime(2026, 3, 2, 10, tzinfo=UTC)
SECOND = timedelta(seconds=1)
WRONG_PASSWORD = read_reply(Stage.SIGN_IN, 535, "5.7.8 Error: authentication failed")
NO_RELAY = read_reply(Stage.RECIPIENT, 554, "5.7.1 Relay access denied")


def test_the_log_is_loud_once_for_each_change(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    for number in range(3):
        note_trouble(WRONG_PASSWORD, AT + number * SECOND)
    note_trouble(NO_RELAY, AT + 3 * SECOND)
    assert [each.levelname for each in caplog.records] == ["ERROR", "ERROR"]
    assert "535 5.7.8 Error: authentication failed" in vars(caplog.records[0])["why"]
    trouble = MailTrouble.objects.get()
    assert (trouble.since, trouble.last, trouble.count) == (AT, AT + 3 * SECOND, 1)
    assert explain(trouble).endswith("in EMAIL_URL. 554 5.7.1 Relay access denied")
    assert end_trouble(AT + 4 * SECOND)
    assert not end_trouble(AT + 5 * SECOND)
    assert mail_trouble() is None
    assert [each.message for each in caplog.records][2:] == ["mail goes out again"]


def test_a_success_that_began_before_the_failure_ends_nothing() -> None:
    note_trouble(WRONG_PASSWORD, AT)
    assert not end_trouble(AT - SECOND)
    assert mail_trouble() is not None


def test_a_server_that_lets_nobody_in_is_asked_ever_less_often_and_by_one_alone() -> None:
    note_trouble(WRONG_PASSWORD, AT)
    tries, now = [], AT
    while now < AT + timedelta(hours=2):
        now += 5 * SECOND
        if may_try(now):
            tries.append(now)
            assert not may_try(now)
            note_trouble(WRONG_PASSWORD, now)
    waits = [later - earlier for earlier, later in zip([AT, *tries], tries, strict=False)]
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert set(waits[7:]) == {LONGEST_WAIT}


def test_what_is_wrong_with_one_recipient_holds_up_no_other() -> None:
    assert may_try(AT)
    note_trouble(NO_RELAY, AT)
    assert may_try(AT)


@pytest.mark.parametrize("stage", list(Stage))
def test_every_trouble_is_a_sentence(stage: Stage) -> None:
    note_trouble(read_reply(stage, 0, "timed out"), AT)
    trouble = mail_trouble()
    assert trouble is not None
    assert explain(trouble).endswith(". timed out")


def test_a_batch_that_goes_looks_for_trouble_twice(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    watch = Watch()
    with django_assert_num_queries(2 * 2):
        for number in range(9):
            watch.note_success(AT + number * SECOND, "example.org")
        watch.look()


def test_trouble_that_another_noted_while_a_batch_went_is_over_with_the_batch() -> None:
    watch = Watch()
    watch.note_success(AT, "example.org")
    note_trouble(WRONG_PASSWORD, AT + SECOND)
    watch.note_success(AT + 2 * SECOND, "example.net")
    watch.look()
    assert mail_trouble() is None


def test_mails_that_went_before_the_trouble_of_their_batch_do_not_end_it() -> None:
    watch = Watch()
    for _ in range(2):
        watch.note_success(AT, "example.org")
    note_trouble(NO_RELAY, AT, "example.org")
    watch.note_refusal()
    watch.look()
    assert mail_trouble() is not None
    watch.note_success(AT + SECOND, "example.org")
    assert mail_trouble() is None
