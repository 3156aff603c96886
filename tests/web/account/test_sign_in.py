"""Sign in and sign up: an address, and the code that was sent to it."""

import re
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import get_resolver, reverse

from games.models import Person
from tests.doing import ask_for_code, html_of, latest_code, person_behind, sign_in
from tests.pages import open_page, page_of
from tests.people import cast
from tests.programs import free_port

pytestmark = pytest.mark.django_db(transaction=True)
CONFIRM = "/accounts/login/code/"


def test_whoever_is_new_gets_an_account_with_the_code() -> None:
    client = sign_in("Neu@Example.org", zone="Europe/Berlin")
    person = person_behind(client)
    assert (person.email, person.guest, person.time_zone) == (
        "neu@example.org",
        False,
        "Europe/Berlin",
    )
    assert not person.has_usable_password()
    assert re.fullmatch("player-[a-z0-9]{6}", person.display_name)
    open_page(client, "/").heading("My games")


def test_the_same_address_leads_to_the_same_account() -> None:
    first = person_behind(sign_in("ada@example.org"))
    assert person_behind(sign_in("ADA@example.org")) == first


def test_who_was_there_before_codes_is_found_by_the_address() -> None:
    ada = cast().ada
    Person.objects.filter(pk=ada.pk).update(email="Ada@Example.org")
    assert person_behind(sign_in("ada@example.org")) == ada


def test_a_new_person_has_the_language_of_the_page_and_utc_without_a_zone() -> None:
    client = Client(headers={"accept-language": "fr"})
    person = person_behind(sign_in("amie@example.org", client=client, zone="Moon/Tycho"))
    assert (person.language, person.time_zone) == ("fr", "UTC")


def test_the_host_comes_to_the_desk_by_a_code_as_well() -> None:
    call_command("createsuperuser", "--noinput", username="host", email="host@example.org")
    response = Client().get("/admin/", follow=True)
    desk = f"{reverse('login')}?next=%2Fadmin%2F"
    assert response.redirect_chain[-1] == (desk, 302)
    client = Client()
    code = client.post(desk, {"email": "host@example.org"})["Location"]
    given = client.post(code, {"code": latest_code()})
    assert given["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


@pytest.mark.parametrize("name", ["ada@example.org", None])
def test_nobody_else_comes_to_the_desk(name: str | None) -> None:
    client = sign_in(name) if name else Client()
    tried = {"username": "host", "password": "secret"}
    assert client.post("/admin/login/", tried).status_code == (403 if name else 302)
    assert client.get("/admin/login/", follow=True).status_code == (403 if name else 200)
    assert client.get("/admin/", follow=True).status_code == (403 if name else 200)
    assert ("_auth_user_id" in client.session) == (name is not None)


def test_a_link_of_the_host_signs_in_once() -> None:
    call_command("createsuperuser", "--noinput", username="host", email="host@example.org")
    out = StringIO()
    call_command("sign_in_link", "host", stdout=out)
    path = out.getvalue().strip().removeprefix(settings.SITE_URL)
    client = Client()
    assert client.post(path).status_code == 302
    assert person_behind(client).username == "host"
    assert Client().post(path).status_code == 410
    with pytest.raises(CommandError, match="there is no person nobody"):
        call_command("sign_in_link", "nobody")


@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", ": Your code"), ("fr", "\u202f: Votre code"), ("de", ": Dein Code")],
)
def test_the_mail_speaks_the_language_of_the_page_and_has_our_name(
    language: str, subject: str
) -> None:
    client = Client(headers={"accept-language": language})
    ask_for_code(client, "who@example.org")
    (sent,) = mail.outbox
    assert isinstance(sent, EmailMultiAlternatives)
    assert sent.subject.startswith(f"Franchise by Mail{subject}")
    for body in (str(sent.body), html_of(sent)):
        assert latest_code() in body
        assert "example.com" not in body
    assert sent.extra_headers["Auto-Submitted"] == "auto-generated"


def test_a_wrong_code_signs_nobody_in_and_three_end_it() -> None:
    client = Client()
    ask_for_code(client, "ada@example.org")
    for _ in range(2):
        wrong = client.post(CONFIRM, {"code": "BBBB-BBBB"})
        assert "That is not the code" in page_of(wrong).text
    assert client.post(CONFIRM, {"code": "BBBB-BBBB"})["Location"] == reverse("login")
    assert client.post(CONFIRM, {"code": latest_code()})["Location"] == reverse("login")
    assert "_auth_user_id" not in client.session


def test_a_code_works_only_where_it_was_asked_for() -> None:
    ask_for_code(Client(), "ada@example.org")
    stranger = Client()
    ask_for_code(stranger, "mallory@example.org")
    theirs = mail.outbox[0].body
    stolen = re.search(r"[A-Z]{5}-[A-Z]{5}", str(theirs))
    assert stolen is not None
    refused = stranger.post(CONFIRM, {"code": stolen[0]})
    assert "That is not the code" in page_of(refused).text


def test_an_address_that_was_only_claimed_leads_to_nobody() -> None:
    """Else whoever claims it first would share the account with whom it belongs to."""
    mallory = cast().mallory
    EmailAddress.objects.create(user=mallory, email="ada@example.org", verified=False)
    assert person_behind(sign_in("ada@example.org")) != mallory


def test_a_mail_that_cannot_be_sent_is_told_and_can_be_tried_again(
    settings: pytest.FixtureRequest,
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()  # type: ignore[attr-defined]
    refused = Client().post(reverse("login"), {"email": "ada@example.org"})
    assert refused.status_code == 503
    assert "could not be sent" in page_of(refused).text


def test_after_the_code_one_is_back_where_one_wanted_to_be() -> None:
    client = Client()
    wanted = client.get(reverse("new-game"))["Location"]
    assert wanted == "/accounts/login/?next=/games/new/"
    response = client.post(wanted, {"email": "ada@example.org"})
    entered = client.post(response["Location"], {"code": latest_code()})
    assert entered["Location"] == "/games/new/"
    elsewhere = Client().post("/accounts/login/?next=//evil.example/", {"email": "b@example.org"})
    assert "evil" not in elsewhere["Location"]


def test_only_a_button_signs_out() -> None:
    client = sign_in("ada@example.org")
    assert client.get(reverse("account_logout")).status_code == 405
    client.post(reverse("account_logout"))
    assert "_auth_user_id" not in client.session


def test_of_the_packages_own_pages_only_ours_are_there() -> None:
    known = {name for name in get_resolver().reverse_dict if str(name).startswith("account_")}
    assert known == {
        "account_login",
        "account_logout",
        "account_request_login_code",
        "account_confirm_login_code",
        "account_email",
        "account_email_verification_sent",
    }
    for path in ("signup/", "password/reset/", "password/change/", "reauthenticate/", "inactive/"):
        assert Client().get(f"/accounts/{path}").status_code == 404


def test_a_new_address_holds_once_its_code_has_come() -> None:
    client = sign_in("old@example.org")
    Person.objects.update(mail_refused="2026-01-01T00:00Z")
    response = client.post(
        reverse("account_email"), {"email": "new@example.org", "action_add": "1"}
    )
    assert person_behind(client).email == "old@example.org"
    assert mail.outbox[-1].to == ["new@example.org"]
    client.post(response["Location"], {"code": latest_code()})
    person = person_behind(client)
    assert (person.email, person.mail_refused) == ("new@example.org", None)
    assert person_behind(sign_in("new@example.org")) == person
    assert person_behind(sign_in("old@example.org")) != person


def test_an_address_of_another_account_cannot_be_taken_nor_found_out() -> None:
    sign_in("ada@example.org")
    mallory = sign_in("mallory@example.org")
    response = mallory.post(
        reverse("account_email"), {"email": "ada@example.org", "action_add": "1"}
    )
    assert "comes by mail" in open_page(mallory, response["Location"]).text
    assert mail.outbox[-1].to == ["ada@example.org"]
    with_it = mallory.post(response["Location"], {"code": latest_code()})
    assert "has an account of its own" in page_of(with_it).text
    assert person_behind(mallory).email == "mallory@example.org"


def test_an_address_that_only_looks_alike_opens_nobodys_account() -> None:
    """An i without a dot has the same capital, and that is all that many databases compare."""
    owner = person_behind(sign_in("boss@microsoft.example"))
    other = person_behind(sign_in("boss@mıcrosoft.example"))
    assert other != owner
    assert Person.objects.get(pk=owner.pk).email == "boss@microsoft.example"


def test_a_guest_who_gives_an_address_goes_on_with_a_session_that_nobody_knew() -> None:
    client = Client()
    client.post(reverse("try"))
    before = client.session.session_key
    sign_in("ada@example.org", client=client)
    assert client.session.session_key != before
    stolen = Client()
    stolen.cookies["sessionid"] = str(before)
    assert stolen.get(reverse("account")).status_code == 302
