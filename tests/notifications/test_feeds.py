"""The feed of one's turns and the calendar of one's deadlines, at an address that is a secret."""

import re
from datetime import timedelta
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.domain.commands import command
from games.domain.lobby import SetDeadline
from games.domain.state import Terms
from games.models import Person
from games.services import act
from notifications.feeds.addresses import feed_of_person, renew_address
from notifications.links import Stop, feed_url, stop_url
from tests.doing import start_game, table_of
from tests.notifications.daily import AT
from tests.people import HOST, cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clock")]
LONGEST = 75
"""Octets of a line, as RFC 5545 has it."""
ATOM = "{http://www.w3.org/2005/Atom}"


def path(name: str, person: Person) -> str:
    return "/" + feed_url(name, feed_of_person(person)).split("/", 3)[3]


def feed(person: Person) -> ET.Element:
    response = Client().get(path("turns-atom", person))
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ET.fromstring(response.content)  # noqa: S314 - our own


def calendar(person: Person) -> bytes:
    response = Client().get(path("deadlines-ics", person))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return response.content


def events_of(written: bytes) -> list[dict[str, str]]:
    """Reads a calendar as programs do: unfolds the lines, a dictionary an event."""
    assert written.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in written.replace(b"\r\n", b"")
    assert all(len(line) <= LONGEST for line in written.split(b"\r\n"))
    lines = written.decode().replace("\r\n ", "").split("\r\n")
    events: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events and line != "END:VEVENT":
            events[-1][name] = value
    return events


def test_the_feed_has_an_entry_for_each_turn_that_waits() -> None:
    people = cast()
    game = start_game(people)
    document = feed(people.ada)
    assert document.tag == f"{ATOM}feed"
    for needed in ("id", "title", "updated", f"author/{ATOM}name"):
        assert document.findtext(f"{ATOM}{needed}")
    links = {link.get("rel"): link.get("href") for link in document.findall(f"{ATOM}link")}
    assert links["self"] == f"http://localhost:8000{path('turns-atom', people.ada)}"
    (entry,) = document.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Route 66: Your turn 1"
    assert entry.findtext(f"{ATOM}updated") == "2026-03-02T12:00:00Z"
    content = entry.findtext(f"{ATOM}content") or ""
    assert content.startswith("Play by Tue 3 March, 12:00 UTC.\nYou are ● Blue: 0 points")
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert str(link.get("href")).endswith(f"/games/{game}/")
    assert feed(people.bob).findall(f"{ATOM}entry") == []
    assert feed(people.mallory).findtext(f"{ATOM}updated")


def test_a_turn_keeps_its_id_while_it_waits_and_the_next_one_has_another() -> None:
    people = cast()
    game = start_game(people)
    first = feed(people.ada).findtext(f"{ATOM}entry/{ATOM}id")
    uid, sequence = uid_and_sequence(people.ada)
    later = AT + timedelta(days=3)
    act(game, SetDeadline(int(later.timestamp()), "extended"), actor=HOST)
    assert feed(people.ada).findtext(f"{ATOM}entry/{ATOM}id") == first
    assert uid_and_sequence(people.ada)[0] == uid
    assert uid_and_sequence(people.ada)[1] > sequence
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    assert feed(people.ada).find(f"{ATOM}entry") is None
    assert events_of(calendar(people.ada)) == []
    act(game, command("turn", 1, {"expand": [{"to": "atlanta"}]}), actor="user:2")
    assert feed(people.ada).findtext(f"{ATOM}entry/{ATOM}id") != first
    assert uid_and_sequence(people.ada)[0] != uid


def uid_and_sequence(person: Person) -> tuple[str, int]:
    (event,) = events_of(calendar(person))
    return event["UID"], int(event["SEQUENCE"])


def test_the_calendar_has_each_deadline_in_utc() -> None:
    Person.objects.create(username="ada", time_zone="America/New_York")
    people = cast()
    game = start_game(people)
    (event,) = events_of(calendar(people.ada))
    assert event["DTSTART"] == "20260303T120000Z"
    assert event["DTSTAMP"] == event["LAST-MODIFIED"] == "20260302T120000Z"
    assert event["SUMMARY"] == "Route 66: Your turn 1"
    assert event["DESCRIPTION"].startswith("Play by Tue 3 March\\, 07:00 EST.\\nYou are")
    assert event["URL"].endswith(f"/games/{game}/")
    assert event["SEQUENCE"] == str(table_of(game).version)
    act(game, SetDeadline(None, "paused"), actor=HOST)
    assert events_of(calendar(people.ada)) == []


def test_a_calendar_stays_the_same_and_has_a_component_while_nothing_changes() -> None:
    people = cast()
    empty = calendar(people.ada)
    assert empty == calendar(people.ada)
    for line in (b"BEGIN:VTIMEZONE", b"TZID:Etc/UTC", b"REFRESH-INTERVAL;VALUE=DURATION:PT1H"):
        assert line in empty.split(b"\r\n")


def test_names_are_escaped_and_long_lines_are_folded_between_letters() -> None:
    people = cast()
    name = "Ünïçödé; back\\slash, <b>&amp;</b> " + "☃" * 40
    start_game(people, terms=Terms(name, owner=people.ada.pk, pace_hours=24))
    (event,) = events_of(calendar(people.ada))
    escaped = name.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    assert event["SUMMARY"] == f"{escaped}: Your turn 1"
    assert feed(people.ada).findtext(f"{ATOM}entry/{ATOM}title") == f"{name}: Your turn 1"


@pytest.mark.parametrize("name", ["turns-atom", "deadlines-ics"])
def test_who_has_the_newest_is_told_so_until_something_changes(name: str) -> None:
    people = cast()
    address = path(name, people.ada)
    game = start_game(people)
    first = Client().get(address)
    known = {"If-None-Match": first["ETag"]}
    again = Client().get(address, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    act(game, command("turn", 0, {}), actor="user:1")
    changed = Client().get(address, headers=known)
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


@pytest.mark.parametrize("name", ["turns-atom", "deadlines-ics"])
def test_a_wrong_address_an_old_one_and_that_of_nobody_are_told_the_same_nothing(name: str) -> None:
    people = cast()
    start_game(people)
    good = path(name, people.ada)
    assert Client().get(good).status_code == 200
    assert Client().post(good).status_code == 405
    _, feeds, token, last = good.split("/")
    other_person = token.replace(str(people.ada.pk), str(people.bob.pk), 1)
    stop = stop_url(Stop(None, people.ada.pk)).split("/")[-2]
    wrong = ["x", token[:-1], f"{token}x", other_person, stop]
    renew_address(people.ada)
    answers = [Client().get(f"/{feeds}/{each}/{last}") for each in [*wrong, token]]
    assert {answer.status_code for answer in answers} == {404}
    own = rb'value="(/feeds/[^"]+|\w{64})"'
    assert len({re.sub(own, b"", answer.content) for answer in answers}) == 1
    assert Client().get(path(name, people.ada)).status_code == 200
    Person.objects.filter(pk=people.ada.pk).update(is_active=False)
    assert Client().get(path(name, people.ada)).status_code == 404


def test_the_feeds_speak_their_readers_language() -> None:
    Person.objects.create(username="ada", language="de")
    people = cast()
    start_game(people)
    document = feed(people.ada)
    assert document.findtext(f"{ATOM}entry/{ATOM}title") == "Route 66: Du bist am Zug (Zug 1)"
    assert document.findtext(f"{ATOM}title") == "Meine Züge bei Franchise by Mail"


def test_many_turns_are_read_by_as_many_queries_as_one() -> None:
    people = cast()
    counts = []
    for games in (1, 5):
        for _ in range(games):
            start_game(people)
        with CaptureQueriesContext(connection) as queries:
            feed(people.ada)
            calendar(people.ada)
        counts.append(len(queries))
    assert counts[0] == counts[1]
