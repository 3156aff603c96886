"""What an earlier SECRET_KEY signed stays good while SECRET_KEY_FALLBACKS names that key."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
import time_machine
from django.test import RequestFactory
from pytest_django import Settings

from games.access import see_game
from games.codes import Purpose, code_for, code_to_compare
from games.edge import now
from games.invitations import invite
from games.models import Person
from games.web.account.sign_in_links import NoWayIn, person_from_link, sign_in_path
from notifications import links
from notifications.reply_addresses import ReplyAddress, read_address, reply_address
from tests.doing import browser, open_game
from tests.people import cast

pytestmark = pytest.mark.django_db
GAME = UUID(int=7)
OLD = "0123456789abcdefghij" * 3
FIRST_VERSION = {
    "tap": "00000000-0000-0000-0000-000000000007.3.5.1~J0dRmwZ3Fi3Cfnq5gyCvJ2xagsxDgcwjVj4y_lx6zeU",
    "stop": "00000000-0000-0000-0000-000000000007.5~qVTjmj3TOIlLKmQX8V7S3wjjEXb-gU3WloWhaz1233g",
    "stop all": ".5~BZkYfljGHYezhJlzKnyDotpd9Gsysx0UYrWcD8CjONg",
    "feed": "5.2~DGHGffI_EadxM92-VrA2_3LCTvJX5RwEamOVyyWYWsY",
    "no invitations": "YWRhQGV4YW1wbGUub3Jn~2LuFIXfUhcp0BlNYOYfcgOgGd92gV1FGJmy5Kfuj3e8",
    "reply": "play+aaaaaaaaaaaaaaaaaaaaaaaaa4aaaaadaaaaaaafzplwhprkam67xnbijq@localhost",
    "sign in": "eyJwZXJzb24iOjUsInNlZW4iOiIifQ:1vx1wO:daUiDk0K2HGp_JN26Zi_-niQssQfAdQ3E0FwIAUmXiw",
}
"""What it signed by the old key for person 5; the sign-in on 2 March 2026 at 12."""


def token_in(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def feed_token(address: str) -> str:
    return address.rpartition("/")[0].rpartition("/")[2]


@pytest.fixture
def change_key(settings: Settings) -> Callable[..., None]:
    """The old key signs until this is called."""
    settings.SECRET_KEY = OLD

    def change(*, keep: bool = True) -> None:
        settings.SECRET_KEY = OLD[::-1]
        settings.SECRET_KEY_FALLBACKS = [OLD] if keep else []

    return change


def person_behind(token: str) -> Person | None:
    try:
        return person_from_link(token, RequestFactory().get("/"))
    except NoWayIn:
        return None


def read_all(signed: dict[str, str]) -> dict[str, object]:
    return {
        "sign in": person_behind(signed["sign in"]),
        "tap": links.tap_of(signed["tap"]),
        "stop": links.stop_of(signed["stop"]),
        "feed": links.feed_of(signed["feed"]),
        "no invitations": links.no_invitations_address(signed["no invitations"]),
        "reply": read_address(signed["reply"]),
    }


def sign_all() -> dict[str, str]:
    ada = cast().ada
    return {
        "sign in": token_in(sign_in_path(ada)),
        "tap": token_in(links.tap_url(links.Tap(GAME, 3, ada.pk, 1))),
        "stop": token_in(links.stop_url(links.Stop(GAME, ada.pk))),
        "feed": feed_token(links.feed_url("turns-atom", links.Feed(ada.pk, 0))),
        "no invitations": token_in(links.no_invitations_url("ada@example.org")),
        "reply": reply_address(GAME, 0, 3, ada.pk),
    }


def test_links_and_reply_addresses_of_an_old_key_lead_where_they_did(
    change_key: Callable[..., None],
) -> None:
    signed = sign_all()
    before = read_all(signed)
    assert None not in before.values()
    change_key()
    assert read_all(signed) == before


def test_links_and_reply_addresses_of_the_first_version_lead_where_they_did(
    change_key: Callable[..., None],
) -> None:
    change_key()
    ada = Person.objects.create(pk=5, username="ada")
    with time_machine.travel(datetime(2026, 3, 3, 11, tzinfo=UTC)):
        assert read_all(FIRST_VERSION) == {
            "sign in": ada,
            "tap": links.Tap(GAME, 3, 5, 1),
            "stop": links.Stop(GAME, 5),
            "feed": links.Feed(5, 2),
            "no invitations": "ada@example.org",
            "reply": ReplyAddress(GAME, 0, 3, 5),
        }
    assert links.stop_of(FIRST_VERSION["stop all"]) == links.Stop(None, 5)


def test_of_a_key_that_is_no_longer_named_nothing_is_good(change_key: Callable[..., None]) -> None:
    signed = sign_all()
    change_key(keep=False)
    assert set(read_all(signed).values()) == {None}


def test_who_is_signed_in_stays_so(change_key: Callable[..., None]) -> None:
    ada, bob = browser(cast().ada), browser(cast().bob)
    change_key()
    assert b"My games" in ada.get("/").content
    change_key(keep=False)
    assert b"My games" in ada.get("/").content
    assert b"My games" not in bob.get("/").content


def test_who_signed_out_everywhere_and_in_again_stays_so(change_key: Callable[..., None]) -> None:
    person = cast().ada
    person.signed_out = now()
    person.save(update_fields=["signed_out"])
    ada = browser(person)
    change_key()
    assert b"My games" in ada.get("/").content


def test_a_code_in_the_mail_signs_in_after_the_key_was_changed(
    change_key: Callable[..., None],
) -> None:
    address, at = "ada@example.org", now()
    code = code_for(Purpose.SIGN_IN, address, at)
    change_key()
    assert code_to_compare(Purpose.SIGN_IN, address, code.lower(), at) == code
    assert code_for(Purpose.SIGN_IN, address, at) != code
    change_key(keep=False)
    assert code_to_compare(Purpose.SIGN_IN, address, code, at) != code


def test_the_same_invitation_asked_for_again_is_the_same(change_key: Callable[..., None]) -> None:
    people = cast()
    game = open_game(people)
    first = invite(see_game(people.ada, game), command_id="once")
    change_key()
    assert invite(see_game(people.ada, game), command_id="once").invitation == first.invitation


def test_old_keys_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("one,two\n")
    process = subprocess.run(
        [
            sys.executable,
            "-c",
            "from franchise_site import settings as s; print(s.SECRET_KEY_FALLBACKS)",
        ],
        env={"SECRET_KEY": OLD, "SECRET_KEY_FALLBACKS_FILE": str(tmp_path / "keys")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout == "['one', 'two']\n"
