"""What the host sees of the outbox: how much waits for how long, each mail, and why."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from games.edge import now
from games.models import Invitation, Person
from notifications.models import NO_GAME, NOBODY, Notice
from notifications.outbox.queue import send_due
from notifications.outbox.waiting import count_by_age, unsent_mails
from tests.doing import browser, play_next
from tests.mail_in.mails import start_mailed_game
from tests.notifications.channels.server import Server, serve, use_mail_server
from tests.notifications.webhooks import add_webhook
from tests.pages import open_page
from tests.people import make_staff

pytestmark = pytest.mark.django_db(transaction=True)
AT = datetime(2026, 3, 2, 10, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    server = Server()
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    use_mail_server(settings, f"smtp://127.0.0.1:{server.port}")
    with serve(server), time_machine.travel(AT, tick=False):
        yield server


def counts(at: datetime) -> dict[str, tuple[int, ...]]:
    return {
        each.name: (each.later, each.minute, each.ten_minutes, each.hour, each.older)
        for each in count_by_age(at)
    }


def put_in_turns(game: UUID, person: Person, times: list[datetime]) -> None:
    """Mails of turns to come, due at these times."""
    Notice.objects.bulk_create(
        Notice(
            game_id=game,
            occasion=1000 + number,
            message="turn",
            channel="mail",
            recipient=person,
            due=due,
        )
        for number, due in enumerate(times)
    )


def test_mails_are_counted_by_kind_and_age() -> None:
    game, people = start_mailed_game()
    Notice.objects.all().delete()
    put_in_turns(game, people.ada, [AT - n * MINUTE for n in (-5, 0, 2, 9, 30, 60, 600)])
    assert counts(AT) == {"turn": (1, 1, 2, 1, 2)}


def test_every_queue_is_counted(server: Server) -> None:
    game, people = start_mailed_game()
    add_webhook(people.ada)
    play_next(game)
    Notice.objects.filter(channel="mail").exclude(message="turn").update(sent=AT)
    Notice.objects.filter(message="turn").update(due=AT)
    made = Invitation.objects.create(
        game_id=game, number=1, reference="r", address="zoe@example.org", created=AT
    )
    rows = [(game, people.bob.pk, "answer", "k"), (game, NOBODY, "invitation", made.reference)]
    rows += [(NO_GAME, people.bob.pk, "daily", "2026-03-02")]
    rows += [(NO_GAME, people.ada.pk, "webhook-off", "1")]
    Notice.objects.bulk_create(
        Notice(
            game_id=about,
            recipient_id=person,
            message=message,
            channel="mail",
            occasion=occasion,
            due=AT,
        )
        for about, person, message, occasion in rows
    )
    assert {what: sum(numbers) for what, numbers in counts(AT).items()} == {
        "turn": 1,
        "answer": 1,
        "invitation": 1,
        "daily mail": 1,
        "webhook switched off": 1,
        "webhook message": Notice.objects.filter(channel="webhook").count(),
    }
    waiting = {(mail.name, mail.to, mail.game) for mail in unsent_mails(AT)}
    assert ("invitation", "zoe@example.org", "Route 66") in waiting
    assert ("daily mail", "bob@example.org", "") in waiting
    assert len(waiting) == 5


def test_a_mail_that_is_tried_again_and_again_grows_older(server: Server) -> None:
    start_mailed_game()
    Notice.objects.exclude(message="turn").delete()
    Notice.objects.update(later="")
    server.answers["ada@example.org"] = "451 4.7.1 Greylisted, come back later"
    for hours in range(3):
        send_due(AT + hours * 60 * MINUTE)
    later = AT + 180 * MINUTE
    (mail,) = unsent_mails(later)
    assert (mail.name, mail.to, mail.since, mail.tries) == ("turn", "ada@example.org", AT, 3)
    assert "Greylisted" in mail.why
    assert counts(later) == {"turn": (0, 0, 0, 0, 1)}


def test_what_the_hosts_trouble_holds_says_so(server: Server) -> None:
    start_mailed_game()
    Notice.objects.exclude(message="turn").delete()
    Notice.objects.update(later="")
    server.answers["MAIL"] = "550 5.7.1 Sender rejected"
    send_due(AT)
    (mail,) = unsent_mails(AT + MINUTE)
    assert mail.why.startswith("held until mail goes out again · ")
    server.answers.clear()
    send_due(AT + 600 * MINUTE)
    assert unsent_mails(AT + 600 * MINUTE) == []


def test_the_outbox_is_a_page_of_the_desk_for_whoever_may_see_it() -> None:
    start_mailed_game()
    page = reverse("admin:outbox")
    host = browser(make_staff("notifications.view_notice"))
    outbox = open_page(host, page).text
    assert "ada@example.org" in outbox
    assert "Route 66" in outbox
    index = reverse("admin:index")
    assert page in [link["href"] for link in open_page(host, index).all("link")]
    for person, status in ((make_staff("games.view_game"), 403), (None, 302)):
        assert browser(person).get(page).status_code == status
    bare = open_page(browser(make_staff("games.view_game")), index)
    assert "The outbox by age" not in bare.text


def test_a_full_outbox_costs_as_many_queries_as_an_empty_one() -> None:
    game, people = start_mailed_game()

    def queries() -> int:
        with CaptureQueriesContext(connection) as queries_made:
            unsent_mails(now())
            count_by_age(now())
        return len(queries_made)

    few = queries()
    put_in_turns(game, people.ada, [AT] * 300)
    assert queries() == few
    assert len(unsent_mails(now())) == 100
