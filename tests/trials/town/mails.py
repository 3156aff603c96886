"""Who plays by mail alone, and the post that brings the mails of the site."""

import asyncio
import re
import smtplib
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from textwrap import indent

from msgspec import Struct

from tests.trials.town.calls import Call, Person
from tests.trials.town.town import Town

SUGGESTION = re.compile(r"^  ([123])  \S", re.M)
PATIENCE = 10
PAUSE = 2.0


class Letter(Struct, frozen=True):
    """`number` is the Message-ID, `answers` the one that it answers."""

    at: float
    to: str
    number: str
    answers: str
    subject: str
    reply_to: str
    text: str

    @property
    def about(self) -> str:
        """The number without its signature."""
        return self.number.strip("<>").rpartition("@")[0].rpartition(".")[0]

    @property
    def asks_for_turn(self) -> bool:
        return ".turn." in self.about

    @property
    def game(self) -> str:
        return self.about.partition(".")[0]


class Post:
    """Reads each mail of the folder once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: set[str] = set()
        self.letters: list[Letter] = []

    def read_new(self) -> list[Letter]:
        before = len(self.letters)
        for file in self.folder.glob("*.eml"):
            if file.name not in self.known:
                self.known.add(file.name)
                self.letters.append(read_letter(file))
        return self.letters[before:]


def read_letter(file: Path) -> Letter:
    mail = message_from_bytes(file.read_bytes(), policy=policy.default)
    body = mail.get_body(("plain",))
    return Letter(
        at=file.stat().st_mtime,
        to=str(mail["X-Envelope-To"]),
        number=str(mail["Message-ID"]).strip(),
        answers=str(mail["In-Reply-To"] or "").strip(),
        subject=str(mail["Subject"]),
        reply_to=str(mail["Reply-To"] or mail["From"]),
        text="" if body is None else str(body.get_content()),
    )


class MailPlayer:
    """Answers each mail that asks for a turn, once, by one of its numbers."""

    def __init__(self, town: Town, person: Person) -> None:
        self.town, self.person = town, person
        self.chance = Random(f"{person.number} at the letter box")  # noqa: S311 - to be the same again
        self.box: asyncio.Queue[Letter] = asyncio.Queue()
        self.answered: set[str] = set()

    async def play(self) -> None:
        while not self.town.is_over:
            try:
                letter = await asyncio.wait_for(self.box.get(), 1)
            except TimeoutError:
                continue
            if letter.asks_for_turn and letter.number not in self.answered:
                self.answered.add(letter.number)
                await self.town.think()
                if not self.town.is_over:
                    await self.answer(letter)

    async def answer(self, letter: Letter) -> None:
        number = f"<{self.person.number}.{time.monotonic_ns()}@example.org>"
        mail = self.write(letter, number)
        asked, tries, status = time.monotonic(), 0, 0
        while not status and not (tries and self.town.gives_up):
            tried, tries = time.monotonic(), tries + 1
            place = self.chance.choice(self.town.site.smtp_in)
            speaks = self.chance.choice((smtplib.SMTP, smtplib.LMTP))
            status = await asyncio.to_thread(send, speaks, place, mail)
            if not status:
                await asyncio.sleep(PAUSE * self.chance.uniform(0.5, 1.5))
        self.town.write_down(
            Call(game=letter.game, person=self.person.number, asked=asked, tried=tried,
                 answered=time.monotonic(), tries=tries, key=number, status=status, is_mail=True)
        )  # fmt: skip

    def write(self, letter: Letter, number: str) -> EmailMessage:
        numbers = SUGGESTION.findall(letter.text)
        order = self.chance.choice(numbers) if numbers else "pass"
        mail = EmailMessage()
        mail["From"], mail["To"] = self.person.address, letter.reply_to
        mail["Subject"] = f"Re: {letter.subject}"
        mail["In-Reply-To"], mail["Message-ID"] = letter.number, number
        quoted = indent(letter.text, "> ", lambda _: True)
        mail.set_content(f"{order}\n\nOn a day in November, Franchise wrote:\n{quoted}")
        return mail


def send(speaks: type[smtplib.SMTP], place: tuple[str, int], mail: EmailMessage) -> int:
    """250 where it was taken, 550 where it is refused for good, 0 where nobody knows."""
    try:
        with speaks(*place, timeout=PATIENCE) as client:
            client.send_message(mail)
    except smtplib.SMTPRecipientsRefused as refusal:
        code, _ = next(iter(refusal.recipients.values()))
        return code if code >= 500 else 0
    except (OSError, smtplib.SMTPException):
        return 0
    return 250


async def deliver(town: Town, post: Post, boxes: dict[str, MailPlayer]) -> None:
    """To the letter boxes, until nobody plays any more."""
    while not town.is_over:
        for letter in post.read_new():
            if letter.to in boxes:
                boxes[letter.to].box.put_nowait(letter)
        await asyncio.sleep(0.5)
