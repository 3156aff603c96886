"""Lines that are tried on a copy: played for all seats, compared, shared, and never a game."""

from importlib import import_module
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import variations
from games.domain import Options
from games.domain.commands import ChooseTile, Expansion, TakeTurn, command
from games.domain.state import Terms
from games.edge import now
from games.events import store
from games.limits import VARIATIONS, NoMoreLines
from games.models import Game, Person, Variation
from games.queries import table_at
from games.services import act
from games.variations import MOST_STEPS, end_state
from tests.bots import greedy
from tests.doing import browser, open_game, play_next, play_on, read_page, start_game, table_of
from tests.pages import open_page, page_of
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)


def what_if_path(game: UUID) -> str:
    return reverse("whatif", args=[game])


def line_path(line: Variation) -> str:
    return reverse("whatif-line", args=[line.game_id, line.number])


def begin_line(person: Person, game: UUID, orders: str = "expand to Phoenix") -> Variation:
    form = {"play": "1", "orders": orders, "version": table_of(game).version}
    response = browser(person).post(what_if_path(game), form)
    assert response.status_code == 302, page_of(response).alert
    line = Variation.objects.latest("number")
    assert response.headers["Location"] == line_path(line)
    return line


def change_line(person: Person, line: Variation, do: str, **more: object) -> int:
    line.refresh_from_db()
    form = {"line": do, "version": end_state(line).version, **more}
    status = browser(person).post(line_path(line), form).status_code
    if Variation.objects.filter(number=line.number).exists():
        line.refresh_from_db()
    return status


def test_a_coming_turn_is_tried_for_both_seats_and_the_game_knows_nothing(
    people: Cast, game: UUID
) -> None:
    before = store.read(game)
    line = begin_line(people.ada, game)
    assert change_line(people.ada, line, "", play="1", orders="pass") == 302
    assert change_line(people.ada, line, "", play="1", orders="pass") == 302
    page = open_page(browser(people.ada), line_path(line))
    assert "Blue expands from Pueblo to Phoenix for $0." in page.text
    assert "Step 3 of 3" in page.text
    assert end_state(line).turn == 4
    assert store.read(game) == before
    assert table_of(game).turn == 1
    assert Game.objects.count() == 1


def test_a_seat_can_be_tried_for_that_is_not_ones_own_and_also_by_who_watches(
    people: Cast,
) -> None:
    public = open_game(people, terms=Terms("Open Road", people.ada.pk, None, "public"))
    assert "has not started" in read_page(browser(people.mallory), what_if_path(public))
    private = start_game(people)
    assert begin_line(people.bob, private).length == 1


def test_a_step_against_the_rules_is_refused_as_in_the_game(people: Cast, game: UUID) -> None:
    form = {"play": "1", "orders": "expand to Chicago", "version": table_of(game).version}
    response = browser(people.ada).post(what_if_path(game), form)
    assert response.status_code == 422
    page = page_of(response)
    assert "No link leads to Chicago" in page.alert
    assert "T2" in page.alert
    assert page.field("One order a line, as in a mail").value == "expand to Chicago"
    assert not Variation.objects.exists()
    line = begin_line(people.ada, game)
    assert change_line(people.ada, line, "", play="1", orders="hello") == 422
    assert line.length == 1


def test_a_line_begins_at_any_moment_of_the_game_also_in_the_middle_of_a_turn(
    people: Cast, game: UUID
) -> None:
    start = table_of(game).version
    play_on(game, 2)
    client = browser(people.ada)
    assert client.get(what_if_path(game), {"at": start}).context["state"].turn == 1
    inside = client.get(what_if_path(game), {"at": start + 1})
    assert inside.headers["Location"] == f"{what_if_path(game)}?at={start}"
    assert client.get(what_if_path(game), {"at": 10_000}).status_code == 404
    moments = client.get(what_if_path(game)).context["turn_starts"]
    assert [each.turn for each in moments] == [2, 1]
    tried = client.post(what_if_path(game), {"play": "1", "orders": "pass", "version": start})
    assert tried.status_code == 302
    line = Variation.objects.get()
    assert line.base == start
    assert end_state(line).turn == 2


def test_a_line_from_a_turn_that_was_taken_back_stays_what_it_was(people: Cast, game: UUID) -> None:
    line = begin_line(people.ada, game)
    play_next(game)
    assert "Phoenix" in read_page(browser(people.ada), line_path(line))
    assert end_state(line).version > line.base


def test_the_set_up_can_be_tried_too_and_its_chance_tells_nothing(people: Cast) -> None:
    options = Options(region_tiles=3)
    game = start_game(people, options=options)
    real = table_of(game)
    while real.status == "draft":
        line = begin_line(people.ada, game, tile_choice(game))
        Variation.objects.filter(number=line.number).delete()
        act(game, greedy.choose(real, 1), actor=HOST)
        real = table_of(game)
        order = variations.order_decoder.decode(line.steps)[0]
        assert isinstance(order, ChooseTile)
        assert order.seed is not None
    assert real.status == "towns"
    assert begin_line(people.ada, game, "Pueblo").length == 1


def tile_choice(game: UUID) -> str:
    return f"tile {table_of(game).region_pool[0].id}"


def test_the_computer_answers_until_it_is_ones_own_turn_again(people: Cast, game: UUID) -> None:
    line = begin_line(people.ada, game)
    assert "answer for the others" in read_page(browser(people.ada), line_path(line))
    assert change_line(people.ada, line, "answer") == 302
    assert end_state(line).to_move == 0
    assert line.length == 2
    assert "answer for the others" not in read_page(browser(people.ada), line_path(line))
    assert begin_line(people.bob, game).length == 1
    assert (
        browser(people.bob)
        .post(what_if_path(game), {"line": "answer", "version": table_of(game).version})
        .status_code
        == 302
    )
    assert end_state(Variation.objects.latest("number")).to_move == 1


def test_steps_are_undone_and_walked_through(people: Cast, game: UUID) -> None:
    line = begin_line(people.ada, game)
    change_line(people.ada, line, "answer")
    client = browser(people.ada)
    for step, turn in ((0, 1), (1, 2), (2, 3), (99, 3)):
        assert client.get(line_path(line), {"step": step}).context["state"].turn == turn
    assert change_line(people.ada, line, "undo") == 302
    assert change_line(people.ada, line, "undo") == 302
    assert (line.length, end_state(line).turn) == (0, 1)
    assert change_line(people.ada, line, "undo") == 422


def test_a_way_branches_off_from_a_step_and_both_stand_side_by_side(
    people: Cast, game: UUID
) -> None:
    line = begin_line(people.ada, game)
    position = end_state(line)
    change_line(people.ada, line, "answer")
    form = {"line": "copy", "version": position.version}
    browser(people.ada).post(f"{line_path(line)}?step=1", form)
    other = Variation.objects.latest("number")
    assert (other.length, other.base) == (1, line.base)
    assert change_line(people.ada, other, "rename", name="Through  Denver") == 302
    assert change_line(people.ada, other, "rename", name=" ") == 422
    compared = browser(people.ada).get(line_path(line)).context["variation_rows"]
    assert [each.variation and each.variation.name for each in compared] == [
        None,
        "Line 1",
        "Through Denver",
    ]
    assert [each.players[0].money for each in compared][1:] == [
        f"${end_state(line).money[0]}",
        f"${end_state(other).money[0]}",
    ]


def test_of_two_changes_of_the_same_line_the_later_is_told(people: Cast, game: UUID) -> None:
    line = begin_line(people.ada, game)
    version = end_state(line).version
    change_line(people.ada, line, "", play="1", orders="pass")
    late = browser(people.ada).post(
        line_path(line), {"play": "1", "orders": "pass", "version": version}
    )
    assert late.status_code == 409
    assert b"has changed since" in late.content
    stale = Variation.objects.get(number=line.number)
    variations.change(stale, now(), name="first")
    with pytest.raises(variations.VariationChanged):
        variations.change(stale, now(), name="second")


def test_nobody_else_finds_a_line(people: Cast, game: UUID) -> None:
    line = begin_line(people.ada, game)
    for person, status in ((people.bob, 404), (people.mallory, 404), (None, 302)):
        client = browser(person)
        assert client.get(line_path(line)).status_code == status
        for do in ("", "answer", "undo", "copy", "rename", "share", "unshare", "delete"):
            forms = {
                "line": do,
                "version": end_state(line).version,
                "orders": "pass",
                "name": "x",
                "play": "1",
            }
            assert client.post(line_path(line), forms).status_code == status
    line.refresh_from_db()
    assert (line.version, line.length) == (0, 1)
    assert "Line 1" in open_page(browser(people.ada), what_if_path(game)).text
    assert "Line 1" not in open_page(browser(people.bob), what_if_path(game)).text
    other = start_game(people)
    wrong = reverse("whatif-line", args=[other, line.number])
    assert browser(people.ada).get(wrong).status_code == 404


def test_a_private_game_is_not_there_and_a_public_one_asks_who_tries(
    people: Cast, game: UUID
) -> None:
    public = open_game(people, terms=Terms("Open Road", people.ada.pk, None, "public"))
    form = {"play": "1", "orders": "pass"}
    for person, status in ((people.mallory, 404), (None, 302)):
        assert browser(person).get(what_if_path(game)).status_code == status
        assert browser(person).post(what_if_path(game), form).status_code == status
        assert browser(person).get(what_if_path(UUID(int=1))).status_code == status
    assert browser(None).get(what_if_path(public)).status_code == 302
    assert browser(people.mallory).get(what_if_path(public)).status_code == 200


@pytest.mark.parametrize("watch", ["public", "private"])
def test_a_shared_line_is_looked_at_by_whoever_may_see_the_game(people: Cast, watch: str) -> None:
    game = start_game(people)
    Game.objects.filter(pk=game).update(watch=watch)
    line = begin_line(people.ada, game)
    assert change_line(people.ada, line, "share") == 302
    path = reverse("whatif-shared", args=[line.secret])
    assert path in read_page(browser(people.ada), line_path(line))
    secret = line.secret
    assert change_line(people.ada, line, "share") == 302
    assert line.secret == secret
    stranger, visitor = (200, 200) if watch == "public" else (404, 302)
    for person, status in ((people.bob, 200), (people.mallory, stranger), (None, visitor)):
        response = browser(person).get(path, {"step": 1})
        assert response.status_code == status
        assert (b"Blue expands from Pueblo to Phoenix" in response.content) == (status == 200)
        assert browser(person).post(path, {"line": "undo"}).status_code == 405
    (main,) = open_page(browser(people.bob), path).all("main")
    assert "post" not in [form.attributes.get("method") for form in main.forms]
    assert change_line(people.ada, line, "unshare") == 302
    assert browser(people.ada).get(path).status_code == 404


def test_a_deleted_line_is_gone_with_its_link(people: Cast, game: UUID) -> None:
    line = begin_line(people.ada, game)
    change_line(people.ada, line, "share")
    path = reverse("whatif-shared", args=[line.secret])
    assert change_line(people.ada, line, "delete") == 302
    assert browser(people.ada).get(path).status_code == 404
    assert browser(people.ada).get(line_path(line)).status_code == 404


def test_lines_and_steps_have_their_limits(people: Cast, game: UUID) -> None:
    state = table_of(game)
    for _ in range(VARIATIONS.most):
        variations.create(game, people.ada, "one more", state, (), now())
    with pytest.raises(NoMoreLines):
        variations.create(game, people.ada, "too many", state, (), now())
    form = {"play": "1", "orders": "expand to Phoenix", "version": state.version}
    response = browser(people.ada).post(what_if_path(game), form)
    assert response.status_code == 422
    assert b"which is the most" in response.content
    line = Variation.objects.latest("number")
    variations.extend(line, [command("turn", 0, {})], now())
    line.refresh_from_db()
    with pytest.raises(variations.LineTooLong):
        variations.extend(line, [command("turn", 1, {})] * MOST_STEPS, now())


def test_a_game_that_is_over_is_tried_from_its_last_turn(people: Cast, game: UUID) -> None:
    for _ in range(2):
        state = table_of(game)
        act(game, command("turn", state.mover, {}), actor=HOST)
    assert table_of(game).status == "ended"
    context = browser(people.ada).get(what_if_path(game)).context
    assert context["state"].turn == 2
    at_the_end = browser(people.ada).get(what_if_path(game), {"at": table_of(game).version})
    assert b"Here the game is over" in at_the_end.content
    form = {"play": "1", "orders": "pass", "version": table_of(game).version}
    assert browser(people.ada).post(what_if_path(game), form).status_code == 422


@pytest.mark.usefixtures("still")
def test_the_page_asks_as_often_for_a_long_game_and_many_lines_as_for_few(
    people: Cast, game: UUID
) -> None:
    line = begin_line(people.ada, game)

    def queries(path: str) -> int:
        client = browser(people.ada)
        with CaptureQueriesContext(connection) as queries_made:
            assert client.get(path).status_code == 200
        return len(queries_made)

    few = queries(line_path(line)), queries(what_if_path(game))
    for _ in range(12):
        play_next(game)
    base = table_at(game, line.base)
    for number in range(10):
        orders = [greedy.choose(base, number)]
        variations.create(game, people.ada, "another", base, orders, now())
    change_line(people.ada, line, "", play="1", orders="pass")
    assert queries(line_path(line)) <= few[0] + 2
    assert queries(what_if_path(game)) <= few[1]


def test_a_turn_is_put_together_from_an_old_moment_without_losing_it(
    people: Cast, game: UUID
) -> None:
    start = table_of(game).version
    play_next(game)
    client = browser(people.ada)
    drafts: tuple[dict[str, str], ...] = ({}, {"part": "turn"}, {"orders": "expand to Phoenix"})
    for more in drafts:
        page = page_of(client.get(what_if_path(game), {"at": str(start), **more}))
        assert page.by_id("outcome").values["at"] == str(start)
    assert "expands from Pueblo to Phoenix" in page.by_id("outcome").text
    page.by_id("outcome").button("Try this")
    form = {"at": start, "expand": "phoenix.pueblo", "version": start, "play": "1"}
    assert client.post(what_if_path(game), form).status_code == 302
    assert Variation.objects.get().base == start


def test_a_step_of_before_tools_were_listed_is_read_after_the_upgrade(people: Cast) -> None:
    line = begin_line(people.ada, start_game(people))
    text = '[{"type":"turn","seat":0,"expand":[{"to":"chicago"}],"use":"route"},{"type":"turn","seat":1}]'
    Variation.objects.filter(number=line.number).update(steps=text)
    import_module("games.migrations.0017_tools_in_a_list").list_tools(apps, None)
    listed = variations.order_decoder.decode(Variation.objects.get(number=line.number).steps)
    assert listed == (
        TakeTurn(0, expand=(Expansion("chicago"),), use=("route",)),
        TakeTurn(1),
    )
