"""What no page of ours sends: numbers without end, signs that cannot be stored, other addresses."""

from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.domain import Options
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Terms
from games.services import act, create_game
from tests.doing import browser, table_of
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)
ENDLESS = "9" * 5000


@pytest.mark.parametrize(
    ("page", "field"),
    [("chat", "before"), ("whatif", "at"), ("replay", "at"), ("replay", "against")],
)
def test_a_number_without_end_in_an_address_is_none(
    people: Cast, game: UUID, page: str, field: str
) -> None:
    response = browser(people.ada).get(reverse(page, args=[game]), {field: ENDLESS})
    assert response.status_code == 200


@pytest.mark.parametrize(("field", "status"), [("version", 422), ("take_back", 409)])
def test_a_number_without_end_in_a_form_is_refused(
    people: Cast, game: UUID, field: str, status: int
) -> None:
    form = {"version": "4", field: ENDLESS, "take_back": ENDLESS}
    assert browser(people.ada).post(reverse("game", args=[game]), form).status_code == status


@pytest.mark.parametrize("size", [ENDLESS, "²"])
def test_no_tile_has_a_size_without_end(people: Cast, size: str) -> None:
    terms = Terms("Laid", owner=people.ada.pk)
    order = CreateGame(terms, 2, Options(layout="draft"))
    game = create_game(order, actor=HOST).game_id
    for player in (people.ada.pk, people.bob.pk):
        act(game, TakeSeat(player=player), actor=HOST)
    act(game, StartGame(5, first=0), actor=HOST)
    version = str(table_of(game).version)
    for form in ({"orders": f"{size} Chicago"}, {"place": "chicago", "tile": size}):
        body = {"version": version, **form}
        response = browser(people.ada).post(reverse("game", args=[game]), body)
        assert response.status_code == 422


@pytest.mark.parametrize("begins", ["/join/", "/what-if/"])
def test_a_secret_with_a_sign_that_no_database_keeps_leads_nowhere(begins: str) -> None:
    assert Client().get(f"{begins}a%00b/").status_code == 404


def test_a_token_with_a_sign_that_no_database_keeps_is_nobodys(people: Cast) -> None:
    assert browser(people.ada).post("/account/programs/abcdef%00g/").status_code == 404


@pytest.mark.parametrize("page", ["no such page", "//evil.example", "javascript:alert(1)"])
def test_a_form_leads_back_to_a_page_of_ours_only(people: Cast, game: UUID, page: str) -> None:
    ada, note = browser(people.ada), reverse("note", args=[game])
    for address, home in ((note, note), (reverse("mail-again"), "/")):
        went = ada.post(address, {"note": "", "next": page})
        assert went.status_code == 302
        assert went["Location"] == (home if ":" in page or "//" in page else "no%20such%20page")


FORMS = {
    "new-game": "form",
    "account": "form",
    "programs": "form",
    "account-mail": "general",
    "webhooks": "form",
    "login": "form",
    "account_email": "form",
}


@pytest.mark.parametrize("view", FORMS)
@pytest.mark.parametrize("nonsense", ["nonsense", "", "\0", ENDLESS])
def test_no_form_breaks_at_a_field_that_is_nonsense(people: Cast, view: str, nonsense: str) -> None:
    client = browser(None if view == "login" else people.ada)
    form = client.get(reverse(view)).context[FORMS[view]]
    for wrong in form.fields:
        given = {name: str(form[name].value() or "1") for name in form.fields}
        answer = client.post(reverse(view), {**given, form.add_prefix(wrong): nonsense})
        assert answer.status_code < 500, wrong
