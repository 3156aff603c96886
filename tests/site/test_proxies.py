"""The proxies of deploy/ as they are written; `make try-proxies` starts them."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text()
NGINX = (ROOT / "deploy" / "nginx.conf").read_text()
PROXIES = ("Caddyfile", "Caddyfile-2.6", "nginx.conf")


@pytest.mark.parametrize("name", PROXIES)
def test_nobody_sends_more_than_the_server_takes_but_where_a_host_says_so(name: str) -> None:
    lines = (ROOT / "deploy" / name).read_text().splitlines()
    settings = [line for line in lines if not line.lstrip().startswith("#")]
    sizes = re.findall(r"\b(\d+)(?:MB|m;)", "\n".join(settings))
    assert sizes
    assert set(sizes) == {"3"}


def test_nginx_says_that_files_come_in_two_forms() -> None:
    assert "gzip_static on;" in NGINX
    assert "gzip_vary on;" in NGINX


def test_the_guide_puts_nginx_where_it_says_and_frees_its_port_first() -> None:
    (block,) = re.findall(r"^```sh init\n([^`]*nginx certbot[^`]*)^```$", GUIDE, re.M)
    assert block.startswith("systemctl disable --now caddy\n")
    (place,) = re.findall(r"# For (\S+)\.", NGINX.splitlines()[0])
    assert f"> {place}\n" in block


def test_what_runs_in_a_container_finds_the_mail_server_of_its_machine() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    for name in ("web", "worker", "mail-in"):
        assert services[name]["extra_hosts"] == ["host.docker.internal:host-gateway"]
    assert "host.docker.internal" in GUIDE
