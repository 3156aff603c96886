"""Invitations to an address: what they say, that they go once, and to whom they do not."""

import re
from datetime import timedelta
from uuid import UUID

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode

from games.domain import Options
from games.domain.lobby import AbandonGame, CreateGame, TakeSeat
from games.domain.state import Terms
from games.edge import now
from games.invitations import proof_of_address, proves_address
from games.limits import INVITATIONS, INVITATIONS_TO_ONE
from games.models import Invitation, Person
from games.people import forget
from games.services import act, create_game
from notifications.models import Bounce, NoInvitations, Notice, Preference
from notifications.outbox.queue import LEASE, send_due
from notifications.outbox.tasks import send_mails
from tests.api.calls import Answer, caller, game_path
from tests.doing import (
    alter_last_letter,
    browser,
    html_of,
    open_game,
    person_behind,
    sign_in,
    table_of,
    table_path,
)
from tests.mail_in.mails import cast_with_mail
from tests.notifications.sink import Mailbox
from tests.pages import open_page, page_of_mail
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)
ZOE = "Zoe@example.org"


@pytest.fixture
def people() -> Cast:
    return cast_with_mail()


def invite(people: Cast, game: UUID, address: str = ZOE) -> Answer:
    return caller(people.ada).post(game_path(game, "invite/"), {"address": address})


def invitation_mails() -> list[EmailMultiAlternatives]:
    send_mails()
    sent = [each for each in mail.outbox if "<invitation." in each.extra_headers["Message-ID"]]
    return [each for each in sent if isinstance(each, EmailMultiAlternatives)]


def path_in(text: object, name: str) -> str:
    link = re.search(rf"https?://[^/]+(/{name}/[^\s>]+)", str(text))
    assert link is not None
    return link[1]


def test_an_invitation_says_who_to_what_and_how_it_is_played(people: Cast) -> None:
    game = open_game(people, options=Options(milestones=True, boom=True))
    assert invite(people, game).status == 201
    (letter,) = invitation_mails()
    assert letter.to == [ZOE.lower()]
    assert letter.subject == "You are invited to a game of Franchise"
    lines = letter.body.splitlines()
    assert lines[1] == "ada invites you to “Route 66”."
    assert lines[2] == "A game for two; a day for a turn; with milestones and the Boom marker."
    for text in (" ".join(letter.body.split()), page_of_mail(letter).text):
        assert "looking at the invitation does nothing" in text
        assert "No more invitations to this address" in text
    row = Invitation.objects.get()
    assert path_in(letter.body, "join") == f"/join/{row.secret}/{proof_of_address(row)}/"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize(
    ("language", "first", "third"),
    [
        (
            "fr",
            "ada vous invite à la partie «\u202fRoute 66\u202f».",
            "Une partie à deux\u202f; un jour par tour",
        ),
        ("de", "ada lädt dich zu „Route 66“ ein.", "Eine Partie zu zweit; ein Tag je Zug"),
    ],
)
def test_it_is_in_the_inviters_language(
    people: Cast, language: str, first: str, third: str
) -> None:
    Person.objects.filter(pk=people.ada.pk).update(language=language)
    invite(people, open_game(people))
    (letter,) = invitation_mails()
    lines = letter.body.splitlines()
    assert lines[1] == first
    assert lines[2].startswith(third)


def test_names_that_strangers_could_be_lured_by_are_no_links(people: Cast) -> None:
    Person.objects.filter(pk=people.ada.pk).update(username="win@evil.example")
    terms = Terms("Free at https://evil.example/now", owner=people.ada.pk)
    game = create_game(CreateGame(terms, 2), actor=HOST).game_id
    invite(people, game)
    (letter,) = invitation_mails()
    assert "evil example" in letter.body
    assert "evil.example" not in letter.body + html_of(letter) + letter.subject
    assert "no clock" in letter.body


def test_an_invitation_without_an_address_sends_nothing(people: Cast) -> None:
    assert caller(people.ada).post(game_path(open_game(people), "invite/"), {}).status == 201
    assert invitation_mails() == []
    assert not Notice.objects.exists()


def test_it_goes_once_and_after_a_kill_again_with_the_same_number(
    people: Cast, smtp: Mailbox
) -> None:
    invite(people, open_game(people))
    start = now()
    smtp.refuses = True
    assert send_due(start) == 1
    smtp.refuses = False
    assert send_due(start) == 0
    assert send_due(start + LEASE + timedelta(seconds=1)) == 1
    # Killed after sending, before marking.
    Notice.objects.update(sent=None)
    assert send_due(start + 2 * LEASE + timedelta(seconds=2)) == 1
    assert len({str(each["Message-ID"]) for each in smtp.mails}) == 1
    assert len(smtp.mails) == 2
    assert send_due(start + timedelta(days=1)) == 0


def test_who_wants_no_invitations_gets_none_after_one_post(people: Cast) -> None:
    game = open_game(people)
    invite(people, game)
    (letter,) = invitation_mails()
    path = path_in(letter.extra_headers["List-Unsubscribe"], "mail/no-invitations")
    assert path == path_in(letter.body, "mail/no-invitations")
    browser = Client(enforce_csrf_checks=True)
    assert b"zoe@example.org" in browser.get(path).content
    assert not NoInvitations.objects.exists()
    assert browser.get(alter_last_letter(path)).status_code == 410
    for _ in range(2):
        assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert invite(people, game, "zoe@EXAMPLE.org").status == 201
    assert len(invitation_mails()) == 1
    invite(people, game, "yan@example.org")
    assert len(invitation_mails()) == 2


def test_an_address_that_turned_mail_away_gets_none(people: Cast, smtp: Mailbox) -> None:
    game = open_game(people)
    invite(people, game, "nobody@example.org")
    send_due(now())
    assert Bounce.objects.get().address == "nobody@example.org"
    Person.objects.filter(pk=people.bob.pk).update(mail_refused=now())
    for address in ("nobody@example.org", "bob@example.org"):
        invite(people, game, address)
    send_due(now())
    assert smtp.mails == []


def test_a_person_who_wants_no_mail_gets_no_invitation_either(people: Cast) -> None:
    Preference.objects.create(person=people.bob, mail=Preference.Mail.NONE)
    invite(people, open_game(people), "bob@example.org")
    assert invitation_mails() == []


def test_nobody_is_invited_to_a_game_that_is_over(people: Cast) -> None:
    game = open_game(people)
    invite(people, game)
    act(game, AbandonGame(), actor=HOST)
    assert invitation_mails() == []


def test_one_address_gets_only_some_a_day_whoever_invites(people: Cast) -> None:
    game = open_game(people)
    for _ in range(INVITATIONS_TO_ONE.most + 2):
        assert invite(people, game).status == 201
    assert len(invitation_mails()) == INVITATIONS_TO_ONE.most


def test_who_invites_too_many_in_a_day_is_refused_and_nothing_is_written(people: Cast) -> None:
    game = open_game(people)
    for number in range(INVITATIONS.most):
        assert invite(people, game, f"friend{number}@example.org").status == 201
    before = table_of(game).version
    answer = invite(people, game)
    assert (answer.status, answer.body["code"]) == (429, "too-many-invitations")
    assert table_of(game).version == before
    assert Invitation.objects.count() == INVITATIONS.most
    assert caller(people.ada).post(game_path(game, "invite/"), {}).status == 201
    Invitation.objects.update(created=now() - timedelta(days=2))
    assert invite(people, game).status == 201


def path_of_invitation(people: Cast, game: UUID) -> str:
    invite(people, game)
    return path_in(invitation_mails()[0].body, "join")


def players_of(game: UUID) -> list[int | None]:
    return [seat.player for seat in table_of(game).setup.seats]


def test_the_link_of_the_mail_and_one_tap_seat_a_stranger(people: Cast) -> None:
    game = open_game(people)
    path, stranger = path_of_invitation(people, game), Client()
    invitation = open_page(stranger, path)
    assert "ada invites you" in invitation.text
    assert "Your turns are mailed to zoe@example.org." in invitation.text
    assert players_of(game) == [None, None]
    assert not Person.objects.filter(email=ZOE.lower()).exists()
    assert stranger.post(path, {"zone": "Asia/Tokyo"})["Location"] == table_path(game)
    zoe = Person.objects.get(email=ZOE.lower())
    assert (zoe.guest, zoe.time_zone) == (False, "Asia/Tokyo")
    assert players_of(game) == [zoe.pk, None]
    assert person_behind(stranger) == zoe
    assert person_behind(sign_in(ZOE)) == zoe


def test_who_has_an_account_is_seated_by_the_tap_and_signs_in_as_always(people: Cast) -> None:
    zoe = person_behind(sign_in(ZOE))
    game = open_game(people)
    path, client = path_of_invitation(people, game), Client()
    led = client.post(path)["Location"]
    assert led == f"{reverse('login')}?{urlencode({'next': table_path(game)})}"
    assert players_of(game) == [zoe.pk, None]
    assert "_auth_user_id" not in client.session
    assert "You have a seat" in open_page(client, led).text
    assert client.get(path)["Location"] == table_path(game)


def test_who_is_signed_in_sits_down_as_that_person(people: Cast) -> None:
    game = open_game(people)
    path = path_of_invitation(people, game)
    assert browser(people.mallory).post(path)["Location"] == table_path(game)
    assert players_of(game) == [people.mallory.pk, None]
    assert not Person.objects.filter(email=ZOE.lower()).exists()


def test_a_guest_who_taps_keeps_the_game_under_the_address(people: Cast) -> None:
    game, client = open_game(people), Client()
    path = path_of_invitation(people, game)
    client.post(reverse("try"))
    guest, key = person_behind(client), client.session.session_key
    client.post(path)
    person = person_behind(client)
    assert (person.pk, person.guest, person.email) == (guest.pk, False, ZOE.lower())
    assert client.session.session_key != key
    assert players_of(game) == [guest.pk, None]


@pytest.mark.parametrize("proof", ["", "0" * 32])
def test_the_link_without_the_mails_proof_asks_for_the_address(people: Cast, proof: str) -> None:
    """Who made the table knows the secret, and may not be somebody else by it."""
    game = open_game(people)
    path_of_invitation(people, game)
    row = Invitation.objects.get()
    path = reverse("join-by-mail", args=[row.secret, proof]) if proof else f"/join/{row.secret}/"
    assert "zoe" not in open_page(Client(), path).text
    assert Client().post(path)["Location"] == f"{reverse('login')}?next={path}"
    assert players_of(game) == [None, None]


def test_a_proof_is_good_for_its_own_invitation_alone(people: Cast) -> None:
    game = open_game(people)
    proof = path_of_invitation(people, game).split("/")[3]
    made = caller(people.ada).post(game_path(game, "invite/"), {})
    path = reverse("join-by-mail", args=[made.body["invitation"], proof])
    assert Client().post(path)["Location"].startswith(reverse("login"))
    assert proves_address(Invitation.objects.get(address=ZOE.lower()), proof)


def test_a_tap_that_is_refused_makes_nobody(people: Cast) -> None:
    game = open_game(people)
    path = path_of_invitation(people, game)
    for person in (people.ada, people.bob):
        act(game, TakeSeat(player=person.pk), actor=HOST)
    client = Client()
    assert client.post(path).status_code == 422
    assert "_auth_user_id" not in client.session
    assert not Person.objects.filter(email=ZOE.lower()).exists()


def test_an_account_that_the_host_has_closed_comes_in_by_no_invitation(people: Cast) -> None:
    zoe = person_behind(sign_in(ZOE))
    Person.objects.filter(pk=zoe.pk).update(is_active=False)
    game = open_game(people)
    client = Client()
    assert client.post(path_of_invitation(people, game)).status_code == 403
    assert "_auth_user_id" not in client.session
    assert players_of(game) == [None, None]


def test_who_has_left_invites_nobody_any_more(people: Cast) -> None:
    invite(people, open_game(people))
    forget(people.ada, left_at=now())
    assert invitation_mails() == []
    assert not Invitation.objects.exclude(address="").exists()


def test_an_invitation_that_was_taken_back_before_its_mail_went_goes_to_nobody(
    people: Cast,
) -> None:
    game = open_game(people)
    made = invite(people, game)
    caller(people.ada).delete(game_path(game, f"invitations/{made.body['id']}/"))
    assert invitation_mails() == []
    assert not Notice.objects.exists()
