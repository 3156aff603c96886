from typing import Any

import pytest
from msgspec.structs import replace

from tests.trials.town.calls import Call
from tests.trials.town.checking import Command, Due, Kept, Notice, check, command_id
from tests.trials.town.mails import Letter

GAME = "019a9d7e-0000-7000-8000-000000000001"
TURN = f"{GAME}.1.turn.2"


def event(version: int, kind: str) -> dict[str, Any]:
    return {"version": version, "event": {"type": kind}}


MADE = Call(
    game=GAME, person=1, asked=0, tried=0, answered=1, key="made", status=201, version=1,
    events=({"version": 1, "event": None},),
)  # fmt: skip
PLAYED = Call(
    game=GAME, person=2, asked=2, tried=2, answered=3, key="played", expected=1, status=200,
    version=3, events=(event(2, "Expanded"), event(3, "TurnEnded")),
)  # fmt: skip
REFUSED = replace(PLAYED, key="refused", status=422, code="cannot-pay", version=None, events=())
STALE = replace(
    REFUSED, asked=4, tried=4, answered=5, key="late", status=409, code="stale", version=3
)
UNKNOWN = replace(REFUSED, key="unknown", status=0, code="", expected=3)
MAIL = Call(
    game=GAME, person=1, asked=6, tried=6, answered=7, key="<m@x>", status=250, is_mail=True
)
CALLS = [MADE, PLAYED, REFUSED, STALE, UNKNOWN, MAIL]


def command(call: Call, version: int, *kinds: str) -> Command:
    first = version - len(kinds) + 1
    return Command(
        command_id(call), version, tuple(event(n, kind) for n, kind in enumerate(kinds, first))
    )


HISTORY = [
    command(MADE, 1, "GameCreated"),
    command(PLAYED, 3, "Expanded", "TurnEnded"),
    command(MAIL, 4, "TurnEnded"),
]
KEPT = Kept({GAME: HISTORY}, [], [Due(TURN, is_news=False)], [Notice(TURN, TURN, is_sent=True)], {})
ASKED = Letter(1.0, "b@x", f"<{TURN}.mark@site>", "", "Your turn 1", "play@site", "")
ANSWER = Letter(
    8.0, "a@x", f"<{GAME}.4.answer.1.k.0.mark@site>", "<m@x>", "[Played] Re: Turn", "play@site", ""
)


def faults(
    calls: list[Call] = CALLS, kept: Kept = KEPT, letters: tuple[Letter, ...] = (ASKED, ANSWER)
) -> list[str]:
    return [each.what for each in check(calls, kept, letters)]


def kept(*history: Command) -> Kept:
    return replace(KEPT, histories={GAME: [*history]})


def test_what_was_answered_is_what_is_kept() -> None:
    assert faults() == []


def test_an_unknown_turn_may_have_been_played() -> None:
    later = command(UNKNOWN, 4, "TurnEnded")
    mail = command(MAIL, 5, "TurnEnded")

    assert faults(kept=kept(*HISTORY[:2], later, mail)) == []


@pytest.mark.parametrize(
    ("fault", "history"),
    [
        ("it was accepted, and is lost", [HISTORY[0], HISTORY[2]]),
        ("it is in the history more than once", [*HISTORY, HISTORY[1]]),
        ("it was refused, and is in the history", [*HISTORY, command(REFUSED, 5, "TurnEnded")]),
        ("it was refused, and is in the history", [*HISTORY, command(STALE, 5, "TurnEnded")]),
        ("the history has it otherwise", [HISTORY[0], command(PLAYED, 2, "Expanded"), HISTORY[2]]),
        ("nobody asked for it", [*HISTORY, Command("2:of nobody", 5, (event(5, "TurnEnded"),))]),
        ("a mail was played and is lost", HISTORY[:2]),
    ],
)
def test_what_the_history_has_otherwise_is_found(fault: str, history: list[Command]) -> None:
    assert fault in faults(kept=kept(*history))


def test_a_turn_at_another_version_than_was_seen_is_found() -> None:
    calls = [replace(each, expected=0) if each is PLAYED else each for each in CALLS]

    assert "it was played at another version than was seen" in faults(calls)


def test_a_gap_is_found() -> None:
    assert faults(kept=replace(KEPT, gaps=[GAME])) == ["versions are not 1, 2, 3 …"]


def test_a_table_of_yesterday_is_found() -> None:
    read = Call(game=GAME, person=1, asked=9, tried=9, answered=10, status=200, version=3)

    assert faults([*CALLS, read]) == [f"the calls of {GAME} have no order"]


@pytest.mark.parametrize(
    ("fault", "letters"),
    [
        ("a mail is noted as sent, and never came", (ANSWER,)),
        ("an order has no answer", (ASKED,)),
        (
            "an order was answered twice",
            (ASKED, ANSWER, replace(ANSWER, number="<g.4.answer.1.l.0.mark@site>")),
        ),
        (
            "a mail came that no history demands",
            (ASKED, ANSWER, replace(ASKED, number="<g.9.t.m@x>")),
        ),
        (
            "a mail was refused, and is in the history",
            (ASKED, replace(ANSWER, subject="[Refused] T")),
        ),
    ],
)
def test_a_lost_or_a_strange_mail_is_found(fault: str, letters: tuple[Letter, ...]) -> None:
    assert faults(letters=letters) == [fault]


def test_a_mail_may_come_twice_with_its_number() -> None:
    assert faults(letters=(ASKED, ASKED, ANSWER, ANSWER)) == []


def test_the_mail_of_a_turn_that_was_played_before_may_never_come() -> None:
    assert faults(kept=replace(KEPT, notices=[]), letters=(ANSWER,)) == []


@pytest.mark.parametrize("more", [{"due": [Due(TURN, is_news=True)]}, {"waiting": {GAME: TURN}}])
def test_news_and_the_turn_that_waits_must_have_been_mailed(more: dict[str, Any]) -> None:
    left = replace(KEPT, notices=[], **more)

    assert faults(kept=left, letters=(ANSWER,)) == ["a mail that was due never came"]


def test_a_mail_that_waits_is_found() -> None:
    waiting = replace(KEPT, notices=[Notice(TURN, "", is_sent=False)])

    assert faults(kept=waiting, letters=(ANSWER,)) == ["a mail that is due still waits"]
