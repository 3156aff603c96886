"""One's account: profile, tokens, webhooks, all that is kept, and the end of it."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import models
from games.audit.verify import verify_game
from games.edge import now
from games.people import forget
from notifications.models import FeedAddress, Notice, Preference, Webhook
from tests.doing import browser, open_game, read_page, sign_in, start_game, table_of
from tests.pages import open_page, page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


PAGES = (
    "account",
    "account-mail",
    "programs",
    "webhooks",
    "export",
    "leave",
    "account_email",
    "new-game",
)


@pytest.mark.parametrize("page", PAGES)
def test_a_visitor_is_led_to_the_sign_in_and_a_guest_as_well(page: str) -> None:
    path = reverse(page)
    guest = Client()
    guest.post(reverse("try"))
    for client in (Client(), guest):
        led = client.get(path)
        assert (led.status_code, led["Location"].split("?")[0]) == (302, reverse("login"))


def test_a_name_is_what_others_see(people: Cast) -> None:
    game = start_game(people)
    form = {"name": "  Ada <b> L. "}
    assert browser(people.ada).post(reverse("account"), form).status_code == 302
    people.ada.refresh_from_db()
    assert people.ada.display_name == "Ada <b> L."
    listed = browser(people.bob).get(f"/api/games/{game}/").json()["seats"]
    assert [seat["player"] for seat in listed] == [people.ada.pk, people.bob.pk]
    assert "Ada <b> L." in open_page(browser(people.bob), "/").text
    mine = browser(people.ada).get("/api/games/?mine=true").json()["results"][0]
    assert [seat["name"] for seat in mine["seats"]] == ["Ada <b> L.", "bob"]


@pytest.mark.parametrize(
    "name",
    [
        "a\u202eb",
        "x" * 41,
        "\u3164",
        "Bob",
        "ＢＯＢ",
        "Computer",
        "Ordinateur",
        "strong (computer)",
    ],
)
def test_a_name_that_cannot_be_is_refused(people: Cast, name: str) -> None:
    assert browser(people.ada).post(reverse("account"), {"name": name}).status_code == 422
    people.ada.refresh_from_db()
    assert people.ada.display_name == "ada"


def test_a_token_is_shown_once_and_works_until_it_is_revoked(people: Cast) -> None:
    client = browser(people.ada)
    form = {"name": "bot", "scopes": ["play"], "days": "30"}
    made = client.post(reverse("programs"), form)
    secret = str(made.context["secret"])
    (shown,) = page_of(made).all("status")
    assert shown.text.endswith(f" {secret}")
    assert secret not in read_page(client, reverse("programs"))
    program = Client(headers={"authorization": f"Token {secret}"})
    assert program.get("/api/me/").json() == {"id": people.ada.pk, "name": "ada"}
    token = models.Token.objects.get()
    assert token.scopes == ("read", "play")
    assert token.used is not None
    assert token.expiry is not None
    assert timedelta(days=29) < token.expiry - now() < timedelta(days=31)
    path = reverse("revoke-token", args=[token.beginning])
    assert browser(people.mallory).post(path).status_code == 404
    assert client.post(path).status_code == 302
    assert program.get("/api/me/").status_code == 401


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("may read, talk", "not used yet")),
        ("de", ("darf lesen, reden", "noch nicht benutzt")),
        ("fr", ("peut lire, parler", "pas encore utilisé")),
    ],
)
def test_a_token_is_told_with_its_scopes_and_its_last_use(
    people: Cast, language: str, told: tuple[str, ...]
) -> None:
    client = browser(people.ada)
    client.cookies["django_language"] = language
    models.Person.objects.filter(pk=people.ada.pk).update(language=language)
    form = {"name": "bot", "scopes": ["talk"], "days": "30"}
    secret = str(client.post(reverse("programs"), form).context["secret"])
    for words in told:
        assert words in read_page(client, reverse("programs"))
    Client(headers={"authorization": f"Bearer {secret}"}).get("/api/me/")
    assert told[1] not in read_page(client, reverse("programs"))
    wrong = client.post(reverse("programs"), form | {"scopes": ["read", "sign"]})
    assert wrong.status_code == 422


def test_a_webhook_is_made_and_removed_by_its_person_alone(people: Cast) -> None:
    client = browser(people.ada)
    refused = client.post(reverse("webhooks"), {"url": "https://127.0.0.1/", "what": "turn"})
    assert refused.status_code == 422
    assert "not a public address" in page_of(refused).text
    made = client.post(reverse("webhooks"), {"url": "https://1.1.1.1/x", "what": "all"})
    webhook = Webhook.objects.get()
    (shown,) = page_of(made).all("status")
    assert shown.text.endswith(f"copy it now. {webhook.secret}")
    assert webhook.secret not in read_page(client, reverse("webhooks"))
    path = reverse("remove-webhook", args=[webhook.pk])
    assert browser(people.mallory).post(path).status_code == 404
    assert client.post(path).status_code == 302
    assert not Webhook.objects.exists()


def traces_of(person: models.Person, game: str) -> None:
    """Makes one row of everything that is kept of a person."""
    models.ChatLine.objects.create(
        game_id=game, number=1, person=person, text="hello there", at=now()
    )
    models.PrivateNote.objects.create(game_id=game, person=person, text="beware of bob", at=now())
    models.Variation.objects.create(
        game_id=game,
        number=1,
        person=person,
        name="if only",
        base=3,
        steps="[]",
        length=0,
        snapshot="",
        changed=now(),
    )
    models.ChatRead.objects.create(game_id=game, person=person, line=1)
    models.Holiday.objects.create(person=person, first="2026-01-01", last="2026-01-09")
    models.Token.objects.create(person, expiry=timedelta(days=1), name="the bot", scope="read")
    models.KeptAnswer.objects.create(person=person, key="k", fingerprint="f", at=now())
    Preference.objects.create(person=person, mail="daily")
    models.SignIn.objects.create(person=person, key=f"of {person}", began=now(), seen=now())
    FeedAddress.objects.create(person=person, edition=3)
    Webhook.objects.create(person=person, url="https://a.example/", what="all", created=now())


def test_all_that_is_kept_goes_out_as_one_file(people: Cast) -> None:
    game = start_game(people)
    traces_of(people.ada, str(game))
    answer = browser(people.ada).get(reverse("export"))
    assert "attachment" in answer["Content-Disposition"]
    kept = json.loads(answer.content)
    assert kept["profile"]["username"] == "ada"
    assert kept["games"] == [{"game": str(game), "seat": 0}]
    assert [line["text"] for line in kept["chat"]] == ["hello there"]
    assert [token["name"] for token in kept["tokens"]] == ["the bot"]
    assert [hook["url"] for hook in kept["webhooks"]] == ["https://a.example/"]
    assert [each["mail"] for each in kept["mail"]] == ["daily"]
    assert [note["text"] for note in kept["notes"]] == ["beware of bob"]
    assert [line["name"] for line in kept["what_if"]] == ["if only"]
    assert kept["holidays"] == [{"first": "2026-01-01", "last": "2026-01-09"}]
    assert people.bob.username not in answer.content.decode().replace("beware of bob", "")


STAYS = {
    "Game.owner",
    "Game.mover",
    "Seat.player",
    "Invitation.by",
    "Invitation.used_by",
    "ChatReport.by",
    "LogEntry.user",
}
"""What names a person by number only, and is of others' games or of the host's desk."""


def test_nothing_that_is_kept_of_a_person_is_forgotten_to_be_forgotten(people: Cast) -> None:
    """Whoever adds a table of people's adds it to those that go, or says here that it stays."""
    game = start_game(people)
    traces_of(people.ada, str(game))
    named = {
        f"{relation.related_model.__name__}.{relation.field.name}": relation
        for relation in models.Person._meta.related_objects  # noqa: SLF001 - the way to ask Django
        if not isinstance(relation.related_model, str)
    }
    forget(people.ada, left_at=now())
    for name, relation in named.items():
        column = f"{relation.field.related_query_name()}__isnull"
        kept = models.Person.objects.filter(**{column: False}, pk=people.ada.pk)
        assert name in STAYS or not kept.exists(), name
    assert set(named) - STAYS == {
        "ChatLine.person",
        "ChatRead.person",
        "ChatReport.author",
        "Digest.person",
        "EmailAddress.user",
        "FeedAddress.person",
        "Holiday.person",
        "KeptAnswer.person",
        "Inbound.person",
        "Variation.person",
        "Notice.recipient",
        "Offer.person",
        "Preference.person",
        "PrivateNote.person",
        "SignIn.person",
        "Token.user",
        "Webhook.person",
    }


def test_who_leaves_is_a_number_in_events_and_nothing_else(people: Cast) -> None:
    client = sign_in("ada@example.org")
    ada = models.Person.objects.get(email="ada@example.org")
    crew = people._replace(ada=ada)
    running, waiting = start_game(crew), open_game(crew)
    traces_of(ada, str(running))
    assert client.post(reverse("leave"), {"sure": "yes"}).status_code == 422
    assert client.post(reverse("leave"), {"sure": "Delete"}).status_code == 302
    ada.refresh_from_db()
    assert ada.display_name == "somebody who left"
    assert (ada.email, ada.name, ada.is_active) == ("", "", False)
    for rows in (
        models.ChatLine.objects.all(),
        models.Token.objects.all(),
        Preference.objects.all(),
        FeedAddress.objects.all(),
        Webhook.objects.all(),
        Notice.objects.filter(recipient=ada),
    ):
        assert not rows.exists()
    assert table_of(running).setup.seats[0].bot == "regular"
    assert models.Seat.objects.get(game_id=running, number=1).player == people.bob
    assert models.Game.objects.get(id=waiting).status == "abandoned"
    assert [verify_game(game) for game in (running, waiting)] == [None, None]
    assert "_auth_user_id" not in client.session
    assert "My games" not in read_page(client, "/")


def test_who_leaves_can_begin_anew_with_the_same_address(people: Cast) -> None:
    client = sign_in("ada@example.org")
    client.post(reverse("leave"), {"sure": "delete"})
    again = sign_in("ada@example.org")
    assert models.Person.objects.filter(email="ada@example.org").count() == 1
    assert "My games" in read_page(again, "/")


def test_a_game_whose_last_person_leaves_is_closed(people: Cast) -> None:
    client = sign_in("ada@example.org")
    client.post(reverse("try"))
    client.post(reverse("leave"), {"sure": "delete"})
    assert [game.status for game in models.Game.objects.all()] == ["abandoned"]


def test_where_others_wait_only_the_seat_is_given_up(people: Cast) -> None:
    game = open_game(people)
    for person in (people.ada, people.bob):
        browser(person).post(f"/api/games/{game}/join/", {}, content_type="application/json")
    people.ada.is_staff = True
    bob = browser(people.bob)
    bob.post(reverse("leave"), {"sure": "delete"})
    assert [who.player for who in table_of(game).setup.seats] == [people.ada.pk, None]


def test_a_session_elsewhere_ends_with_the_account() -> None:
    here, there = sign_in("ada@example.org"), sign_in("ada@example.org")
    here.post(reverse("leave"), {"sure": "delete"})
    assert "My games" not in read_page(there, "/")
