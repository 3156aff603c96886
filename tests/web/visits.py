"""Visits as browsers make them: by the pages' own forms, with the code out of the mail."""

from django.core import mail
from django.test import Client
from django.urls import reverse

from games.models import Person
from tests.codes import CODE


def latest_code() -> str:
    found = CODE.search(str(mail.outbox[-1].body))
    assert found is not None, mail.outbox[-1].body
    return found[0]


def ask_for_code(client: Client, address: str, **more: str) -> None:
    asked = client.post(reverse("login"), {"email": address, **more})
    assert asked.status_code == 302, asked.content
    assert asked["Location"].startswith(reverse("account_confirm_login_code"))


def sign_in(address: str, *, client: Client | None = None, **more: str) -> Client:
    client = client or Client()
    ask_for_code(client, address, **more)
    given = client.post(reverse("account_confirm_login_code"), {"code": latest_code()})
    assert given.status_code == 302, given.content
    return client


def person_behind(client: Client) -> Person:
    return Person.objects.get(pk=client.session["_auth_user_id"])


def browser(person: Person | None) -> Client:
    client = Client()
    if person:
        client.force_login(person)
    return client


def read_page(client: Client, path: str) -> str:
    shown = client.get(path)
    assert shown.status_code == 200, shown.status_code
    return shown.content.decode()
