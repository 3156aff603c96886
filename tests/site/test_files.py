"""The files of pages as a server in production gives them out, and those that programs ask for."""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import NamedTuple
from urllib.parse import urljoin

import brotli
import pytest
from django.conf import settings as own_settings
from django.core.management import call_command
from django.test import Client, override_settings

from franchise_site.static import Packer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
TEN_YEARS = 10 * 365 * 24 * 3600


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """The settings of a server whose files are named and packed, which takes seconds."""
    named = {"BACKEND": "franchise_site.static.HashedFiles"}
    apps = [app for app in own_settings.INSTALLED_APPS if app != "drf_spectacular_sidecar"]
    production = {
        "STATIC_ROOT": tmp_path_factory.mktemp("static"),
        "WHITENOISE_USE_FINDERS": False,
        "WHITENOISE_AUTOREFRESH": False,
        "INSTALLED_APPS": apps,
        "STORAGES": {**own_settings.STORAGES, "staticfiles": named},
    }
    with override_settings(**production):
        call_command("collectstatic", interactive=False, verbosity=0)
    return production


@pytest.fixture
def static_files(production: dict[str, object]) -> Iterator[None]:
    with override_settings(**production):
        yield


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def get(path: str, *, packed: bool = True) -> Answer:
    client = Client(headers={"Accept-Encoding": "gzip" if packed else "identity"})
    with closing(client.get(path)) as answer:
        return Answer(answer.status_code, answer.headers, answer.getvalue())


@pytest.mark.usefixtures("static_files")
def test_what_a_page_names_comes_packed_and_is_kept_for_ever() -> None:
    page = Client().get("/learn/").content.decode()
    named = set(re.findall(r'"(/static/[^"]+)"', page))
    assert len(named) >= 5
    style = next(each for each in named if "/css/site." in each)
    inner = re.findall(r'url\("(.+?)"\)', get(style, packed=False).body.decode())
    assert len(inner) == 8
    named |= {urljoin(style, each) for each in inner}
    for path in named:
        answer = get(path)
        assert answer.status == 200, path
        assert answer.headers["Cache-Control"] == f"max-age={TEN_YEARS}, public, immutable", path
        packed = answer.headers.get("Content-Encoding") == "gzip"
        assert packed or path.endswith(".woff2"), path


@pytest.mark.parametrize("numbers", [1_000, 50_000])
def test_what_is_packed_comes_out_the_same(numbers: int) -> None:
    text = b" ".join(str(number).encode() for number in range(numbers))
    packed = Packer.compress_brotli(text)
    assert brotli.decompress(packed) == text
    assert len(packed) < len(text) / 2


@pytest.mark.usefixtures("static_files")
def test_a_program_that_knows_a_site_by_fixed_names_finds_its_sign() -> None:
    assert get(get("/favicon.ico").headers["Location"]).headers["Content-Type"] == ("image/svg+xml")


def test_crawlers_are_kept_from_what_is_one_persons() -> None:
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /account/", "Disallow: /join/", "Disallow: /mail/"} <= set(lines)
    assert "Disallow: /games/" not in lines
