"""The talk of a table and private notes, as who sits there, a stranger and nobody find them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from games import talk
from games.domain.lobby import ReplacePlayer
from games.domain.state import Terms
from games.edge import now
from games.limits import CHAT_LINES, TooMuchSaid
from games.models import ChatLine, ChatReport, Person
from games.services import act
from tests.api.calls import caller, game_path
from tests.doing import browser, open_game, read_page, start_game, table_of
from tests.pages import open_page, page_of
from tests.people import HOST, Cast
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
REPORTED = 'class="badge plain">reported'
VOICES = 12
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def chat_path(game: UUID) -> str:
    return reverse("chat", args=[game])


def line_path(line: ChatLine) -> str:
    return reverse("chat-line", args=[line.game_id, line.number])


def read_chat(person: Person, game: UUID) -> str:
    return read_page(browser(person), chat_path(game))


def test_what_one_says_the_other_reads_and_markup_stays_text(people: Cast, game: UUID) -> None:
    form = {"text": "  <b>Chicago</b>\nis mine  "}
    assert browser(people.ada).post(chat_path(game), form).status_code == 302
    assert "&lt;b&gt;Chicago&lt;/b&gt;<br>is mine" in read_chat(people.bob, game)


def test_links_in_what_was_said_can_be_followed_and_nothing_else_is_markup(
    people: Cast, game: UUID
) -> None:
    text = 'See https://example.org/a?b=1&c="2" <a href="x" rel="nofollow">'
    browser(people.ada).post(chat_path(game), {"text": text})
    page = open_page(browser(people.bob), chat_path(game))
    line = page.by_id("chat-lines")
    (link,) = (each for each in line.all("link") if each["href"].startswith("https:"))
    assert link["rel"] == "nofollow noopener"
    assert link["href"].startswith("https://example.org/a?b=1&c=")
    assert '<a href="x" rel="nofollow">' in line.text


@pytest.mark.parametrize("watch", ["public", "private"])
def test_only_the_table_reads_and_writes(people: Cast, watch: str) -> None:
    terms = replace(Terms("Back Room", people.ada.pk, None), watch=watch)
    game = open_game(people, terms=terms)
    line = talk.say(game, people.ada, "Anybody here?", now())
    closed = 403 if watch == "public" else 404
    for person, status in ((people.ada, 200), (people.mallory, closed), (None, 302)):
        client = browser(person)
        chat = client.get(chat_path(game))
        assert chat.status_code == status
        assert (b"Anybody here?" in chat.content) == (status == 200)
        gone = 404 if status == 403 or (person is None and watch == "public") else status
        assert client.get(reverse("chat-lines", args=[game])).status_code == gone
        assert client.get(line_path(line)).status_code == gone
    for person, status in ((people.mallory, closed), (None, 302)):
        assert browser(person).post(chat_path(game), {"text": "me"}).status_code == status
        for do in ("save", "delete", "report"):
            form = {"do": do, "text": "me"}
            assert browser(person).post(line_path(line), form).status_code in (302, 404)
    assert ChatLine.objects.get().text == "Anybody here?"
    assert browser(people.ada).get(chat_path(UUID(int=1))).status_code == 404


def test_who_gave_the_seat_up_hears_no_more(people: Cast, game: UUID) -> None:
    act(game, ReplacePlayer(1, people.mallory.pk), actor=HOST)
    assert browser(people.bob).get(chat_path(game)).status_code == 404
    assert browser(people.mallory).get(chat_path(game)).status_code == 200


def test_a_line_is_changed_and_deleted_by_its_author_alone(people: Cast, game: UUID) -> None:
    line = talk.say(game, people.ada, "Chicgo", now())
    bob, ada = browser(people.bob), browser(people.ada)
    for do in ("save", "delete", "nonsense"):
        assert bob.post(line_path(line), {"do": do, "text": "x"}).status_code == 404
    assert ada.post(line_path(line), {"do": "save", "text": "Chicago"}).status_code == 302
    html = read_chat(people.bob, game)
    assert "Chicago" in html
    assert "edited" in html
    assert ada.post(line_path(line), {"do": "save", "text": " "}).status_code == 422
    assert ada.post(line_path(line), {"do": "delete"}).status_code == 302
    assert "Nothing was said" in read_chat(people.bob, game)
    assert ada.post(line_path(line), {"do": "delete"}).status_code == 404


def test_a_line_of_another_game_is_not_reached_through_this_one(people: Cast, game: UUID) -> None:
    other = start_game(people)
    line = talk.say(other, people.ada, "here", now())
    wrong = reverse("chat-line", args=[game, line.number])
    assert browser(people.ada).post(wrong, {"do": "delete"}).status_code == 404


def test_a_report_keeps_what_was_said_though_its_author_changes_it(
    people: Cast, game: UUID
) -> None:
    line = talk.say(game, people.bob, "something rude", now())
    ada = browser(people.ada)
    assert ada.post(line_path(line), {"do": "report"}).status_code == 302
    assert ada.post(line_path(line), {"do": "report"}).status_code == 302
    assert browser(people.bob).post(line_path(line), {"do": "report"}).status_code == 404
    assert REPORTED in read_chat(people.ada, game)
    assert REPORTED not in read_chat(people.bob, game)
    talk.edit(game, line.number, people.bob, "something kind", now())
    talk.delete(game, line.number, people.bob)
    report = ChatReport.objects.get()
    assert (report.text, report.author, report.by) == ("something rude", people.bob, people.ada)


def test_the_host_hides_a_reported_line_and_shows_it_again(people: Cast, game: UUID) -> None:
    host = browser(Person.objects.create_superuser("host", "host@localhost", "secret"))
    line = talk.say(game, people.bob, "something rude", now())
    talk.report(game, line.number, people.ada, now())
    report = ChatReport.objects.get()
    desk = reverse("admin:games_chatreport_changelist")
    assert b"something rude" not in host.get(desk).content
    opened = reverse("admin:games_chatreport_change", args=[report.pk])
    assert b"something rude" in host.get(opened).content

    def do(action: str) -> None:
        host.post(desk, {"action": action, "_selected_action": str(report.pk)})

    do("hide")
    for person in (people.ada, people.bob):
        html = read_chat(person, game)
        assert "something rude" not in html
        assert "The host has hidden this line" in html
    report.refresh_from_db()
    assert report.settled is not None
    assert b"something rude" not in browser(people.ada).get(line_path(line)).content
    changed = browser(people.bob).post(line_path(line), {"do": "save", "text": "again"})
    assert changed.status_code == 404
    do("show")
    assert "something rude" in read_chat(people.ada, game)
    for other in (people.ada, None):
        assert browser(other).get(desk).status_code == 302


def test_times_are_those_of_the_readers_zone(people: Cast, game: UUID) -> None:
    talk.say(game, people.bob, "noon in London", NOON.replace(microsecond=5))
    people.ada.time_zone = "America/Chicago"
    people.ada.save()
    assert "03/01/2026 6 a.m." in read_chat(people.ada, game)
    assert "03/01/2026 noon" in read_chat(people.bob, game)
    times = open_page(browser(people.bob), chat_path(game))
    assert [each["datetime"] for each in times if each.tag == "time"] == [
        "2026-03-01T12:00:00+0000"
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [("   ", "There is nothing to say"), ("x" * 1001, "1001 characters are too many")],
)
def test_a_refused_line_says_why(people: Cast, game: UUID, text: str, why: str) -> None:
    response = browser(people.ada).post(chat_path(game), {"text": text})
    assert response.status_code == 422
    assert why in page_of(response).alert
    assert not ChatLine.objects.exists()


def test_nobody_floods_a_table(people: Cast, game: UUID) -> None:
    for _ in range(CHAT_LINES.most):
        talk.say(game, people.ada, "look", NOON)
    with pytest.raises(TooMuchSaid):
        talk.say(game, people.ada, "look", NOON + timedelta(minutes=59))
    talk.say(game, people.bob, "stop it", NOON)
    talk.say(game, people.ada, "sorry", NOON + timedelta(minutes=60))


def test_who_says_much_at_the_same_moment_says_no_more(people: Cast, game: UUID) -> None:
    said_before = CHAT_LINES.most - 2
    for _ in range(said_before):
        talk.say(game, people.ada, "look", NOON)
    all_ready = Barrier(VOICES)

    def speak(_: int) -> bool:
        try:
            connection.ensure_connection()
            all_ready.wait(PATIENCE)
            talk.say(game, people.ada, "look", NOON)
        except TooMuchSaid:
            return False
        else:
            return True
        finally:
            connection.close()

    with ThreadPoolExecutor(VOICES) as threads:
        assert sum(threads.map(speak, range(VOICES))) == 2
    assert ChatLine.objects.count() == CHAT_LINES.most


def test_lines_of_others_are_new_until_they_are_seen(people: Cast, game: UUID) -> None:
    talk.say(game, people.bob, "one", now())
    talk.say(game, people.ada, "two", now())
    assert talk.count_unread(people.ada, [game]) == {game: 1}
    lines = open_page(browser(people.ada), chat_path(game)).by_id("chat-lines").text
    assert lines.count(" new") == 1
    assert talk.count_unread(people.ada, [game]) == {}
    assert talk.count_unread(people.bob, [game, UUID(int=1)]) == {game: 1}


def test_a_table_counts_what_is_new_in_its_chat_and_does_not_lead_others_there(
    people: Cast, game: UUID
) -> None:
    talk.say(game, people.bob, "one", now())
    request = RequestFactory().get("/")
    template = Template("{% load talk %}{% talk_links game state %}")

    def links(person: Person) -> str:
        request.user = person
        context = {"request": request, "game": game, "state": table_of(game)}
        return template.render(Context(context))

    assert "1 new" in links(people.ada)
    assert "new" not in links(people.bob)
    assert "Chat" not in links(people.mallory)


def test_a_poll_draws_only_what_is_different(people: Cast, game: UUID) -> None:
    line = talk.say(game, people.bob, "one", now())
    ada = browser(people.ada)
    mark = ada.get(chat_path(game)).context["mark"]
    poll = reverse("chat-lines", args=[game])
    assert ada.get(poll, {"mark": mark}).status_code == 204
    talk.edit(game, line.number, people.bob, "uno", now())
    assert b"uno" in ada.get(poll, {"mark": mark}).content


@pytest.mark.usefixtures("still")
def test_a_long_talk_is_paged_and_costs_as_many_queries_as_a_short_one(
    people: Cast, game: UUID
) -> None:
    ada = browser(people.ada)
    ada.get(chat_path(game))
    talk.say(game, people.bob, "number 0", NOON)

    def queries() -> int:
        talk.say(game, people.bob, "another", now())
        with CaptureQueriesContext(connection) as queries_made:
            ada.get(chat_path(game))
        return len(queries_made)

    few = queries()
    ChatLine.objects.bulk_create(
        ChatLine(
            game_id=game, number=2**52 + each, person=people.bob, text=f"number {each}", at=NOON
        )
        for each in range(1, 150)
    )
    assert queries() == few
    latest = ada.get(chat_path(game))
    assert b"number 149" in latest.content
    assert b"number 49<" not in latest.content
    earlier = ada.get(chat_path(game), {"before": latest.context["earlier"]}).content
    assert b"number 49<" in earlier
    assert b"number 0<" in earlier


def test_a_form_leads_back_to_its_page_but_to_no_other_site(people: Cast, game: UUID) -> None:
    table = reverse("game", args=[game])
    ada = browser(people.ada)
    for back, where in ((table, table), ("https://elsewhere.example/", chat_path(game))):
        assert ada.post(chat_path(game), {"text": "x", "next": back}).headers["Location"] == where


def test_notes_are_their_writers_alone(people: Cast, game: UUID) -> None:
    notes = reverse("note", args=[game])
    assert browser(people.ada).post(notes, {"note": "He wants Omaha"}).status_code == 302
    assert browser(people.ada).post(notes, {"note": "He wants Chicago"}).status_code == 302
    page = open_page(browser(people.ada), notes)
    assert page.field("My notes").value == "He wants Chicago"
    page.heading("My notes")
    assert "He wants Chicago" in read_chat(people.ada, game)
    assert b"He wants" not in browser(people.bob).get(notes).content
    for person, status in ((people.mallory, 404), (None, 302)):
        assert browser(person).get(notes).status_code == status
        assert browser(person).post(notes, {"note": "x"}).status_code == status
    refused = browser(people.ada).post(notes, {"note": "x" * 20_001})
    assert refused.status_code == 422
    assert b"20001 characters" in refused.content
    assert talk.get_note(game, people.ada).text == "He wants Chicago"


def test_who_saves_a_note_is_told_so(people: Cast, game: UUID) -> None:
    sent = {"note": "He wants Omaha", "next": chat_path(game)}
    answer = browser(people.ada).post(reverse("note", args=[game]), sent, follow=True)
    assert "Your notes are saved." in [each.text for each in page_of(answer).all("status")]


def test_who_watches_a_public_game_may_keep_notes_once_signed_in(people: Cast) -> None:
    game = open_game(people, terms=Terms("Open Road", people.ada.pk, None, "public"))
    notes = reverse("note", args=[game])
    assert browser(people.mallory).post(notes, {"note": "well played"}).status_code == 302
    assert browser(None).get(notes).status_code == 302
    assert talk.get_note(game, people.mallory).text == "well played"


def test_signs_that_nobody_sees_are_left_out_and_a_hidden_line_is_hidden_from_programs(
    people: Cast, game: UUID
) -> None:
    bob = caller(people.bob)
    path = game_path(game, "chat/")
    made = bob.post(path, {"text": "a\x00b\r\nc\x1b[0m"})
    assert (made.status, made.body["text"]) == (201, "ab\nc[0m")
    assert bob.post(path, {"text": "\x00 "}).code == "nothing-said"
    ChatLine.objects.update(hidden=True)
    lines = caller(people.ada).get(path).body["results"]
    assert [(line["name"], line["text"]) for line in lines] == [("bob", None)]
