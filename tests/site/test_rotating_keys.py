"""`manage.py rotate_key`: a new key signs, and what the old one signed stays good."""

import stat
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from pytest_django import Settings

from franchise_site.setting_files import find_setting
from games.anchors.keys import signing_keys, write_private_key
from games.anchors.publishing import publish_due
from games.domain.anchors import write_key
from games.edge import now
from tests.anchors.days import KEY, PUBLIC_KEY, at, roots
from tests.site.test_settings_files import show_settings

OLD = "an old key of at least fifty characters: so long it is"


@pytest.fixture
def env_file(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As a host has it: what the settings say, the process read from there."""
    file = tmp_path / "franchise.env"
    anchor_key = write_private_key(KEY)
    file.write_text(
        f"# ours\nSECRET_KEY='{OLD}'\nANCHOR_KEY={anchor_key}\nDATABASE_URL=postgres:///games\n"
    )
    file.chmod(0o640)
    settings.ENV_FILE, settings.SECRET_KEY, settings.ANCHOR_KEY = file, OLD, anchor_key
    settings.SECRET_KEY_FALLBACKS = []
    monkeypatch.setenv("SECRET_KEY", OLD)
    monkeypatch.setenv("ANCHOR_KEY", anchor_key)
    return file


def lines_of(file: Path) -> dict[str, str]:
    lines = (each.partition("=") for each in file.read_text().splitlines() if "=" in each)
    return {name: value for name, _, value in lines}


def test_the_new_key_signs_and_the_old_one_stays_known(env_file: Path) -> None:
    call_command("rotate_key", "SECRET_KEY")
    lines = lines_of(env_file)
    assert len(lines["SECRET_KEY"]) >= 50
    assert OLD not in lines["SECRET_KEY"]
    assert lines["SECRET_KEY_FALLBACKS"] == f"'{OLD}'"
    assert list(lines) == ["SECRET_KEY", "ANCHOR_KEY", "DATABASE_URL", "SECRET_KEY_FALLBACKS"]
    assert stat.S_IMODE(env_file.stat().st_mode) == 0o640
    assert list(env_file.parent.iterdir()) == [env_file]
    shown = show_settings(FRANCHISE_ENV=str(env_file)).stdout
    assert shown.startswith(lines["SECRET_KEY"])


def test_keys_in_files_of_their_own_are_changed_there(
    env_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, earlier = env_file.with_name("key"), env_file.with_name("earlier")
    key.write_text(f"{OLD}\n")
    earlier.write_text("")
    monkeypatch.setenv("SECRET_KEY_FILE", str(key))
    monkeypatch.setenv("SECRET_KEY_FALLBACKS_FILE", str(earlier))
    before = env_file.read_text()
    call_command("rotate_key", "SECRET_KEY")
    assert earlier.read_text() == f"{OLD}\n"
    assert OLD not in key.read_text()
    assert env_file.read_text() == before


def test_earlier_keys_are_forgotten_when_the_host_says_so(
    env_file: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError):
        call_command("rotate_key", "SECRET_KEY", "--forget")
    call_command("rotate_key", "SECRET_KEY")
    monkeypatch.setenv("SECRET_KEY", lines_of(env_file)["SECRET_KEY"])
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", OLD)
    settings.SECRET_KEY_FALLBACKS = [OLD]
    call_command("rotate_key", "SECRET_KEY", "--forget")
    assert lines_of(env_file)["SECRET_KEY_FALLBACKS"] == ""


@pytest.mark.django_db
def test_the_old_anchor_key_vouches_for_the_new_one_before_it_is_forgotten(
    env_file: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(at(2), tick=False):
        publish_due(now())
    call_command("rotate_key", "ANCHOR_KEY")
    keys = lines_of(env_file)["ANCHOR_KEY"].strip("'")
    settings.ANCHOR_KEY = keys
    monkeypatch.setenv("ANCHOR_KEY", keys)
    with pytest.raises(CommandError, match="no root is signed by the new key yet"):
        call_command("rotate_key", "ANCHOR_KEY", "--forget")
    with time_machine.travel(at(3), tick=False):
        publish_due(now())
    new = write_key(signing_keys()[0].public_key())
    assert [root.anchor.key for root in roots()] == [PUBLIC_KEY, new]
    assert roots()[-1].handover
    call_command("rotate_key", "ANCHOR_KEY", "--forget")
    assert lines_of(env_file)["ANCHOR_KEY"] == keys.split()[0]


def test_a_key_that_cannot_stand_among_others_is_told(env_file: Path, settings: Settings) -> None:
    settings.SECRET_KEY = "one, and two"  # noqa: S105 - a test's
    with pytest.raises(CommandError, match="a comma or a quotation mark"):
        call_command("rotate_key", "SECRET_KEY")


def test_a_key_of_the_environment_alone_is_refused(
    env_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "another one, which the process was started with")
    before = env_file.read_text()
    with pytest.raises(CommandError, match="SECRET_KEY stands in no file"):
        call_command("rotate_key", "SECRET_KEY")
    assert env_file.read_text() == before


def test_a_file_that_cannot_be_replaced_is_told_and_stays(
    env_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY_FILE", "/proc/version")
    monkeypatch.setenv("SECRET_KEY_FALLBACKS_FILE", "/proc/version")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("rotate_key", "SECRET_KEY")
    assert find_setting("ANCHOR_KEY").path == env_file
