"""Chat and private notes over the API."""

from datetime import timedelta
from uuid import UUID

import pytest

from games import talk
from games.edge import now
from games.models import ChatLine, ChatReport
from tests.api.calls import caller, game_path
from tests.doing import start_game
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(people: Cast) -> UUID:
    return start_game(people)


def test_a_line_of_ones_own_is_changed_and_says_so(people: Cast, game: UUID) -> None:
    ada, path = caller(people.ada), game_path(game, "chat/")
    said = ada.post(path, {"text": "Wel played!"}).body
    changed = ada.patch(f"{path}{said['id']}/", {"text": "Well played!"})
    assert changed.status == 200
    assert changed.body == {**said, "text": "Well played!", "edited": True}
    assert caller(people.bob).get(path).body["results"] == [changed.body]
    assert ada.patch(f"{path}{said['id']}/", {"text": " \t"}).code == "nothing-said"


def test_a_line_of_ones_own_is_deleted(people: Cast, game: UUID) -> None:
    ada, path = caller(people.ada), game_path(game, "chat/")
    said = ada.post(path, {"text": "Well played!"}).body
    assert ada.delete(f"{path}{said['id']}/").status == 204
    assert ada.get(path).body == {"results": [], "earlier": None}
    assert ada.delete(f"{path}{said['id']}/").code == "not-found"


def test_nobody_changes_or_deletes_the_line_of_another(people: Cast, game: UUID) -> None:
    path = game_path(game, "chat/")
    line = talk.say(game, people.ada, "Well played!", now()).number
    for who in (people.bob, people.mallory):
        assert caller(who).patch(f"{path}{line}/", {"text": "no"}).status in (403, 404)
        assert caller(who).delete(f"{path}{line}/").status in (403, 404)
    assert ChatLine.objects.get().text == "Well played!"


def test_the_line_of_another_is_reported_as_it_was(people: Cast, game: UUID) -> None:
    path = game_path(game, "chat/")
    line = talk.say(game, people.ada, "something rude", now()).number
    bob = caller(people.bob)
    assert bob.post(f"{path}{line}/report/").status == 204
    assert bob.post(f"{path}{line}/report/").status == 204
    assert caller(people.ada).post(f"{path}{line}/report/").code == "not-found"
    assert caller(people.ada).delete(f"{path}{line}/").status == 204
    report = ChatReport.objects.get()
    assert (report.by, report.author, report.text) == (people.bob, people.ada, "something rude")


def test_only_who_reported_a_line_is_told_of_it(people: Cast, game: UUID) -> None:
    path = game_path(game, "chat/")
    line = talk.say(game, people.ada, "something rude", now()).number
    talk.report(game, line, people.bob, now())
    reported = [caller(who).get(path).body["results"][0]["reported"] for who in people[:2]]
    assert reported == [False, True]


def test_a_line_that_the_host_has_hidden_cannot_be_changed(people: Cast, game: UUID) -> None:
    line = talk.say(game, people.ada, "something rude", now()).number
    ChatLine.objects.update(hidden=True)
    path = game_path(game, f"chat/{line}/")
    assert caller(people.ada).patch(path, {"text": "kind"}).code == "not-found"


def test_older_lines_come_by_the_number_of_the_first(people: Cast, game: UUID) -> None:
    noon = now()
    number = int(noon.timestamp() * 1_000_000)
    ChatLine.objects.bulk_create(
        ChatLine(
            game_id=game,
            number=number + n,
            person=people.ada,
            text=str(n),
            at=noon + timedelta(microseconds=n),
        )
        for n in range(talk.PAGE_LENGTH + 5)
    )
    bob, path = caller(people.bob), game_path(game, "chat/")
    latest = bob.get(path).body
    assert [each["text"] for each in latest["results"]] == [
        str(n) for n in range(5, talk.PAGE_LENGTH + 5)
    ]
    before = bob.get(f"{path}?before={latest['earlier']}").body
    assert [each["text"] for each in before["results"]] == ["0", "1", "2", "3", "4"]
    assert before["earlier"] is None
    for wrong in ("0", "-1", "x", str(2**53), "9" * 40):
        assert bob.get(f"{path}?before={wrong}").code == "unreadable"


def test_a_private_note_is_kept_and_is_its_writers_alone(people: Cast, game: UUID) -> None:
    ada, path = caller(people.ada), game_path(game, "note/")
    assert ada.get(path).body == {"text": "", "at": None}
    kept = ada.put(path, {"text": "Bob wants Chicago.\x07\n\n"})
    assert kept.status == 200
    assert kept.body["text"] == "Bob wants Chicago."
    read = ada.get(path)
    assert (read.body, read.headers["ETag"]) == (kept.body, kept.headers["ETag"])
    assert read.headers["Cache-Control"] == "private, no-cache"
    assert ada.get(path, if_none_match=read.headers["ETag"]).status == 304
    assert caller(people.bob).get(path).body == {"text": "", "at": None}
    assert caller(people.mallory).get(path).code == "not-found"


def test_a_note_that_was_changed_elsewhere_is_not_lost(people: Cast, game: UUID) -> None:
    ada, path = caller(people.ada), game_path(game, "note/")
    nothing = ada.get(path).headers["ETag"]
    first = ada.put(path, {"text": "one"}, if_match=nothing)
    assert first.status == 200
    late = ada.put(path, {"text": "two"}, if_match=nothing)
    assert (late.status, late.code) == (412, "changed")
    assert ada.get(path).body["text"] == "one"
    assert ada.put(path, {"text": "two"}, if_match=first.headers["ETag"]).status == 200
    assert ada.put(path, {"text": "three"}, if_match="*").status == 200
    assert ada.put(path, {"text": ""}).body["text"] == ""


def test_of_two_who_saw_the_same_note_one_keeps_it(people: Cast, game: UUID) -> None:
    for seen in (talk.Note(), talk.keep_note(game, people.bob, "one", now())):
        who = people.bob if seen.text else people.ada
        talk.keep_note(game, who, "two", now(), seen=seen)
        with pytest.raises(talk.NoteChanged):
            talk.keep_note(game, who, "three", now(), seen=seen)
        assert talk.get_note(game, who).text == "two"


def test_a_note_has_its_length(people: Cast, game: UUID) -> None:
    path, longest = game_path(game, "note/"), talk.LONGEST_NOTE
    assert caller(people.ada).put(path, {"text": "x" * longest}).status == 200
    assert caller(people.ada).put(path, {"text": "x" * (longest + 1)}).code == "unreadable"
