"""What goes at night, what stays, and that a site whose old rows are gone behaves as before."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from franchise_site.celery import app
from franchise_site.keeping import AGES, days_to_keep
from franchise_site.pruning import prune_rows
from games import talk
from games.edge import now
from games.models import ChatReport, Invitation, KeptAnswer, Person, SignIn, Token, Variation
from mail_in.playing import Outcome
from notifications.bounces import Report, note_report
from notifications.models import NOBODY, Bounce, Inbound, Notice, Offer
from notifications.outbox.queue import POSTS, send_due
from tests.doing import browser, play_next, start_game, table_of
from tests.mail_in.mails import (
    receive_mail,
    reply_address_of,
    start_mailed_game,
    write_mail,
)
from tests.notifications.webhooks import add_webhook
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)
A_DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def private_addresses(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True


def notices(game: UUID, person: Person, ages: list[timedelta | None], at: datetime) -> None:
    """Notices of mails sent that long ago; None is one that still waits."""
    Notice.objects.all().delete()
    Notice.objects.bulk_create(
        Notice(
            game_id=game,
            occasion=number,
            message="turn",
            channel="mail",
            recipient=person,
            due=at - 1000 * A_DAY,
            sent=None if age is None else at - age,
        )
        for number, age in enumerate(ages)
    )


def test_mails_that_went_long_ago_go_and_those_that_wait_stay_however_old() -> None:
    people = cast()
    game, at = start_game(people), now()
    notices(game, people.ada, [29 * A_DAY, 31 * A_DAY, 400 * A_DAY, None], at)
    assert prune_rows(at)["notices"] == 2
    assert set(Notice.objects.values_list("occasion", flat=True)) == {"0", "3"}
    assert prune_rows(at)["notices"] == 0


def test_of_every_kind_what_is_old_and_done_with_goes() -> None:
    people = cast()
    game, at = start_game(people), now()
    old = at - 1000 * A_DAY

    Inbound.objects.create(key="answered", person=people.ada, game_id=game, at=old, outcome="")
    Offer.objects.create(person=people.ada, game_id=game, number=1, at=old, tables="[]")
    hook = add_webhook(people.ada)
    play_next(game)
    hook.waiting_notices().update(due=old)
    play_next(game)
    for moment in (old, at):
        KeptAnswer.objects.create(person=people.ada, key=str(moment), at=moment)
    Token.objects.create(user=people.ada, name="lasts", scope="read")
    Token.objects.create(user=people.ada, name="is over", scope="read", expiry=-A_DAY)
    browser(people.ada)
    browser(people.bob)
    for number, moment in enumerate((old, at)):
        SignIn.objects.create(person=people.ada, key=number, began=old, seen=moment)
    Session.objects.filter(pk=Session.objects.earliest("pk").pk).update(expire_date=old)
    for number, (sent, settled) in enumerate([(old, old), (None, None), (at, at)]):
        invitation = Invitation.objects.create(
            game_id=game,
            number=number,
            reference=number,
            secret=number,
            address="zoe@example.org",
            created=old,
        )
        Notice.objects.create(
            game_id=game,
            recipient_id=NOBODY,
            message="invitation",
            channel="mail",
            occasion=invitation.reference,
            due=old,
            sent=sent,
        )
        line = talk.say(game, people.ada, "here", at)
        ChatReport.objects.create(line=line.number, game_id=game, text="", at=old, settled=settled)
    gone = prune_rows(at)
    assert gone == dict.fromkeys(gone, 1) | {"notices": 0}
    assert not Inbound.objects.exists()
    assert hook.waiting_notices().count() == 1
    assert Token.objects.get().name == "lasts"
    assert Session.objects.count() == 1
    assert Notice.objects.filter(message="invitation").count() == 2
    assert ChatReport.objects.count() == 2


def test_no_statement_deletes_more_than_some_rows() -> None:
    people = cast()
    game, at = start_game(people), now()
    notices(game, people.ada, [400 * A_DAY, None] * 25, at)
    with CaptureQueriesContext(connection) as queries:
        assert prune_rows(at, at_once=10)["notices"] == 25
    deletes = [each["sql"] for each in queries if "DELETE" in each["sql"]]
    assert len(deletes) == 3
    assert Notice.objects.count() == 25


def test_a_mail_that_comes_again_after_a_month_is_known_and_after_a_year_plays_nothing() -> None:
    game, people = start_mailed_game()
    order = write_mail(people.ada, reply_address_of(game, people.ada), "pass")
    assert receive_mail(order) is Outcome.PLAYED
    played = table_of(game)
    prune_rows(now() + 30 * A_DAY)
    assert receive_mail(order) is Outcome.REPEATED
    prune_rows(now() + 365 * A_DAY)
    assert not Inbound.objects.exists()
    assert receive_mail(order) is not Outcome.PLAYED
    assert table_of(game) == played


def test_a_report_of_a_bounce_that_comes_again_is_no_news_after_years() -> None:
    ada = cast().ada
    Person.objects.filter(pk=ada.pk).update(email="ada@example.org")
    report = Report("provider 7", "ada@example.org", Bounce.Why.REFUSED, now())
    assert note_report(report)
    prune_rows(now() + 2000 * A_DAY)
    assert not note_report(report)


def test_a_game_goes_on_where_all_that_was_told_of_it_is_gone() -> None:
    game, people = start_mailed_game()
    add_webhook(people.bob)
    Variation.objects.create(
        person=people.ada,
        game_id=game,
        number=1,
        name="what if",
        base=1,
        steps="[]",
        length=0,
        snapshot="{}",
        changed=now() - 1000 * A_DAY,
    )
    play_next(game)
    send_due(now())
    later = now() + 1000 * A_DAY
    gone = prune_rows(later)
    assert gone["notices"] > 0
    assert Variation.objects.count() == 1
    assert not POSTS.due(later).exists()
    mail.outbox.clear()
    play_next(game)
    assert send_due(now()) > 0
    assert [each.to for each in mail.outbox] == [["ada@example.org"]]
    for person in (people.ada, people.bob):
        assert browser(person).get(reverse("game", args=[game])).status_code == 200


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"inbound": "7"}, "at least 30"),
        ({"notices": "soon"}, "whole days"),
        ({"notices": "-1"}, "whole days"),
        ({"letters": "7"}, "it knows notices, inbound"),
    ],
)
def test_an_age_that_would_do_harm_or_says_nothing_is_refused(
    given: dict[str, str], why: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=why):
        days_to_keep(given)


def test_what_a_host_does_not_say_is_kept_as_usual() -> None:
    usual = {name: age.days for name, age in AGES.items()}
    assert days_to_keep({"reports": "10"}) == usual | {"reports": 10}


def test_it_runs_every_night_and_says_what_went(caplog: pytest.LogCaptureFixture) -> None:
    every_night: dict[str, Any] = settings.CELERY_BEAT_SCHEDULE["prune"]
    assert every_night["schedule"].hour == {3}
    people, at = cast(), now()
    notices(start_game(people), people.ada, [400 * A_DAY], at)
    app.loader.import_default_modules()
    with caplog.at_level("INFO"):
        app.tasks[every_night["task"]]()
    assert "pruned: 1 notices, 0 inbound" in caplog.text
