"""`manage.py doctor`: what a host is told of all that a site needs."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from pytest_django import Settings

from franchise_site.doctor import connections
from franchise_site.doctor.findings import Finding, Mark
from franchise_site.doctor.names import Names, examine_names
from franchise_site.management.commands.doctor import make_resolver, sum_up
from franchise_site.models import Heartbeat
from franchise_site.tasks import note_heartbeat
from games.distribution import is_distributed
from games.edge import now
from notifications.channels.replies import Stage, read_reply
from notifications.channels.trouble import note_trouble
from tests.conftest import NOON
from tests.notifications.channels.server import HOST, PASSWORD, Server, serve, use_mail_server
from tests.notifications.receiver import run_receiver
from tests.programs import broker, free_port, run_programs, wait_for_port
from tests.site.name_server import Zone, name_server

pytestmark = pytest.mark.django_db(transaction=True)
SITE, MX = "franchise.example.org", "mx.example.org"
NAMES = Names(SITE, SITE, SITE, "mail")
RIGHT: Zone = {
    (SITE, "A"): ["192.0.2.1"],
    (SITE, "MX"): [f"10 {MX}."],
    (MX, "AAAA"): ["2001:db8::1"],
    (SITE, "TXT"): ['"something-else"', '"v=spf1 mx -all"'],
    (f"mail._domainkey.{SITE}", "TXT"): ['"v=DKIM1; k=rsa; " "p=MIIB"'],
    ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=quarantine"'],
}


def look_up(zone: Zone, names: Names = NAMES) -> list[Finding]:
    with name_server(zone) as where:
        return list(examine_names(make_resolver(where), names))


def wrongs(findings: list[Finding] | Iterator[Finding]) -> dict[str, str]:
    return {each.thing: each.text for each in findings if each.mark is Mark.WRONG}


def test_names_as_a_site_needs_them_are_right() -> None:
    findings = look_up(RIGHT)
    assert [(each.mark, each.thing) for each in findings] == [
        (Mark.OK, f"A of {SITE}"),
        (Mark.OK, f"MX of {SITE}"),
        (Mark.OK, f"SPF of {SITE}"),
        (Mark.OK, f"DKIM of mail._domainkey.{SITE}"),
        (Mark.OK, f"DMARC of {SITE}"),
    ]


@pytest.mark.parametrize(
    ("changed", "thing", "text"),
    [
        ({(SITE, "A"): []}, f"A of {SITE}", "leads nowhere"),
        ({(SITE, "MX"): []}, f"MX of {SITE}", "answers to mails cannot come in"),
        ({(SITE, "MX"): ["0 ."]}, f"MX of {SITE}", "answers to mails cannot come in"),
        ({(MX, "AAAA"): []}, f"MX of {SITE}", "mx.example.org. has no address"),
        ({(SITE, "TXT"): []}, f"SPF of {SITE}", 'Add, with yours: TXT "v=spf1 mx -all"'),
        ({(SITE, "TXT"): ['"v=spf1 -all"', '"v=spf1 mx"']}, f"SPF of {SITE}", "there are 2"),
        ({(SITE, "TXT"): ['"v=spf1 +all"']}, f"SPF of {SITE}", "lets anybody send"),
        (
            {(f"mail._domainkey.{SITE}", "TXT"): ['"v=DKIM1; p="']},
            f"DKIM of mail._domainkey.{SITE}",
            "there is no key",
        ),
        ({("_dmarc.example.org", "TXT"): []}, f"DMARC of {SITE}", "big providers want one"),
    ],
)
def test_each_missing_name_is_told_with_what_to_add(changed: Zone, thing: str, text: str) -> None:
    faults = wrongs(look_up({**RIGHT, **changed}))
    assert list(faults) == [thing]
    assert text in faults[thing]


def test_without_a_selector_and_without_a_server_a_host_is_told_how_to_look() -> None:
    findings = look_up(RIGHT, NAMES._replace(selector=""))
    dkim = next(each for each in findings if each.thing == f"DKIM of {SITE}")
    assert dkim.mark is Mark.LOOK
    assert f"dig +short TXT SELECTOR._domainkey.{SITE}" in dkim.text
    resolver = make_resolver(f"127.0.0.1:{free_port()}")
    resolver.lifetime = 0.2
    unasked = list(examine_names(resolver, NAMES))
    assert {each.mark for each in unasked} == {Mark.LOOK}
    assert f"dig +short MX {SITE}" in unasked[1].text


def test_what_runs_and_agrees_is_right(settings: Settings, tmp_path: Path) -> None:
    port = free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    for part in Heartbeat.Part:
        note_heartbeat(part, now())
    with run_programs(broker(port, tmp_path / "redis")):
        wait_for_port(port)
        findings = [*connections.examine_database(), *connections.examine_broker()]
    assert [(each.mark, each.thing) for each in findings] == [
        (Mark.OK, "database"),
        *([(Mark.OK, "shards")] if is_distributed() else []),
        (Mark.OK, "beat"),
        (Mark.OK, "worker"),
        (Mark.OK, "mail-out"),
        (Mark.OK, "mail-in"),
        (Mark.OK, "mail-fetch"),
        (Mark.OK, "clock of the database"),
        (Mark.OK, "broker"),
        (Mark.OK, "clock of the broker"),
    ]


def test_what_does_not_run_is_told_with_what_to_do(settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    settings.MAILBOX_URL = f"imap://ada:secret@127.0.0.1:{free_port()}/"
    note_trouble(read_reply(Stage.SIGN_IN, 535, "5.7.8 wrong password"), now())
    faults = wrongs(
        [
            *connections.examine_database(),
            *connections.examine_broker(),
            *connections.examine_mailbox(),
        ]
    )
    assert list(faults) == ["beat", "mails", "broker", "mailbox"]
    assert faults["beat"] == "was never seen. Start beat."
    assert "535 5.7.8 wrong password" in faults["mails"]
    assert faults["broker"].startswith("ConnectionError. Look at REDIS_URL")
    assert faults["mailbox"].endswith("Look at MAILBOX_URL.")


def test_a_mail_server_is_asked_whether_it_lets_us_in(settings: Settings) -> None:
    server = Server()
    use_mail_server(settings, f"smtp://ada:{PASSWORD.decode()}@{HOST}:{server.port}")
    with serve(server):
        (right,) = connections.examine_mail_out()
        settings.EMAIL_HOST_PASSWORD = "forgotten"  # noqa: S105 - a test's
        (refused,) = connections.examine_mail_out()
    (gone,) = connections.examine_mail_out()
    assert (right.mark, right.text) == (
        Mark.OK,
        f"{HOST}:{server.port} answers, which lets us in",
    )
    assert refused.mark is gone.mark is Mark.WRONG
    assert refused.text.startswith("The mail server refuses the user or the password in EMAIL_URL")
    assert gone.text.startswith("The mail server named in EMAIL_URL does not answer as it should.")


def test_a_worker_is_called_dead_only_by_a_beat_that_lives() -> None:
    note_heartbeat(Heartbeat.Part.WORKER, now() - timedelta(minutes=5))
    findings = {each.thing: each for each in connections.examine_database()}
    assert findings["beat"].mark is Mark.WRONG
    for part in ("worker", "mail-out"):
        assert findings[part].mark is Mark.LOOK
        assert "cannot be told while beat is silent" in findings[part].text
    note_heartbeat(Heartbeat.Part.BEAT, now())
    findings = {each.thing: each for each in connections.examine_database()}
    assert findings["worker"].mark is Mark.WRONG
    assert findings["worker"].text.endswith("Start a worker.")


def test_a_certificate_that_nobody_trusts_is_wrong(settings: Settings) -> None:
    with run_receiver(secure=True) as server:
        settings.SITE_URL = f"https://127.0.0.1:{server.port}"
        (finding,) = connections.examine_site()
    assert finding.mark is Mark.WRONG
    assert finding.text.endswith("Look at the proxy's certificate.")


def test_what_could_not_be_seen_is_counted_at_the_end() -> None:
    assert sum_up(wrong=0, unseen=0) == "nothing is wrong"
    assert sum_up(wrong=0, unseen=1) == "nothing is wrong; one thing could not be seen from here"
    assert sum_up(wrong=0, unseen=3) == "nothing is wrong; 3 things could not be seen from here"
    assert sum_up(wrong=1, unseen=3) == "one thing is wrong; 3 things could not be seen from here"


@pytest.mark.usefixtures("still")
def test_clocks_that_are_apart_are_told() -> None:
    (finding,) = connections.examine_clock("broker", lambda: now().timestamp() - 90)
    assert finding.mark is Mark.WRONG
    assert finding.text == "90 s behind this machine's. Let both follow a time server (NTP)."


def test_a_clock_that_is_slow_to_tell_is_not_called_wrong() -> None:
    with time_machine.travel(NOON, tick=False) as clock:

        def tell_slowly() -> float:
            clock.shift(30)
            theirs = now().timestamp()
            clock.shift(1)
            return theirs

        (finding,) = connections.examine_clock("broker", tell_slowly)
    assert finding.mark is Mark.OK


def test_a_host_reads_one_line_a_thing_and_a_script_the_exit_code(settings: Settings) -> None:
    settings.SITE_URL = f"http://127.0.0.1:{free_port()}"
    out = StringIO()
    with (
        name_server({}) as where,
        pytest.raises(CommandError, match=r"things are wrong; .* could not be seen"),
    ):
        call_command("doctor", name_server=where, stdout=out)
    lines = out.getvalue().splitlines()
    assert all(line[:5].strip() in list(Mark) for line in lines)
    assert any(line.startswith("wrong  settings: SITE_URL is") for line in lines)
    assert any(line.startswith("ok     database: ") for line in lines)
