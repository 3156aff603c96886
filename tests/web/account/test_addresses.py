"""One mailbox is one address, however it is written."""

from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.addresses import NoAddress, address_of
from games.limits import INVITATIONS_TO_ONE, MAILS_OF_A_CODE
from games.models import Person
from games.people import person_by_address
from mail_in.playing import Outcome
from notifications.invitation_wishes import is_welcome, refuse_invitations
from notifications.outbox.tasks import send_mails
from tests.api.calls import caller, game_path
from tests.doing import ask_for_code, open_game, person_behind, sign_in
from tests.mail_in.mails import answer_turn_mail, cast_with_mail, start_mailed_game
from tests.pages import page_of

pytestmark = pytest.mark.django_db(transaction=True)
MORNING = datetime(2026, 3, 2, 9, tzinfo=UTC)
WIDE, SOFT = "zoe@\uff45xample.com", "zoe@exam\u00adple.com"
ALIKE = ("zoe@example.com", "ZOE@Example.COM", WIDE, SOFT, "zoe@example\u3002com")
NONE = (
    '"zoe"@example.com',
    '"\\zoe"@example.com',
    "zoe@[127.0.0.1]",
    "zo\te@example.com",
    "zoe\x00@example.com",
    "\u017foe@example.com",
    "zoe@example",
    "zoe",
    "@example.com",
    "zoe@",
)


@pytest.mark.parametrize("text", ALIKE)
def test_every_spelling_of_a_mailbox_is_one_address(text: str) -> None:
    assert address_of(text) == "zoe@example.com"


def test_a_domain_is_the_one_that_name_servers_have() -> None:
    assert address_of("zoe@München.example") == "zoe@xn--mnchen-3ya.example"
    assert address_of("zoe@XN--mnchen-3ya.example") == "zoe@xn--mnchen-3ya.example"
    assert address_of("zoe@straße.example") != address_of("zoe@strasse.example")


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_plain_address_is_refused_with_how_it_is_written(text: str) -> None:
    with pytest.raises(NoAddress, match="is not an address for mail: write it as name"):
        address_of(text)


@pytest.mark.usefixtures("still")
def test_one_mailbox_gets_three_mails_with_a_code_however_it_is_written() -> None:
    for text in ALIKE * 2:
        Client().post(reverse("login"), {"email": text})
    assert [sent.to for sent in mail.outbox] == [["zoe@example.com"]] * MAILS_OF_A_CODE.most


@pytest.mark.parametrize("page", ["login", "account_email"])
def test_a_page_says_how_an_address_is_written(page: str) -> None:
    client = sign_in("ada@example.org") if page == "account_email" else Client()
    before = len(mail.outbox)
    for text in ('"zoe"@example.com', "zoe@[127.0.0.1]"):
        refused = client.post(reverse(page), {"email": text, "action_add": "1"})
        assert refused.status_code == 422
        assert "write it as name@example.org" in page_of(refused).text
    assert len(mail.outbox) == before


def test_a_new_address_is_kept_in_its_one_spelling() -> None:
    client = sign_in("ada@example.org")
    client.post(reverse("account_email"), {"email": WIDE, "action_add": "1"})
    assert mail.outbox[-1].to == ["zoe@example.com"]


def test_one_mailbox_gets_some_invitations_a_day_however_it_is_written() -> None:
    people = cast_with_mail()
    for text in ALIKE:
        game = open_game(people)
        assert caller(people.ada).post(game_path(game, "invite/"), {"address": text}).status == 201
    send_mails()
    assert [sent.to for sent in mail.outbox] == [["zoe@example.com"]] * INVITATIONS_TO_ONE.most


def test_a_program_is_told_how_an_address_is_written() -> None:
    people = cast_with_mail()
    refused = caller(people.ada).post(
        game_path(open_game(people), "invite/"), {"address": "zoe@[127.0.0.1]"}
    )
    assert (refused.status, refused.code) == (400, "no-address")


def test_who_wants_no_invitations_is_left_alone_under_every_spelling() -> None:
    refuse_invitations("zoe@münchen.example", MORNING)
    assert not is_welcome("zoe@xn--mnchen-3ya.example", MORNING)
    assert is_welcome("zoe@munchen.example", MORNING)


@pytest.mark.parametrize("kept", ["zoe@münchen.example", "zoe@xn--mnchen-3ya.example"])
def test_somebody_of_former_days_is_found_and_has_the_one_spelling_from_then_on(kept: str) -> None:
    zoe = Person.objects.create(username="zoe", email=kept)
    EmailAddress.objects.create(user=zoe, email=kept, verified=True, primary=True)
    for text in ("zoe@münchen.example", "ZOE@xn--mnchen-3ya.EXAMPLE"):
        assert person_by_address(text) == zoe
    assert person_behind(sign_in("zoe@münchen.example")) == zoe
    assert EmailAddress.objects.get().email == "zoe@xn--mnchen-3ya.example"
    ask_for_code(Client(), "zoe@münchen.example")
    assert Person.objects.count() == 1


def test_an_address_that_the_host_wrote_in_any_letters_is_found() -> None:
    zoe = Person.objects.create(username="zoe", email="Zoe@München.example")
    assert person_by_address("zoe@xn--mnchen-3ya.example") == zoe


def test_an_order_comes_from_its_player_however_the_domain_is_written() -> None:
    game, people = start_mailed_game()
    Person.objects.filter(pk=people.ada.pk).update(email="ada@münchen.example")
    assert (
        answer_turn_mail(game, people.ada, "pass", From="Ada@xn--mnchen-3ya.example")
        is Outcome.PLAYED
    )
