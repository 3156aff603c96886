"""Every kind of mail has a number and an envelope sender of our domain, and one structure."""

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from games.edge import now
from games.models import Person
from mail_in.playing import Outcome
from mail_in.receiving import receive
from notifications.models import NO_GAME, Bounce, Notice, Webhook
from notifications.outbox.tasks import send_digests, send_mails
from notifications.reply_addresses import is_bounce_address_of, read_address
from tests.api.calls import caller, game_path
from tests.doing import ask_for_code, open_game
from tests.mail_in.mails import cast_with_mail, reply_address_of, start_mailed_game, write_mail
from tests.notifications.channels.server import Server, TakenMail, serve, use_mail_server
from tests.notifications.daily import AT, choose_daily_mail, seven
from tests.notifications.test_bounces import report
from tests.people import Cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
DOMAIN = "franchise.example.org"
FROM = f"Franchise by Mail <play@{DOMAIN}>"
KINDS = {"answer", "code", "digest", "host", "invitation", "turn", "webhook"}


def send_each_kind(people: Cast) -> None:
    game, _ = start_mailed_game()
    order = write_mail(people.ada, reply_address_of(game, people.ada), "hello?")
    receive(bytes(order), None, (), now())
    complaint = write_mail(people.bob, f"abuse@{DOMAIN}", "You send us spam.")
    receive(bytes(complaint), None, (), now())
    caller(people.ada).post(game_path(open_game(people), "invite/"), {"address": "yan@example.org"})
    webhook = Webhook.objects.create(
        person=people.bob, active=False, created=now(), failing_since=now()
    )
    Notice.objects.create(
        game_id=NO_GAME,
        recipient=people.bob,
        message="webhook-off",
        channel="mail",
        occasion=webhook.pk,
        due=now(),
    )
    ask_for_code(Client(), "zoe@example.org")
    send_mails()


def kind_of(each: TakenMail) -> str:
    number = str(each.mail["Message-ID"]).strip(" <>").split("@")[0].split(".")
    return number[0] if number[0] in KINDS else number[2]


@pytest.fixture
def sent_mails(settings: Settings) -> list[TakenMail]:
    settings.MAIL_DOMAIN, settings.HOST_ADDRESS = DOMAIN, "host@example.net"
    settings.DEFAULT_FROM_EMAIL = FROM
    server = Server()
    use_mail_server(settings, f"smtp://127.0.0.1:{server.port}")
    with serve(server), time_machine.travel(AT, tick=False) as clock:
        people = cast_with_mail()
        Person.objects.filter(pk=people.ada.pk).update(language="fr")
        send_each_kind(people)
        start_mailed_game()
        choose_daily_mail(people.ada)
        clock.move_to(seven())
        send_digests()
    assert {kind_of(each) for each in server.taken} >= KINDS
    return server.taken


def test_every_mail_has_a_number_and_a_bounce_address_of_its_own(
    sent_mails: list[TakenMail],
) -> None:
    for each in sent_mails:
        assert str(each.mail["Message-ID"]).endswith(f"@{DOMAIN}>")
        assert is_bounce_address_of(each.sender, each.to)
    assert len({str(each.mail["Message-ID"]) for each in sent_mails}) == len(sent_mails)


def test_no_server_on_the_way_has_to_change_a_mail(sent_mails: list[TakenMail]) -> None:
    assert any(not str(each.mail["Subject"]).isascii() for each in sent_mails)
    for each in sent_mails:
        assert each.raw.isascii()
        ends = [line for line in each.raw.split(b"\r\n") if line.endswith(b" ")]
        assert ends == []
        assert max(map(len, each.raw.split(b"\r\n"))) <= 998


def test_every_mail_says_what_it_is(sent_mails: list[TakenMail]) -> None:
    for each in sent_mails:
        assert len(each.mail.get_all("Date", [])) == 1
        assert each.mail["MIME-Version"] == "1.0"
        replied = kind_of(each) == "answer"
        assert each.mail["Auto-Submitted"] == ("auto-replied" if replied else "auto-generated")
        assert str(each.mail["From"]) == FROM


def test_mails_of_a_game_and_daily_ones_can_be_sorted(sent_mails: list[TakenMail]) -> None:
    series = {(kind_of(each), str(each.mail["List-Id"])) for each in sent_mails}
    assert {kind for kind, name in series if name == "None"} == {"code", "host", "webhook"}
    assert {name for kind, name in series if kind == "digest"} == {f"<daily.{DOMAIN}>"}
    for each in sent_mails:
        if kind_of(each) in ("turn", "answer"):
            game = str(each.mail["Reply-To"])
            bound = read_address(game)
            assert bound is not None
            assert each.mail["List-Id"] == f"<{bound.game_id}.{DOMAIN}>"
            assert each.mail["List-Help"] == f"<mailto:play@{DOMAIN}?subject=help>"
            assert str(each.mail["List-Unsubscribe"]).startswith("<http")


def test_every_mail_brings_home_that_its_address_is_none(sent_mails: list[TakenMail]) -> None:
    by_kind = {kind_of(each): each for each in sent_mails}
    for number, kind in enumerate(sorted(KINDS)):
        sent = by_kind[kind]
        raw = report("5.1.1", address=sent.to, number=number)
        assert receive(raw, "", [sent.sender], AT) is Outcome.AUTOMATIC
        assert Bounce.objects.count() == number + 1
        assert Bounce.objects.filter(address=sent.to).exists()


def test_pictures_stand_with_the_html_and_each_mail_has_its_own(
    sent_mails: list[TakenMail],
) -> None:
    (turn,) = [each.mail for each in sent_mails if kind_of(each) == "turn"][:1]
    text, related = turn.iter_parts()
    assert (turn.get_content_type(), text.get_content_type()) == (
        "multipart/alternative", "text/plain",
    )  # fmt: skip
    assert (related.get_content_type(), related.get_param("type")) == (
        "multipart/related", "text/html",
    )  # fmt: skip
    html, *pictures_within = related.iter_parts()
    assert pictures_within
    for picture in pictures_within:
        number = str(picture["Content-ID"]).strip("<>")
        assert f'src="cid:{number}"' in html.get_content()
        assert picture.get_content_disposition() == "inline"
    pictures = [
        str(part["Content-ID"])
        for each in sent_mails
        for part in each.mail.walk()
        if part.get_content_type() == "image/png"
    ]
    assert len(pictures) >= 2
    assert len(set(pictures)) == len(pictures)
