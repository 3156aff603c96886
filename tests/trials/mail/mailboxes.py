"""Mailboxes that are full, whose owner is away, that a greylist guards, or that are gone.

At the players' provider a Dovecot with quota and Sieve keeps some of them, and postgrey stands
before all. Below each step stands what the player and the host see of it.
"""

import os
import time
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg

from tests.programs import free_port
from tests.trials.mail.machines import Dovecot, Postgrey
from tests.trials.mail.site import NOBODY
from tests.trials.mail.story import PATIENCE, Story, answers, is_bounce, say, version_of
from tests.trials.mail.world import PLAYERS, World, wait_for

OTHER = {"ada": "bob", "bob": "ada"}
ANSWERS = 10
"""The most in an hour to mails that play nothing."""
GREYLIST = 60
"""Seconds; less than the outbox waits."""
AGAIN = 180.0
"""Seconds in which the outbox has asked again."""
AWAY = """require "vacation-seconds";
vacation :seconds 1 :addresses "{address}" "pass";
"""


class Provider:
    """The players' mail server, with a Dovecot for those whose mailbox is an odd one."""

    def __init__(self, world: World) -> None:
        self.world, self.home, self.lmtp = world, world.home / "provider", free_port()
        for folder in (self.home, self.home / "sieve"):
            folder.mkdir()
            os.chown(folder, NOBODY.pw_uid, NOBODY.pw_gid)
        self.dovecot, self.greylist = (
            Dovecot(world.home, "boxes-dovecot"),
            Postgrey(world.home, GREYLIST),
        )

    def start(self, until: ExitStack) -> None:
        self.write_users({})
        self.write_dovecot()
        for each in (self.dovecot, self.greylist):
            each.start(until)

    def write_dovecot(self, *, waits_when_full: bool = False) -> None:
        for name in ("pem", "key"):
            file = self.dovecot.home / f"private/dovecot.{name}"
            file.write_bytes((self.world.home / f"mail.{name}").read_bytes())
        self.dovecot.write(f"""
mail_location = maildir:{self.world.boxes()}/%n
userdb {{
  driver = passwd-file
  args = username_format=%u {self.home}/users
}}
service lmtp {{
  inet_listener lmtp {{
    port = {self.lmtp}
  }}
}}
mail_plugins = $mail_plugins quota
protocol lmtp {{
  mail_plugins = $mail_plugins sieve
}}
quota_full_tempfail = {"yes" if waits_when_full else "no"}
submission_host = 127.0.0.1:{self.world.theirs.smtp}
plugin {{
  quota = maildir:User quota
  quota_grace = 0
  sieve = file:{self.home}/sieve/%n.sieve
  sieve_extensions = +vacation-seconds
  sieve_vacation_min_period = 1s
}}
""")

    def write_users(self, full: dict[str, str]) -> None:
        """Those who are named have so much room."""
        ids = f"{NOBODY.pw_uid}:{NOBODY.pw_gid}"
        lines = [
            f"{name}@{PLAYERS}::{ids}::{self.home}::userdb_quota_rule=*:bytes={full.get(name, '0')}"
            for name in OTHER
        ]
        (self.home / "users").write_text("\n".join([*lines, ""]))

    def keep(self, *names: str, more: str = "") -> None:
        """Dovecot keeps the mailboxes of these, Postfix those of the others."""
        way = f"lmtp:inet:127.0.0.1:{self.lmtp}"
        ways = ", ".join(f"{name}@{PLAYERS}={way}" for name in names)
        transport = f"transport_maps = inline:{{{ways}}}\n" if names else ""
        self.world.have_players(*OTHER, "host", more=transport + more)
        self.world.theirs.reload()


class Mailboxes(Story):
    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.provider = Provider(world)

    def answer(self, name: str, mail: EmailMessage, text: str) -> EmailMessage:
        """What comes back, once."""
        number = self.world.send(name, str(mail["Reply-To"]), text)
        return self.world.wait_for_mail(name, lambda each: answers(each, number))

    def play(self, name: str, mail: EmailMessage) -> None:
        answer = self.answer(name, mail, "1")
        assert "Played" in text_of(answer), text_of(answer)[:300]

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.world.site.database.url) as connection:
            cursor = connection.execute(query, values)
            return cursor.fetchall() if cursor.description else []

    def barred(self) -> list[str]:
        rows = self.ask("SELECT email FROM games_person WHERE mail_refused IS NOT NULL")
        return [address for (address,) in rows]

    def refusals(self) -> int:
        ((count,),) = self.ask("SELECT count(*) FROM notifications_bounce")
        return int(count)

    def unsent(self, name: str) -> tuple[int, str] | None:
        """How often the turn mail that waits was tried, and what the server said: as the desk has it."""
        rows = self.ask(
            "SELECT tries, reply FROM notifications_notice JOIN games_person ON id = recipient_id"
            " WHERE username = %s AND sent IS NULL AND channel = 'mail' AND tries > 0",
            name,
        )
        return rows[0] if rows else None

    def count_turns(self, name: str, version: int) -> int:
        return sum(version_of(mail) == version for mail in self.world.mails_to(name))


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    return "" if body is None else str(body.get_content())


def tell(who: str, what: str) -> None:
    for line in what.strip().splitlines()[:6]:
        say(f"              {who}: {line}")


def play(home: Path, until: ExitStack) -> bool:
    begun = time.monotonic()
    story = Mailboxes(World(home, until))
    story.world.start()
    story.provider.start(until)
    listener = f"127.0.0.1:{story.world.site.listener}"
    story.world.site.take_mail("--listen", listener)
    say(f"     {time.monotonic() - begun:5.1f} s  the mail servers and the product are up")
    show_full_mailbox(story)
    show_mailbox_full_for_a_while(story)
    show_queue_that_gives_up(story)
    show_vacation(story)
    story.world.site.send_by(f"smtp://127.0.0.1:{story.world.theirs.smtp}")
    show_greylist(story)
    show_dead_address(story)
    say(f"     {time.monotonic() - begun:5.1f} s in all, {story.failed} failed")
    return not story.failed


def show_vacation(story: Mailboxes) -> None:
    name, mail = story.wait_for_turn()
    other = OTHER[name]
    script = story.provider.home / f"sieve/{other}.sieve"
    script.write_text(AWAY.format(address=f"{other}@{PLAYERS}"))
    story.provider.keep(other)
    log = story.provider.dovecot.home / "dovecot.log"
    with story.shows("Sieve's vacation, which would say an order, leaves our mails alone"):
        story.play(name, mail)
        mover, _ = story.wait_for_turn()
        assert mover == other, mover
        said = wait_for(lambda: lines_with(log, "vacation")[-1:] or None, "word of it in the log")
        assert "discard" in said[0], said
        tell("provider", said[0].partition("vacation action: ")[2])
    with story.shows("a responder that answers all as a person would plays nothing, and is left"):
        count = respond_to_all(story, other)
        assert 1 <= count <= ANSWERS, f"{count} answers"
        tell("host", f"{count} answers to it, then none for an hour")
    with story.shows("its owner plays from afar all the same"):
        answer = story.answer(other, last_turn(story, other), "1")
        assert "Played" in text_of(answer)
        tell("player", text_of(answer))
    script.unlink()


def respond_to_all(story: Mailboxes, name: str) -> int:
    """Until no more comes; how many answers came to what is no order."""
    number = str(last_turn(story, name)["Message-ID"])
    answered = {str(mail["Message-ID"]) for mail in story.world.mails_to(name)} - {number}
    count, quiet_since = -1, time.monotonic()
    while time.monotonic() - quiet_since < PATIENCE and count <= ANSWERS:
        for mail in story.world.mails_to(name):
            if str(mail["Message-ID"]) not in answered:
                answered.add(str(mail["Message-ID"]))
                story.world.send(name, str(mail["Reply-To"]), "I am away until Monday.")
                count, quiet_since = count + 1, time.monotonic()
        time.sleep(0.2)
    return count


def lines_with(log: Path, word: str) -> list[str]:
    return [line for line in log.read_text().splitlines() if word in line]


def show_full_mailbox(story: Mailboxes) -> None:
    name, mail = story.wait_for_turn()
    other = OTHER[name]
    old = last_mail(story, other)
    story.provider.write_users({other: "1"})
    story.provider.keep(other)
    with story.shows("a full mailbox (552 5.2.2): its report bars nobody"):
        story.play(name, mail)
        log = story.world.theirs.log
        wait_for(lambda: lines_with(log, "552 5.2.2") or None, "refusal")
        tell("provider", lines_with(log, "552 5.2.2")[-1].partition("said: ")[2])
        wait_for(lambda: reports_in_log(story) or None, "word of the report in our log")
        assert (story.refusals(), story.barred()) == (0, [])
        tell("host", reports_in_log(story))
    story.provider.write_users({})
    with story.shows("with room again its owner asks by an old mail, and plays by the answer"):
        state = story.answer(other, old, "status")
        tell("player", text_of(state))
        story.play(other, state)


def reports_in_log(story: Mailboxes) -> str:
    """What the programs of the door have logged of mails that came back."""
    return "\n".join(lines_with(story.world.site.home / "mail-in.log", "came back"))


def show_mailbox_full_for_a_while(story: Mailboxes) -> None:
    name, mail = story.wait_for_turn()
    other = OTHER[name]
    story.provider.write_users({other: "1"})
    story.provider.write_dovecot(waits_when_full=True)
    story.provider.dovecot.reload()
    story.provider.keep(other)
    log = story.world.theirs.log
    with story.shows("a mailbox that is full for a while (452 4.2.2) gets its mail later, once"):
        story.play(name, mail)
        wait_for(lambda: lines_with(log, "452 4.2.2") or None, "refusal")
        story.provider.write_users({})
        mover, turn = story.wait_for_turn()
        time.sleep(PATIENCE)
        assert story.count_turns(mover, story.version) == 1
        assert (story.refusals(), story.barred()) == (0, [])
        story.play(mover, turn)


def show_queue_that_gives_up(story: Mailboxes) -> None:
    name, mail = story.wait_for_turn()
    other = OTHER[name]
    story.provider.write_users({other: "1"})
    story.provider.keep(other, more="maximal_queue_lifetime = 1s\nbounce_queue_lifetime = 1s\n")
    before = reports_in_log(story).count("came back")
    with story.shows("a queue that gives a full mailbox up sends a report, which bars nobody"):
        old = last_mail(story, other)
        story.play(name, mail)
        wait_for(lambda: reports_in_log(story).count("came back") > before or None, "report")
        assert (story.refusals(), story.barred()) == (0, [])
        tell("host", reports_in_log(story).splitlines()[-1])
        story.provider.write_users({})
        story.provider.keep(other)
        story.play(other, story.answer(other, old, "status"))


def show_greylist(story: Mailboxes) -> None:
    name, mail = story.wait_for_turn()
    other = OTHER[name]
    guard = f"check_policy_service inet:127.0.0.1:{story.provider.greylist.port}"
    story.provider.keep(
        more=f"smtpd_restriction_classes = greylist\ngreylist = {guard}\n"
        f"smtpd_recipient_restrictions = check_recipient_access inline:{{{PLAYERS}=greylist}}\n"
    )
    with story.shows("a greylist says 450 first: the outbox asks again, and the mail comes once"):
        story.world.send(name, str(mail["Reply-To"]), "1")
        tries, reply = wait_for(lambda: story.unsent(other), "mail that waits")
        assert (tries, reply[:9]) == (1, "450 4.2.0"), (tries, reply)
        tell("host", f"tried {tries} time: {reply}")
        turn = wait_for(lambda: newest_turn(story, other), "turn mail", AGAIN)
        time.sleep(PATIENCE)
        assert story.count_turns(other, version_of(turn)) == 1
        assert (story.refusals(), story.barred()) == (0, [])
        ((trouble,),) = story.ask("SELECT count(*) FROM notifications_mailtrouble")
        assert trouble == 0, "it is told as the host's trouble"


def last_turn(story: Mailboxes, name: str) -> EmailMessage:
    return next(mail for mail in reversed(story.world.mails_to(name)) if version_of(mail))


def last_mail(story: Mailboxes, name: str) -> EmailMessage:
    """Of those that can be answered."""
    return next(mail for mail in reversed(story.world.mails_to(name)) if mail["Reply-To"])


def newest_turn(story: Mailboxes, name: str) -> EmailMessage | None:
    turns = [mail for mail in story.world.mails_to(name) if version_of(mail) > story.version]
    return turns[-1] if turns else None


def show_dead_address(story: Mailboxes) -> None:
    story.provider.keep()
    name, mail = story.wait_for_turn()
    other = OTHER[name]
    story.world.have_players(name, "host")
    story.world.theirs.reload()
    address = f"{other}@{PLAYERS}"
    with story.shows("a dead address (550 5.1.1) is tried again on another day, and not before"):
        story.play(name, mail)
        tries, reply = wait_for(lambda: story.unsent(other), "mail that waits")
        assert (tries, reply[:9]) == (1, "550 5.1.1"), (tries, reply)
        tell("host", f"tried {tries} time: {reply}")
        due = "SELECT min(due) - now() > interval '23 hours' FROM notifications_notice WHERE tries > 0 AND sent IS NULL"
        assert story.ask(due) == [(True,)]
        assert (story.refusals(), story.barred()) == (1, [])
    with story.shows("turned away on a second day it gets no more, and its owner is told so"):
        story.ask("UPDATE notifications_bounce SET at = at - interval '1 day'")
        story.ask("UPDATE notifications_notice SET due = now() WHERE tries > 0 AND sent IS NULL")
        wait_for(lambda: story.barred() or None, "bar")
        assert story.barred() == [address]
        assert story.unsent(other) is None
        bounces = [each for each in story.world.mails_to("host") if is_bounce(each)]
        assert not bounces, "the host got reports"
