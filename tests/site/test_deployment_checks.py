"""`manage.py check --deploy` names each setting that a site would quietly go wrong without."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping

import pytest
from pytest_django import Settings

from franchise_site.checks import check_deployment
from games.anchors.checks import check_anchor_key
from tests.anchors.days import ANCHOR_KEY

SITE = {
    "SECRET_KEY": "0123456789abcdefghij" * 3,
    "ALLOWED_HOSTS": "franchise.example.org",
    "SITE_URL": "https://franchise.example.org",
    "DATABASE_URL": "postgres://franchise@localhost/franchise",
    "REDIS_URL": "redis://localhost:6379/0",
    "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    "DEFAULT_FROM_EMAIL": "Franchise <play@franchise.example.org>",
    "MAIL_DOMAIN": "franchise.example.org",
    "HOST_ADDRESS": "you@example.org",
    "TRUST_PROXY": "1",
    "ANCHOR_KEY": ANCHOR_KEY,
}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def check_production(settings: Settings, changes: Mapping[str, object]) -> list[str]:
    """The ids of the findings on a correct site with these changes."""
    right = {
        "SITE_URL": SITE["SITE_URL"],
        "ALLOWED_HOSTS": [SITE["ALLOWED_HOSTS"]],
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_HOST_PASSWORD": "hidden",
        "EMAIL_USE_TLS": True,
        "MAIL_DOMAIN": SITE["MAIL_DOMAIN"],
        "HOST_ADDRESS": SITE["HOST_ADDRESS"],
        "DEFAULT_FROM_EMAIL": SITE["DEFAULT_FROM_EMAIL"],
        "REDIS_URL": SITE["REDIS_URL"],
        "SECURE_SSL_REDIRECT": True,
        "TRUST_PROXY": True,
        "SECRET_KEY": SITE["SECRET_KEY"],
    }
    for name, value in {**right, **changes}.items():
        setattr(settings, name, value)
    ids = [str(each.id).removeprefix("franchise.") for each in check_deployment(None)]
    return [each for each in ids if each != "E012"]  # the database is that of the tests


def test_a_site_with_all_it_needs_passes() -> None:
    process = manage("check", "--deploy", "--fail-level", "INFO", **SITE)
    assert process.returncode == 0, process.stderr
    assert "no issues" in process.stdout


def test_without_its_settings_a_site_is_told_each_of_them() -> None:
    process = manage("check", "--deploy", SECRET_KEY=SITE["SECRET_KEY"])
    assert process.returncode == 1
    named = set(re.findall(r"HINT: Set ([A-Z_]+)", process.stderr))
    assert named == set(SITE) - {"SECRET_KEY", "ALLOWED_HOSTS"}
    assert "ALLOWED_HOSTS must not be empty" in process.stderr


def test_without_a_secret_key_nothing_starts() -> None:
    process = manage("check")
    assert process.returncode == 1
    assert "SECRET_KEY" in process.stderr


def test_a_site_that_is_right_is_told_nothing(settings: Settings) -> None:
    assert check_production(settings, {}) == []


@pytest.mark.parametrize(
    ("changes", "ids"),
    [
        ({"SITE_URL": "http://127.0.0.1:8000"}, "E001"),
        ({"SITE_URL": "http://franchise.example.org"}, "E002"),
        ({"SITE_URL": "https://franchise.example.org/"}, "E003"),
        ({"SITE_URL": "https://other.example.org"}, "E004"),
        ({"ALLOWED_HOSTS": []}, "E004"),
        ({"TRUST_PROXY": None}, "E005"),
        ({"SECURE_HSTS_PRELOAD": True}, "E006"),
        ({"EMAIL_BACKEND": "notifications.mailbox.ToFiles"}, "E007"),
        ({"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}, "E007"),
        ({"EMAIL_BACKEND": "anymail.backends.postmark.EmailBackend"}, "E008"),
        ({"EMAIL_BACKEND": "anymail.backends.nobody.EmailBackend"}, "E008"),
        ({"EMAIL_USE_TLS": False}, "E009"),
        ({"MAIL_DOMAIN": "localhost"}, "E010"),
        ({"MAIL_DOMAIN": "mailserver"}, "E010"),
        ({"MAIL_DOMAIN": "https://franchise.example.org"}, "E010"),
        ({"MAIL_DOMAIN": "franchise.example.org/"}, "E010"),
        ({"MAIL_DOMAIN": "192.0.2.1"}, "E010"),
        ({"MAIL_DOMAIN": "[192.0.2.1]"}, "E010"),
        ({"DEFAULT_FROM_EMAIL": "franchise@localhost"}, "E011"),
        ({"DEFAULT_FROM_EMAIL": "Franchise"}, "E011"),
        ({"DEFAULT_FROM_EMAIL": "Franchise <play@chise.example.org>"}, "E019"),
        ({"HOST_ADDRESS": ""}, "E015"),
        ({"HOST_ADDRESS": "Postmaster@franchise.example.org"}, "E015"),
        ({"HOST_ADDRESS": "you@Franchise.example.org"}, "E015"),
        ({"HOST_ADDRESS": "you@example.org,me@example.org"}, "E015"),
        ({"HOST_ADDRESS": "you@example.org me@example.org"}, "E015"),
        ({"HOST_ADDRESS": "@example.org"}, "E015"),
        ({"SECRET_KEY": "changeme"}, "E018"),
        ({"SECRET_KEY": "ab" * 40}, "E018"),
        ({"REDIS_URL": ""}, "E013"),
        ({"MAILBOX_URL": "pop3://ada:secret@mail.example.org/"}, "E016"),
        ({"MAILBOX_URL": "imap://ada:secret@mail.example.org/"}, "E016"),
        ({"DEBUG": True}, "E017"),
        ({"REDIS_URL": "amqp://localhost"}, "E014"),
    ],
)
def test_each_mistake_is_told_alone(
    settings: Settings, changes: dict[str, object], ids: str
) -> None:
    assert check_production(settings, changes) == [ids]


def test_a_site_without_a_proxy_says_so() -> None:
    process = manage("check", "--deploy", "--fail-level", "INFO", **{**SITE, "TRUST_PROXY": "0"})
    assert process.returncode == 0, process.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [("SECRET_KEY", ""), ("EMAIL_URL", "smtp+tls://"), ("API_CALLS_A_MINUTE", "-1")],
)
def test_a_setting_that_cannot_be_read_ends_the_check(name: str, value: str) -> None:
    process = manage("check", "--deploy", **{**SITE, name: value})
    assert (process.returncode, process.stderr.partition(" ")[0]) == (1, name)


def test_a_mail_server_on_the_same_machine_needs_no_encryption(settings: Settings) -> None:
    assert check_production(settings, {"EMAIL_USE_TLS": False, "EMAIL_HOST": "127.0.0.1"}) == []


@pytest.mark.parametrize(("key", "ids"), [(ANCHOR_KEY, []), ("", ["E001"]), ("no key", ["E002"])])
def test_a_site_that_signs_no_roots_is_told_so(
    settings: Settings, key: str, ids: list[str]
) -> None:
    settings.ANCHOR_KEY = key
    assert [str(each.id).removeprefix("anchors.") for each in check_anchor_key(None)] == ids
