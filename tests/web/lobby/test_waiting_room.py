"""A table before its game: made, shown, joined, invited to, started, closed."""

from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from games.audit.verify import verify_game
from games.domain.state import Terms
from games.limits import TABLES
from games.models import Game, Invitation
from tests.api.calls import caller
from tests.doing import browser, open_game, read_page, sign_in, table_of, table_path
from tests.pages import open_page, page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
TERMS = Terms("Route 66", watch="public")
ASKED = {
    "name": "Coast Run",
    "game": "introductory",
    "layout": "printed",
    "region_tiles": "",
    "pace_hours": "48",
    "bank_hours": "72",
    "weekends_off": "on",
    "when_late": "pass",
    "take_backs": "never",
    "watch": "public",
    "start_when_full": "on",
    "addresses": "",
    "seat_0": "person",
    "seat_1": "me",
    "seat_2": "strong",
    "seat_3": "",
    "seat_4": "",
}


def make_game(people: Cast, **other: str) -> UUID:
    answer = browser(people.ada).post(reverse("new-game"), ASKED | other)
    assert answer.status_code == 302, page_of(answer).alert
    return Game.objects.latest("created").id


def open_public_game(people: Cast) -> UUID:
    return open_game(people, terms=replace(TERMS, owner=people.ada.pk))


def who_sits(game: UUID) -> list[int | str | None]:
    return [who.player or who.bot for who in table_of(game).setup.seats]


def test_a_game_is_made_as_it_was_asked_for(people: Cast) -> None:
    state = table_of(make_game(people))
    assert state.status == "open"
    assert state.terms == Terms(
        "Coast Run", people.ada.pk, 48, "public", "never", 72, weekends_off=True,
        when_late="pass", start_when_full=True, suggestions=False,
    )  # fmt: skip
    assert [(who.player, who.bot) for who in state.setup.seats] == [
        (None, None),
        (people.ada.pk, None),
        (None, "strong"),
    ]


def test_only_so_many_tables_of_somebody_go_on_at_once(
    people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.doors.TABLES", replace(TABLES, most=2))
    ada, body = caller(people.ada), {"name": "Coast Run", "seats": 2}
    first = ada.post("games/", body, idempotency_key="first")
    game = make_game(people)
    refused = browser(people.ada).post(reverse("new-game"), ASKED)
    assert refused.status_code == 422
    assert "2 tables that you made are not over yet" in page_of(refused).alert
    assert ada.post("games/", body).code == "too-many-tables"
    assert ada.post("games/", body, idempotency_key="first").body == first.body
    assert Game.objects.count() == 2
    assert caller(people.bob).post("games/", body).status == 201
    browser(people.ada).post(table_path(game), {"do": "abandon"})
    assert ada.post("games/", body).status == 201


def test_every_expansion_can_be_asked_for(people: Cast) -> None:
    more = {"game": "standard", "layout": "draft", "milestones": "on", "boom": "on"}
    options = table_of(make_game(people, region_tiles="3", **more)).setup.options
    assert (options.introductory, options.layout, options.region_tiles) == (False, "draft", 3)
    assert (options.milestones, options.boom) == (True, True)


def test_without_a_deadline_there_is_no_time_to_spare(people: Cast) -> None:
    terms = table_of(make_game(people, pace_hours="")).terms
    assert (terms.pace_hours, terms.bank_hours) == (None, 0)


def test_where_nobody_is_waited_for_the_game_begins_at_once(people: Cast) -> None:
    assert table_of(make_game(people, seat_0="newcomer")).status == "playing"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": " "}, "Something is missing"),
        ({"seat_0": "", "seat_2": ""}, "A game has 2 to 5 seats"),
        ({"seat_0": "me"}, "one seat only"),
        ({"seat_0": "robot"}, "Something is missing"),
        ({"seat_0": "robot", "seat_2": ""}, "A game has 2 to 5 seats"),
        ({"addresses": "bob@example.org, nonsense"}, "“nonsense” is not an address"),
        ({"addresses": " ".join(f"p{n}@example.org" for n in range(9))}, "At most 8"),
        ({"pace_hours": "5"}, "Something is missing"),
        ({"name": "a\u202eb"}, "can be printed"),
    ],
)
def test_what_cannot_be_is_told_and_what_was_typed_is_kept(
    people: Cast, wrong: dict[str, str], sentence: str
) -> None:
    answer = browser(people.ada).post(reverse("new-game"), ASKED | wrong)
    assert answer.status_code == 422
    assert sentence in page_of(answer).text
    assert not Game.objects.exists()


def test_addresses_are_invited_each_with_a_secret_of_its_own(people: Cast) -> None:
    game = make_game(people, addresses="bob@example.org\nmal@example.org, bob@example.org")
    invitations = Invitation.objects.filter(game_id=game)
    assert sorted(invitations.values_list("address", flat=True)) == [
        "bob@example.org",
        "mal@example.org",
    ]
    assert len({each.secret for each in invitations}) == 2
    assert all(
        each.secret not in read_page(browser(people.mallory), table_path(game))
        for each in invitations
    )


def test_a_table_starts_by_itself_when_its_last_seat_is_taken(people: Cast) -> None:
    game = make_game(people)
    ada, bob = browser(people.ada), browser(people.bob)
    assert "the game starts when all are taken" in open_page(ada, table_path(game)).text
    bob.post(table_path(game), {"do": "join"})
    assert table_of(game).status == "playing"
    assert verify_game(game) is None


def test_a_table_whose_maker_starts_it_waits_for_that(people: Cast) -> None:
    game = make_game(people, start_when_full="")
    bob = browser(people.bob)
    bob.post(table_path(game), {"do": "join"})
    assert table_of(game).status == "open"
    assert "and its maker starts it" in open_page(bob, table_path(game)).text
    browser(people.ada).post(table_path(game), {"do": "start"})
    assert table_of(game).status == "playing"


def test_a_new_table_starts_by_itself_unless_its_maker_says_otherwise(people: Cast) -> None:
    form = open_page(browser(people.ada), reverse("new-game"))
    assert form.field("Start by itself as soon as all seats are taken.").is_chosen


def test_a_public_table_is_joined_and_left_by_its_page(people: Cast) -> None:
    game = open_public_game(people)
    bob = browser(people.bob)
    bob.post(table_path(game), {"do": "join", "seat": "1"})
    assert who_sits(game) == [None, people.bob.pk]
    again = bob.post(table_path(game), {"do": "join", "seat": "0"})
    assert again.status_code == 422
    assert "sits at this table already" in page_of(again).alert
    bob.post(table_path(game), {"do": "leave"})
    assert who_sits(game) == [None, None]


def test_only_who_made_the_table_seats_computers_frees_seats_and_starts(people: Cast) -> None:
    game = open_public_game(people)
    ada, bob = browser(people.ada), browser(people.bob)
    bob.post(table_path(game), {"do": "join", "seat": "0"})
    for wish in ("computer", "free", "start", "abandon", "invite", "nonsense"):
        for client in (bob, browser(people.mallory)):
            assert client.post(table_path(game), {"do": wish, "seat": "0"}).status_code == 404
        assert (
            Client().post(table_path(game), {"do": wish})["Location"].startswith(reverse("login"))
        )
    assert who_sits(game) == [people.bob.pk, None]
    early = ada.post(table_path(game), {"do": "start"})
    assert "seats 1 are empty" in page_of(early).alert
    for wish, seated in (("", "regular"), ("master", "master")):
        sent = {"do": "computer", "seat": "1", "strength": wish}
        assert ada.post(table_path(game), sent).status_code == 302
        assert who_sits(game) == [people.bob.pk, seated]
        ada.post(table_path(game), {"do": "free", "seat": "1"})
    ada.post(table_path(game), {"do": "computer", "seat": "1"})
    ada.post(table_path(game), {"do": "free", "seat": "0"})
    assert who_sits(game) == [None, "regular"]
    ada.post(table_path(game), {"do": "join"})
    ada.post(table_path(game), {"do": "start"})
    assert table_of(game).status == "playing"


def test_who_made_a_table_can_close_it(people: Cast) -> None:
    game = open_public_game(people)
    assert browser(people.ada).post(table_path(game), {"do": "abandon"})["Location"] == "/"
    assert table_of(game).status == "abandoned"
    closed = open_page(browser(people.bob), table_path(game))
    assert "This game was cancelled" in closed.text
    assert "Sit down" not in [each.name for each in closed.all("button")]


def make_invitation_link(game: UUID, people: Cast) -> str:
    browser(people.ada).post(table_path(game), {"do": "invite", "address": ""})
    return reverse("join", args=[Invitation.objects.latest("number").secret])


def test_a_link_shows_a_private_table_and_its_button_sits_down(people: Cast) -> None:
    game = open_game(people)
    link, mallory = make_invitation_link(game, people), browser(people.mallory)
    assert mallory.get(table_path(game)).status_code == 404
    invitation = open_page(mallory, link)
    assert "ada invites you" in invitation.text
    invitation.button("Sit down")
    assert who_sits(game) == [None, None]
    assert mallory.post(link)["Location"] == table_path(game)
    assert who_sits(game) == [people.mallory.pk, None]
    assert open_page(mallory, link).link("To the table")["href"] == table_path(game)


def test_a_link_that_has_seated_somebody_says_so_to_others(people: Cast) -> None:
    game = open_game(people)
    link, bob = make_invitation_link(game, people), browser(people.bob)
    browser(people.mallory).post(link)
    for answer in (bob.get(link), bob.post(link)):
        assert answer.status_code == 410
        used = page_of(answer).text
        assert "has seated somebody already" in used
        assert "Route 66" not in used
    assert who_sits(game) == [people.mallory.pk, None]
    assert "mallory used it" in open_page(browser(people.ada), table_path(game)).text


def test_who_made_a_table_takes_an_invitation_back_on_its_page(people: Cast) -> None:
    game = open_game(people)
    link, ada = make_invitation_link(game, people), browser(people.ada)
    assert link in read_page(ada, table_path(game))
    number = str(Invitation.objects.get().number)
    for wrong in ("", "x", "99999999999999999999", "0"):
        answer = ada.post(table_path(game), {"do": "revoke", "invitation": wrong})
        assert answer.status_code == 404
    taken_back = {"do": "revoke", "invitation": number}
    assert browser(people.bob).post(table_path(game), taken_back).status_code == 404
    ada.post(table_path(game), taken_back)
    assert link not in read_page(ada, table_path(game))
    assert "was taken back" in page_of(browser(people.bob).get(link)).text


def test_who_follows_a_link_unknown_signs_in_first_and_comes_back(people: Cast) -> None:
    link = make_invitation_link(open_game(people), people)
    client = Client()
    led = client.post(link)["Location"]
    assert led == f"{reverse('login')}?next={link}"
    sign_in("new@example.org", client=client)
    assert client.post(link).status_code == 302


def test_a_link_to_a_full_or_a_started_table_says_so(people: Cast) -> None:
    game = open_game(people)
    used, link = make_invitation_link(game, people), make_invitation_link(game, people)
    ada, bob, mallory = (browser(each) for each in people)
    ada.post(table_path(game), {"do": "join"})
    bob.post(used)
    assert "All seats are taken" in open_page(mallory, link).text
    assert mallory.post(link).status_code == 422
    ada.post(table_path(game), {"do": "start"})
    assert "begun without you" in open_page(mallory, link).text
    assert mallory.get(reverse("join", args=["forged"])).status_code == 410


def test_a_private_table_is_not_there_for_a_stranger(people: Cast) -> None:
    game = open_game(people)
    for client, status in ((browser(people.mallory), 404), (Client(), 302)):
        assert client.get(table_path(game)).status_code == status
        assert client.post(table_path(game), {"do": "join"}).status_code == status
