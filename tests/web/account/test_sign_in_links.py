"""Links that sign in: used, old, cut off, of `make run`, of this machine or another."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.edge import now
from games.web.account import sign_in_links
from tests.doing import browser, person_behind
from tests.pages import open_page, page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def lasting_link(people: Cast) -> Iterator[str]:
    yield sign_in_links.lasting_sign_in_path(people.ada)
    sign_in_links.lasting_links.clear()


def test_the_link_of_make_run_works_as_often_as_one_likes(people: Cast, lasting_link: str) -> None:
    for _ in range(3):
        client = Client()
        open_page(client, lasting_link).button("Sign in as ada")
        assert client.post(lasting_link).status_code == 302
        assert person_behind(client) == people.ada


@pytest.mark.parametrize(
    "came",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"headers": {"X-Forwarded-For": "192.0.2.7"}},
        {"headers": {"Forwarded": "for=192.0.2.7"}},
    ],
)
def test_from_another_machine_it_signs_nobody_in(
    lasting_link: str, came: dict[str, object]
) -> None:
    for answer in (Client(**came).get(lasting_link), Client(**came).post(lasting_link)):  # type: ignore[arg-type]
        assert answer.status_code == 410
        assert "It signs in on the machine that the server runs on" in page_of(answer).text


def test_when_that_server_has_ended_its_link_says_so(lasting_link: str) -> None:
    sign_in_links.lasting_links.clear()
    answer = Client().get(lasting_link)
    assert answer.status_code == 410
    assert "has been started again: then it has printed a new one" in page_of(answer).text


def test_a_used_link_says_so_and_leads_to_a_code(people: Cast) -> None:
    path = sign_in_links.sign_in_path(people.ada)
    Client().post(path)
    page = page_of(Client().get(path))
    page.heading("This link is used up")
    assert page.link("Sign in by a code")["href"] == reverse("login")


def test_who_is_signed_in_is_told_so_and_led_to_the_games(people: Cast) -> None:
    path = sign_in_links.sign_in_path(people.ada)
    client = Client()
    client.post(path)
    page = page_of(client.get(path))
    assert "You are signed in as ada already." in page.text
    assert [each["href"] for each in page.all("link", "My games")][-1] == reverse("home")
    assert "Sign in by a code" not in page.text


def test_a_link_of_the_day_before_yesterday_is_too_old(people: Cast) -> None:
    with time_machine.travel(now() - timedelta(days=2)):
        path = sign_in_links.sign_in_path(people.ada)
    answer = Client().post(path)
    assert answer.status_code == 410
    page_of(answer).heading("This link is too old")


def test_a_link_of_somebody_who_left_signs_nobody_in(people: Cast, lasting_link: str) -> None:
    path = sign_in_links.sign_in_path(people.ada)
    type(people.ada).objects.filter(pk=people.ada.pk).update(is_active=False)
    assert [browser(None).post(each).status_code for each in (path, lasting_link)] == [410, 410]
