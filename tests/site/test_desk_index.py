"""What the desk's first page tells a host at once, and whom."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from franchise_site.models import Heartbeat
from franchise_site.tasks import note_heartbeat
from games.edge import now
from games.models import Person
from notifications.models import MailTrouble, Webhook
from tests.doing import browser, play_next, start_game
from tests.notifications.webhooks import add_webhook
from tests.people import cast, make_staff

pytestmark = pytest.mark.django_db(transaction=True)
SINCE = now() - timedelta(hours=3)


@pytest.fixture
def host() -> Client:
    return browser(make_staff("notifications.view_notice", "notifications.view_webhook"))


def index(client: Client) -> str:
    return client.get(reverse("admin:index")).content.decode()


def refuse_sign_in() -> None:
    MailTrouble.objects.create(
        since=SINCE, last=now(), due=now(), count=7, stage="sign-in", code=535, said="535 no"
    )


def test_mail_that_does_not_go_out_stands_first(host: Client) -> None:
    assert "Mail does not go out" not in index(host)
    refuse_sign_in()
    html = index(host)
    assert "refuses the user or the password in EMAIL_URL" in html
    assert "Tries</b> 7" in html


def test_a_part_that_is_silent_is_named_until_it_is_seen_again(host: Client) -> None:
    for part in (Heartbeat.Part.WORKER, Heartbeat.Part.MAIL_OUT):
        note_heartbeat(part, now())
    note_heartbeat(Heartbeat.Part.BEAT, now() - timedelta(minutes=5))
    html = index(host)
    assert "No sign of beat" in html
    assert "No sign of worker" not in html
    note_heartbeat(Heartbeat.Part.BEAT, now())
    assert "No sign of" not in index(host)


def test_the_staff_without_the_permission_learn_none_of_it() -> None:
    refuse_sign_in()
    html = index(browser(make_staff("games.view_game")))
    assert "Mail does not go out" not in html
    assert "No sign of" not in html


def test_the_desk_names_the_zone_of_its_times() -> None:
    host = make_staff()
    assert "UTC</a> /" in index(browser(host))
    Person.objects.filter(pk=host.pk).update(time_zone="Asia/Kathmandu")
    assert "Asia/Kathmandu</a> /" in index(browser(host))


def test_a_failing_webhook_is_listed_without_its_secrets(host: Client, settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    people = cast()
    game = start_game(people)
    hook = add_webhook(people.ada, "http://127.0.0.1:9/inner?key=private")
    play_next(game)
    Webhook.objects.update(failing_since=SINCE)
    add_webhook(people.bob)
    failing = {"failing_since__isempty": "0"}
    assert "Failing webhooks</a>\n      1" in index(host)
    assert "Failing webhooks" not in index(browser(make_staff("games.view_game")))
    html = host.get(reverse("admin:notifications_webhook_changelist"), failing)
    page = host.get(reverse("admin:notifications_webhook_change", args=[hook.pk]))
    for text in (html.content.decode(), page.content.decode()):
        assert "127.0.0.1:9" in text
        assert "ada" in text
        for secret in ("inner?", "private", hook.secret):
            assert secret not in text
    assert [each.person for each in html.context["cl"].result_list] == [people.ada]
    assert '<td class="field-waiting">1</td>' in html.content.decode()


def test_twenty_webhooks_are_listed_by_as_many_queries_as_one(
    host: Client, settings: Settings
) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    people = cast()
    add_webhook(people.ada)
    listed = reverse("admin:notifications_webhook_changelist")
    host.get(listed)
    with CaptureQueriesContext(connection) as of_one:
        host.get(listed)
    for _ in range(19):
        add_webhook(people.ada)
    with CaptureQueriesContext(connection) as of_twenty:
        host.get(listed)
    assert len(of_twenty) == len(of_one)


def test_webhooks_take_a_permission_of_their_own_and_nobody_edits_them(host: Client) -> None:
    listed = reverse("admin:notifications_webhook_changelist")
    assert browser(make_staff("notifications.view_notice")).get(listed).status_code == 403
    assert host.get(reverse("admin:notifications_webhook_add")).status_code == 403
