"""A setting that cannot be read is told by its name, with what would be right."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.site.services import ROOT
from tests.site.test_deployment_checks import SITE, manage

HIDDEN = "p#hidden"


def read_settings(monkeypatch: pytest.MonkeyPatch, **changes: str) -> dict[str, Any]:
    for name, value in changes.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "franchise_site" / "settings.py"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "franchise"),
        ("DATABASE_URL", "postgres://db.example.org"),
        ("DATABASE_URL", "mysql://user:password@db.example.org/franchise"),
        ("DATABASE_URL", "postgres://user:p/hidden@db.example.org/franchise"),
        ("EMAIL_URL", f"smtp+tls://user:{HIDDEN}@mail.example.org"),
        ("EMAIL_URL", "smpt://mail.example.org"),
        ("EMAIL_URL", "smtp+tls://"),
        ("EMAIL_URL", "anymail://"),
        ("REDIS_URL", f"redis://:{HIDDEN}@redis.example.org:6379/0"),
        ("MAILBOX_URL", f"imaps://ada:{HIDDEN}@mail.example.org/"),
        ("SITE_URL", "https://[franchise"),
        ("API_CALLS_A_MINUTE", "abc"),
        ("API_CALLS_A_MINUTE", "-5"),
        ("HSTS_SECONDS", "x"),
        ("KEEP_DAYS", "foo"),
        ("KEEP_DAYS", "notices=soon"),
        ("ANYMAIL", "notjson"),
        ("ANYMAIL", "[]"),
        ("LOG_LEVEL", "loud"),
        ("TRUST_PROXY", "perhaps"),
        ("SECRET_KEY", ""),
    ],
)
def test_a_wrong_setting_is_named_with_a_right_one(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    with pytest.raises(
        ImproperlyConfigured, match=f"^{name} .* Right is, for example: {name}="
    ) as error:
        read_settings(monkeypatch, **{name: value})
    assert "hidden" not in str(error.value)
    assert error.value.__cause__ is None


def test_a_password_is_percent_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    read = read_settings(monkeypatch, EMAIL_URL="smtp+tls://user:p%23%2Fw@mail.example.org")
    assert (read["EMAIL_HOST"], read["EMAIL_HOST_PASSWORD"]) == ("mail.example.org", "p#/w")


def test_a_level_and_a_flag_are_read_in_either_case(monkeypatch: pytest.MonkeyPatch) -> None:
    read = read_settings(monkeypatch, LOG_LEVEL="warning", HSTS_PRELOAD="Yes")
    assert (read["LOGGING"]["root"]["level"], read["SECURE_HSTS_PRELOAD"]) == ("WARNING", True)


def test_a_secrets_file_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"EMAIL_URL_FILE names .*/no-file"):
        read_settings(monkeypatch, EMAIL_URL_FILE=str(tmp_path / "no-file"))


def test_a_command_ends_with_one_line_that_names_the_setting() -> None:
    process = manage("check", **{**SITE, "EMAIL_URL": f"smtp+tls://user:{HIDDEN}@mail.example.org"})
    assert (process.returncode, process.stderr.count("\n")) == (1, 1)
    assert process.stderr.startswith("EMAIL_URL cannot be read. Right is")
