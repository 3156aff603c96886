"""Codes by mail: one for an address whoever asks, and nobody is kept out by those who ask."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace
from pytest_django import Settings

from games.limits import CODE_MAILS, CODE_MAILS_OF_ONE, CODE_REQUESTS, MAILS_OF_A_CODE
from tests.doing import ask_for_code, latest_code, person_behind, sign_in
from tests.pages import open_page, page_of
from tests.programs import free_port

pytestmark = pytest.mark.django_db(transaction=True)
MORNING = datetime(2026, 3, 2, 9, tzinfo=UTC)
LOGIN, CONFIRM, ADDRESS = (
    reverse(name) for name in ("login", "account_confirm_login_code", "account_email")
)
ADA = "ada@example.org"


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


def mails_to(address: str) -> int:
    return sum(sent.to == [address] for sent in mail.outbox)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def ask_all_morning(clock: time_machine.Traveller, *, times: int) -> None:
    """A stranger asks every 21 seconds."""
    for _ in range(times):
        Client().post(LOGIN, {"email": ADA})
        clock.shift(21)


def test_who_asks_for_anothers_code_keeps_nobody_out_and_fills_no_mailbox(
    clock: time_machine.Traveller,
) -> None:
    ask_all_morning(clock, times=20)
    assert mails_to(ADA) == MAILS_OF_A_CODE.most
    own = Client()
    ask_for_code(own, ADA)
    assert "our latest mail has it" in open_page(own, CONFIRM).text
    own.post(CONFIRM, {"code": latest_code()})
    assert is_signed_in(own)


def test_nor_does_it_at_the_same_place(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = sign_in(ADA)
    own.post(reverse("account_logout"))
    monkeypatch.setattr("games.web.account.sign_in.CODE_REQUESTS", replace(CODE_REQUESTS, most=5))
    for _ in range(6):
        last = Client().post(LOGIN, {"email": ADA})
    assert last.status_code == 429
    assert int(last["Retry-After"]) <= 3600
    sent = mails_to(ADA)
    ask_for_code(own, ADA)
    assert mails_to(ADA) == sent + 1
    own.post(CONFIRM, {"code": latest_code()})
    assert is_signed_in(own)


def test_one_code_serves_every_browser_that_asks_until_it_is_used(
    clock: time_machine.Traveller,
) -> None:
    sign_in(ADA)
    mail.outbox.clear()
    phone, desk, late = Client(), Client(), Client()
    for each in (phone, desk, late):
        ask_for_code(each, ADA)
    code = latest_code()
    assert all(code in str(sent.body) for sent in mail.outbox)
    clock.shift(60)
    desk.post(CONFIRM, {"code": code.lower().replace("-", " ")})
    assert is_signed_in(desk)
    assert "That is not the code" in page_of(late.post(CONFIRM, {"code": code})).text
    late.post(CONFIRM, {"action": "resend"})
    assert latest_code() != code
    late.post(CONFIRM, {"code": latest_code()})
    assert person_behind(late) == person_behind(desk)


def test_a_code_holds_for_twelve_hours_and_not_for_a_day(clock: time_machine.Traveller) -> None:
    ask_for_code(Client(), ADA)
    code = latest_code()
    clock.shift(timedelta(hours=12))
    late = Client()
    ask_for_code(late, ADA)
    assert latest_code() != code
    assert late.post(CONFIRM, {"code": code}).status_code == 302
    assert is_signed_in(late)
    ask_for_code(Client(), "bob@example.org")
    code = latest_code()
    clock.shift(timedelta(hours=24))
    later = Client()
    ask_for_code(later, "bob@example.org")
    assert later.post(CONFIRM, {"code": code}).status_code == 200


def test_a_code_for_a_new_address_signs_nobody_in(clock: time_machine.Traveller) -> None:
    own = sign_in(ADA)
    own.post(ADDRESS, {"email": "new@example.org", "action_add": "1"})
    code = latest_code()
    client = Client()
    ask_for_code(client, "new@example.org")
    assert "That is not the code" in page_of(client.post(CONFIRM, {"code": code})).text


def test_who_changes_the_address_again_and_again_mails_five_strangers_a_day(
    clock: time_machine.Traveller,
) -> None:
    own = sign_in(ADA)
    before = len(mail.outbox)
    statuses = [
        own.post(ADDRESS, {"email": f"stranger{number}@example.org", "action_add": "1"}).status_code
        for number in range(13)
    ]
    most = CODE_MAILS_OF_ONE.most
    assert statuses == [302] * most + [429] * (13 - most)
    assert len(mail.outbox) == before + most


def test_one_mailbox_gets_few_codes_by_whatever_name_behind_a_plus(
    clock: time_machine.Traveller,
) -> None:
    sign_in("ada+games@example.org")
    before = len(mail.outbox)
    statuses = [
        Client().post(LOGIN, {"email": f"ada+{n}@example.org"}).status_code for n in range(9)
    ]
    assert statuses[-1] == 429
    assert len(mail.outbox) - before == 2
    ask_for_code(Client(), "ada+games@example.org")
    assert mail.outbox[-1].to == ["ada+games@example.org"]


def test_from_one_place_few_addresses_are_sent_codes(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notifications.account.codes.CODE_MAILS", replace(CODE_MAILS, most=3))
    statuses = [
        Client().post(LOGIN, {"email": f"who{n}@example.org"}).status_code for n in range(5)
    ]
    assert statuses == [302, 302, 302, 429, 429]
    assert len(mail.outbox) == 3


def test_a_mail_that_could_not_be_sent_does_not_count(
    clock: time_machine.Traveller, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    for _ in range(MAILS_OF_A_CODE.most + 1):
        assert Client().post(LOGIN, {"email": ADA}).status_code == 503
    settings.EMAIL_BACKEND = f"{EmailBackend.__module__}.{EmailBackend.__qualname__}"
    clock.shift(60)
    ask_for_code(Client(), ADA)
    assert mails_to(ADA) == 1


def test_who_types_codes_at_random_is_stopped_and_a_known_browser_is_not(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = sign_in(ADA)
    own.post(reverse("account_logout"))
    monkeypatch.setattr(
        "games.web.account.sign_in.CODE_TRIES", replace(CODE_REQUESTS, most=2, what="codes typed")
    )
    stranger = Client()
    ask_for_code(stranger, ADA)
    statuses = [stranger.post(CONFIRM, {"code": "BBBBB-BBBBB"}).status_code for _ in range(2)]
    assert statuses[-1] == 429
    ask_for_code(own, ADA)
    own.post(CONFIRM, {"code": latest_code()})
    assert is_signed_in(own)
