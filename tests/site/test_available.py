"""deploy/available and its guide agree; that they work shows `make try-available`."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = ROOT / "deploy" / "available"
GUIDE = (ROOT / "docs" / "available.md").read_text()
DATABASES = {"10.0.0.1", "10.0.0.2", "10.0.0.3"}


def test_the_guide_puts_every_file_in_its_place() -> None:
    named = set(re.findall(r"(?:fill |available/)(\w+\.\w+)", GUIDE))
    assert named == {path.name for path in FILES.iterdir()}


def test_the_guide_changes_what_stands_in_the_files() -> None:
    files = {
        "/etc/nginx/sites-enabled/franchise": (ROOT / "deploy" / "nginx.conf").read_text(),
        "/etc/redis/redis.conf": (FILES / "redis.conf").read_text(),
    }
    changed = re.findall(r"sed -i 's/(\^?[^/]+)/[^']+' (/etc/\S+?)[`\s]", GUIDE)
    assert {place for _, place in changed} == set(files)
    for what, place in changed:
        assert re.search(what, files[place], re.M), what


@pytest.mark.parametrize("name", ["etcd.env", "patroni.yml", "redis.conf", "sentinel.conf"])
def test_what_each_host_fills_in_is_in_its_files(name: str) -> None:
    assert "HERE" in (FILES / name).read_text()


@pytest.mark.parametrize("name", ["etcd.env", "patroni.yml", "haproxy.cfg"])
def test_all_three_databases_are_known_to(name: str) -> None:
    assert set(re.findall(r"10\.0\.0\.\d", (FILES / name).read_text())) >= DATABASES


def test_a_leader_that_cannot_be_heard_ends_before_another_is_appointed() -> None:
    dcs = yaml.safe_load((FILES / "patroni.yml").read_text())["bootstrap"]["dcs"]
    assert dcs["synchronous_mode"] is True
    assert dcs["loop_wait"] + 2 * dcs["retry_timeout"] <= dcs["ttl"]


def test_the_guide_has_every_setting_that_is_another_on_these_machines() -> None:
    (settings,) = re.findall(r"^```\n(DATABASE_URL=.*?)^```$", GUIDE, re.M | re.S)
    names = [line.partition("=")[0] for line in settings.splitlines()]
    assert names == ["DATABASE_URL", "REDIS_URL", "GRANIAN_HOST"]
