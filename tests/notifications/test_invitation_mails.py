"""Invitations to an address: what they say, that they go once, and to whom they do not."""

import re
from datetime import timedelta
from uuid import UUID

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from games.domain import Options
from games.domain.lobby import AbandonGame, CreateGame
from games.domain.state import Terms
from games.edge import now
from games.limits import INVITATIONS, INVITATIONS_TO_ONE
from games.models import Invitation, Person
from games.people import forget
from games.services import act, create_game
from notifications.models import Bounce, NoInvitations, Notice, Preference
from notifications.outbox.queue import LEASE, send_due
from notifications.outbox.tasks import send_mails
from tests.api.calls import Answer, caller, game_path
from tests.doing import open_game, sign_in, table_of
from tests.mail_in.mails import cast_with_mail
from tests.notifications.sink import Mailbox
from tests.pages import open_page
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
    html = str(letter.alternatives[0][0])
    for text in (" ".join(letter.body.split()), html):
        assert "Looking at it does nothing" in text
        assert "No more invitations to this address" in text
    secret = Invitation.objects.get().secret
    assert path_in(letter.body, "join") == f"/join/{secret}/"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize(
    ("language", "first", "third"),
    [
        (
            "fr",
            "ada vous invite à «\u202fRoute 66\u202f».",
            "Une partie à deux\u202f; un jour par tour",
        ),
        ("de", "ada lädt dich zu „Route 66“ ein.", "Eine Partie zu zweit; ein Tag für einen Zug"),
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
    assert "evil.example" not in letter.body + str(letter.alternatives[0][0]) + letter.subject
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
    assert browser.get(path[:-4] + "xxx/").status_code == 410
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


def test_the_link_of_the_mail_leads_a_stranger_to_a_seat(people: Cast) -> None:
    game = open_game(people)
    invite(people, game)
    path = path_in(invitation_mails()[0].body, "join")
    stranger = Client()
    assert "ada invites you" in open_page(stranger, path).text
    sign_in(ZOE, client=stranger)
    stranger.post(path)
    assert [seat.player for seat in table_of(game).setup.seats] == [
        Person.objects.get(email=ZOE.lower()).pk,
        None,
    ]


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
