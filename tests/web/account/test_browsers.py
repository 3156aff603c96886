"""The browsers in which somebody is signed in: seen, and signed out."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from games.edge import now
from games.models import Person, SignIn
from games.sessions import describe_browser, note_visit
from tests.api.calls import Caller, caller
from tests.doing import read_page
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
)
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def sign_in_by(person: Person, user_agent: str) -> Client:
    client = Client(headers={"user-agent": user_agent})
    client.force_login(person)
    assert is_in(client)
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


def test_each_browser_is_listed_with_what_it_is_and_from_where(people: Cast) -> None:
    desk, _phone = sign_in_by(people.ada, DESK), sign_in_by(people.ada, PHONE)
    sign_in_by(people.bob, PHONE)
    html = read_page(desk, reverse("browsers"))
    assert html.index("Safari, iPhone") < html.index("Firefox, Linux")
    assert html.count("127.0.0.1") == 2
    assert html.count("this browser") == 1


def test_one_browser_is_signed_out_and_nobody_elses(people: Cast) -> None:
    desk, phone = sign_in_by(people.ada, DESK), sign_in_by(people.ada, PHONE)
    other = sign_in_by(people.bob, PHONE)
    of_bob = str(SignIn.objects.get(person=people.bob).pk)
    of_phone = str(SignIn.objects.get(person=people.ada, browser=PHONE).pk)
    for wrong in (of_bob, "0", "x", "", "9" * 40):
        assert desk.post(reverse("browsers"), {"browser": wrong}).status_code == 404
    assert desk.post(reverse("browsers"), {"browser": of_phone}).status_code == 302
    assert [is_in(each) for each in (desk, phone, other)] == [True, False, True]
    assert "iPhone" not in read_page(desk, reverse("browsers"))


def test_signing_out_everywhere_else_leaves_this_browser_alone(people: Cast) -> None:
    desk, phone = sign_in_by(people.ada, DESK), sign_in_by(people.ada, PHONE)
    other = sign_in_by(people.bob, PHONE)
    never_noted = Client()
    never_noted.force_login(people.ada)
    desk.post(reverse("browsers"), {"browser": "others"})
    signed = [is_in(each) for each in (desk, phone, never_noted, other)]
    assert signed == [True, False, False, True]
    assert SignIn.objects.filter(person=people.ada).count() == 1
    again = Client()
    again.force_login(Person.objects.get(pk=people.ada.pk))
    assert is_in(again)


def test_a_program_signs_all_browsers_out_and_stays_signed_in_itself(people: Cast) -> None:
    desk, phone = sign_in_by(people.ada, DESK), sign_in_by(people.ada, PHONE)
    program = caller(people.ada)
    listed = program.get("sessions/").body["results"]
    assert [each["browser"] for each in listed] == ["Safari, iPhone", "Firefox, Linux"]
    assert program.delete(f"sessions/{listed[0]['id']}/").status == 204
    assert [is_in(phone), is_in(desk)] == [False, True]
    assert caller(people.bob).delete(f"sessions/{listed[1]['id']}/").status == 404
    assert program.delete("sessions/").status == 204
    assert not is_in(desk)
    assert program.get("sessions/").body["results"] == []


def test_the_page_that_asks_over_the_api_is_not_signed_out(people: Cast) -> None:
    phone, page = sign_in_by(people.ada, PHONE), Caller()
    page.client = sign_in_by(people.ada, DESK)
    listed = page.get("sessions/").body["results"]
    assert [each["browser"] for each in listed if each["this"]] == ["Firefox, Linux"]
    assert page.delete("sessions/").status == 204
    assert [is_in(page.client), is_in(phone)] == [True, False]


def test_a_browser_is_noted_once_an_hour(people: Cast) -> None:
    client, at = sign_in_by(people.ada, DESK), now()
    first = SignIn.objects.get().seen
    assert is_in(client)
    assert SignIn.objects.get().seen == first
    later = at + timedelta(hours=1, seconds=1)
    note_visit(people.ada, client.session, browser=PHONE, address="::1", at=later)
    row = SignIn.objects.get()
    assert (row.seen, row.browser, row.address) == (later, PHONE, "::1")


def test_who_signed_out_is_not_listed(people: Cast) -> None:
    desk, phone = sign_in_by(people.ada, DESK), sign_in_by(people.ada, PHONE)
    phone.post(reverse("account_logout"))
    assert "iPhone" not in read_page(desk, reverse("browsers"))
    Session.objects.all().delete()
    assert caller(people.ada).get("sessions/").body["results"] == []


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (DESK, "Firefox, Linux"),
        (PHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_a_browser_has_a_name_that_people_know(user_agent: str, name: str) -> None:
    assert describe_browser(user_agent) == name
