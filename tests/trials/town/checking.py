"""Whether what people were answered is what is kept: pure, over their records and the histories."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from tests.trials.town.calls import Call, operations
from tests.trials.town.mails import Letter
from tests.trials.town.register import Operation, Write, find_fault

KEY_LENGTH = 24
PLAYED = "[Played]"
ANSWER = ".answer."


class Command(Struct, frozen=True):
    """What the store keeps of a command: its id, its events, and the version of the last."""

    id: str
    version: int
    events: tuple[Any, ...]

    @property
    def before(self) -> int:
        return self.version - len(self.events)


class Due(Struct, frozen=True):
    """A mail that a history demands; `is_news` is one that no later event cancels."""

    number: str
    """Of the mail, if it went alone."""
    is_news: bool


class Notice(Struct, frozen=True):
    """A row of the outbox: its own number, and that of the mail in which it went."""

    own: str
    mail: str
    is_sent: bool


class Kept(Struct, frozen=True):
    """What the site has at the end."""

    histories: dict[str, list[Command]]
    gaps: list[str]
    """Games whose versions are not 1, 2, 3 …"""
    due: list[Due]
    notices: list[Notice]
    waiting: dict[str, str]
    """The number of the mail that the turn of each game is asked for with, now."""


class Finding(Struct, frozen=True):
    what: str
    about: str

    def __str__(self) -> str:
        return f"{self.what}: {self.about}"


def command_id(call: Call) -> str:
    """As docs/api.md and the mail door have it."""
    if call.is_mail:
        game = UUID(call.game).bytes
        return f"mail:{sha256(game + b'%d ' % call.person + call.key.encode()).hexdigest()}"
    return f"{call.person}:{sha256(call.key.encode()).hexdigest()[:KEY_LENGTH]}"


def check(calls: Sequence[Call], kept: Kept, letters: Sequence[Letter]) -> Iterator[Finding]:
    for game in kept.gaps:
        yield Finding("versions are not 1, 2, 3 …", game)
    by_game: dict[str, list[Call]] = defaultdict(list)
    for each in calls:
        by_game[each.game].append(each)
    answers = answers_to_mails(letters)
    for game in by_game.keys() | kept.histories.keys():
        # A new game whose maker never got an answer has no id among the calls.
        if game:
            yield from check_game(by_game[game], kept.histories.get(game, []), answers)
    yield from check_mails(kept, letters)


def answers_to_mails(letters: Iterable[Letter]) -> dict[str, set[tuple[str, bool]]]:
    """By the Message-ID of the order: that of the answer, and whether the order was played."""
    answers: dict[str, set[tuple[str, bool]]] = defaultdict(set)
    for each in letters:
        if each.answers:
            answers[each.answers].add((each.number, each.subject.startswith(PLAYED)))
    return answers


def check_game(
    calls: list[Call], history: list[Command], answers: Mapping[str, set[tuple[str, bool]]]
) -> Iterator[Finding]:
    stored = {each.id: each for each in history}
    for command, number in Counter(each.id for each in history).items():
        if number > 1:
            yield Finding("it is in the history more than once", command)
    by_command: dict[str, list[Call]] = defaultdict(list)
    for each in calls:
        if each.key:
            by_command[command_id(each)].append(each)
    for command in stored.keys() - by_command.keys():
        yield Finding("nobody asked for it", f"{stored[command]}")
    for command, same in by_command.items():
        for each in same:
            yield from check_call(each, stored.get(command), answers)
    mails = [each for each in calls if each.is_mail and command_id(each) in stored]
    every: list[Operation] = operations([each for each in calls if not each.is_mail])
    every += [write_of_mail(each, stored[command_id(each)]) for each in mails]
    fault = find_fault(every)
    if fault is not None:
        yield Finding(f"the calls of {calls[0].game} have no order", str(fault))


def write_of_mail(mail: Call, command: Command) -> Write:
    if mail.is_known:
        return Write(mail.asked, command.before, mail.answered, command.version)
    return Write(mail.asked, command.before, version=command.version)


def check_call(
    call: Call, command: Command | None, answers: Mapping[str, set[tuple[str, bool]]]
) -> Iterator[Finding]:
    if call.is_mail:
        yield from check_order_mail(call, command, answers.get(call.key, set()))
    elif call.is_refused and command is not None:
        yield Finding("it was refused, and is in the history", f"{call}")
    elif call.is_accepted and command is None:
        yield Finding("it was accepted, and is lost", f"{call}")
    elif call.is_accepted and command is not None:
        if call.version != command.version or (
            call.status == 200 and call.events != command.events
        ):
            yield Finding("the history has it otherwise", f"{call} {command}")
        if call.expected not in (None, command.before):
            yield Finding("it was played at another version than was seen", f"{call} {command}")


def check_order_mail(
    mail: Call, command: Command | None, answers: set[tuple[str, bool]]
) -> Iterator[Finding]:
    if len(answers) > 1:
        yield Finding("an order was answered twice", f"{mail} {answers}")
    if mail.status == 250 and not answers:
        yield Finding("an order has no answer", f"{mail}")
    for _, is_played in answers:
        if is_played != (command is not None):
            what = "was played and is lost" if is_played else "was refused, and is in the history"
            yield Finding(f"a mail {what}", f"{mail}")


def check_mails(kept: Kept, letters: Sequence[Letter]) -> Iterator[Finding]:
    came = {each.about for each in letters}
    mails = {each.own for each in kept.notices}
    went = {each.own for each in kept.notices if each.is_sent and each.mail in came}
    for due in kept.due:
        if due.number not in went and (due.is_news or due.number in kept.waiting.values()):
            yield Finding("a mail that was due never came", due.number)
    for notice in kept.notices:
        if notice.is_sent and notice.mail and notice.mail not in came:
            yield Finding("a mail is noted as sent, and never came", notice.own)
        elif not notice.is_sent:
            yield Finding("a mail that is due still waits", notice.own)
    # A turn that was played has no row; what went with another mail came by its number alone.
    known = {each.mail for each in kept.notices} | {d.number for d in kept.due} - mails
    for about in came - known:
        # Answers were held against their orders; a code has no game.
        if "." in about and ANSWER not in about:
            yield Finding("a mail came that no history demands", about)


decode_kept = msgspec.json.Decoder(Kept).decode
