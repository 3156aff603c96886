"""The trial's steps by mail, and what must come of each."""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from pathlib import Path

import psycopg

from tests.trials.mail.world import DOMAIN, PLAYERS, World, wait_for

TURN = re.compile(r"<[0-9a-f-]{36}\.(\d+)\.turn\.\d+\.")
PATIENCE = 8
"""Seconds in which a mail server that means to bounce has done so."""


class Story:
    def __init__(self, world: World) -> None:
        self.world, self.version, self.failed = world, 0, 0

    @contextmanager
    def shows(self, what: str) -> Iterator[None]:
        begun = time.monotonic()
        try:
            yield
        except AssertionError as error:
            self.failed += 1
            say(f"FAILED        {what}: {error}")
        else:
            say(f"ok   {time.monotonic() - begun:5.1f} s  {what}")

    def wait_for_turn(self) -> tuple[str, EmailMessage]:
        """The name of the player to move and the newest turn mail."""

        def look() -> tuple[str, EmailMessage] | None:
            turns = [
                (version_of(mail), name, mail)
                for name in ("ada", "bob")
                for mail in self.world.mails_to(name)
            ]
            version, name, mail = max(turns, key=lambda turn: turn[0], default=(0, "", None))
            if mail is None or version <= self.version:
                return None
            self.version = version
            return name, mail

        return wait_for(look, "turn mail")

    def wait_for_answer(self, name: str, number: str) -> None:
        answer = self.world.wait_for_mail(name, lambda mail: answers(mail, number))
        body = answer.get_body(("plain",))
        text = "" if body is None else body.get_content()
        assert text.startswith("Played") or "\nPlayed" in text, f"not played: {text[:300]}"

    def play_turn(self) -> None:
        name, mail = self.wait_for_turn()
        number = self.world.send(name, str(mail["Reply-To"]), "1")
        self.wait_for_answer(name, number)
        time.sleep(1)
        times = sum(answers(mail, number) for mail in self.world.mails_to(name))
        assert times == 1, f"answered {times} times"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def version_of(mail: EmailMessage) -> int:
    number = TURN.match(str(mail["Message-ID"]).strip())
    return int(number[1]) if number else 0


def answers(mail: EmailMessage, number: str) -> bool:
    return str(mail["In-Reply-To"]).strip() == number and "Auto-Submitted" in mail


def is_bounce(mail: EmailMessage) -> bool:
    return mail.get_content_type() == "multipart/report"


def play(home: Path, until: ExitStack) -> bool:
    begun = time.monotonic()
    story = Story(World(home, until))
    story.world.start()
    listener = story.world.site.take_mail("--listen", f"127.0.0.1:{story.world.site.listener}")
    say(f"     {time.monotonic() - begun:5.1f} s  the mail servers and the product are up")
    show_mail_out(story)
    show_door(story, "Postfix to the listener")
    show_host_and_nobody(story)
    listener.stop()
    story.world.open_door("In: Postfix hands", "In: Postfix runs")
    story.world.ours.reload()
    show_door(story, "Postfix to the pipe")
    show_unknown_address(story, "the pipe", f"play+stranger@{DOMAIN}")
    show_report(story)
    story.world.open_door("In: Dovecot")
    story.world.ours.reload()
    story.world.site.take_mail("--imap", "--every", "2")
    show_door(story, "Dovecot's mailbox")
    show_dead_address(story)
    say(f"     {time.monotonic() - begun:5.1f} s in all, {story.failed} failed")
    return not story.failed


def show_mail_out(story: Story) -> None:
    with story.shows("a turn mail goes out signed in, over STARTTLS, to a mailbox elsewhere"):
        _, mail = story.wait_for_turn()
        story.version = 0
        way = " ".join(mail.get_all("Received", []))
        assert "ESMTPSA id" in way, way
    with story.shows("its DKIM signature is good, and covers List-Unsubscribe-Post"):
        results = str(mail["Authentication-Results"])
        assert "dkim=pass" in results, results
        assert f"header.d={DOMAIN}" in results, results
        signature = re.sub(r"\s", "", str(mail["DKIM-Signature"])).lower()
        signed = re.search(r";h=([^;]*)", signature)
        assert signed is not None, signature
        assert {"list-unsubscribe", "list-unsubscribe-post"} <= set(signed[1].split(":")), signed[1]


def show_door(story: Story, door: str) -> None:
    with story.shows(f"{door}: an answer is played, and answered once"):
        story.play_turn()
    with story.shows(f"{door}: an order waits while the database is stopped, and is played then"):
        name, mail = story.wait_for_turn()
        bounces = sum(map(is_bounce, story.world.mails_to(name)))
        story.world.site.database.stop()
        number = story.world.send(name, str(mail["Reply-To"]), "1")
        time.sleep(PATIENCE)
        story.world.site.database.start()
        story.wait_for_answer(name, number)
        assert sum(map(is_bounce, story.world.mails_to(name))) == bounces, "it bounced"


def show_host_and_nobody(story: Story) -> None:
    show_host(story, "postmaster")
    show_host(story, "abuse")
    with story.shows("a mail to root@ reaches the host"):
        story.world.send("ada", f"root@{DOMAIN}", "Hello", subject="About cron")
        story.world.wait_for_mail("host", lambda mail: mail["Subject"] == "About cron")
    show_unknown_address(story, "the listener", f"webmaster@{DOMAIN}")
    show_unknown_address(story, "the listener", f"play+nobody@{DOMAIN}")


def show_host(story: Story, name: str) -> None:
    with story.shows(f"a mail to {name}@ reaches the host"):
        story.world.send("ada", f"{name}@{DOMAIN}", "Hello host", subject=f"About {name}")
        mail = story.world.wait_for_mail("host", lambda mail: f"About {name}" in mail["Subject"])
        assert mail["Reply-To"] == f"ada@{PLAYERS}", mail["Reply-To"]


def show_unknown_address(story: Story, door: str, address: str) -> None:
    with story.shows(f"{door}: a mail to {address} comes back to its sender"):
        story.world.send("ada", address, "Is anybody there?")
        story.world.wait_for_mail(
            "ada", lambda mail: is_bounce(mail) and address.encode() in mail.as_bytes()
        )


def show_report(story: Story) -> None:
    with story.shows("the pipe: a report, which has an empty sender, is taken as one"):
        turns = [mail for mail in story.world.mails_to("ada") if version_of(mail)]
        story.world.send("ada", str(turns[-1]["Reply-To"]), "pass", sender="")
        log = story.world.ours.log
        wait_for(lambda: "(automatic)" in log.read_text() or None, "word of it in the log")


def show_dead_address(story: Story) -> None:
    with story.shows("a report of a mailbox that is gone comes home by the envelope sender"):
        name, mail = story.wait_for_turn()
        other = {"ada": "bob", "bob": "ada"}[name]
        story.world.have_players(name, "host")
        story.world.theirs.reload()
        story.world.send(name, str(mail["Reply-To"]), "1")
        wait_for(lambda: reports(story, f"{other}@{PLAYERS}"), "report in the table of bounces")


def reports(story: Story, address: str) -> int | None:
    count = "SELECT count(*) FROM notifications_bounce WHERE address = %s"
    with psycopg.connect(story.world.site.database.url) as connection:
        (count_found,) = connection.execute(count, [address]).fetchone() or (0,)
    return count_found or None
