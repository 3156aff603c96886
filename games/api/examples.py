"""Examples for the schema, from a game that is played for them."""

from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec

from games.api.answers import game_table, numbered, without_nulls
from games.bots import BOTS, STAND_IN
from games.domain import NEW_GAME, Event, Options, State
from games.domain.board import map_file
from games.domain.decide import decide, judge
from games.domain.events import DeadlineSet, TimeRanOut
from games.domain.evolve import evolve, replay
from games.domain.lobby import AgreePause, CreateGame, EndPause, StartGame, TakeOver, TakeSeat
from games.domain.moves import options
from games.domain.notation import sheet
from games.domain.patch import difference
from games.domain.record import record_of, to_json
from games.domain.state import Terms
from games.domain.table import table

GAME = "0199c0de-0000-7000-8000-000000000042"
AT = "2026-03-01T12:00:00.000000+00:00"
UNTIL = "2026-03-15T12:00:00.000000+00:00"
Plain = dict[str, Any]


@lru_cache
def _game() -> tuple[State, tuple[Event, ...]]:
    """Two seats, joined and begun."""
    terms = Terms("Coast to coast", 7, 24, "public", bank_hours=48)
    events = decide(NEW_GAME, CreateGame(terms, 2, Options(introductory=True)))
    for order in (TakeSeat(player=7), TakeSeat(bot=STAND_IN), StartGame(4, first=0)):
        events += decide(replay(events), order)
    return replay(events), events


def examples() -> Plain:
    """By operation: what it takes, and what each status answers with."""
    by_operation = {**_lobby(), **_invitations(), **_turns(), **_history(), **_account()}
    plain: Plain = msgspec.json.decode(msgspec.json.encode(by_operation))
    return plain


def _play_answer(state: State, events: tuple[Event, ...]) -> Plain:
    return {
        "version": state.version,
        "events": numbered(events, state.version),
        "table": game_table(UUID(GAME), state),
    }


def _lobby() -> Plain:
    state, events = _game()
    joined = {"takes": {"seat": 0}, "200": _play_answer(replay(events[:2]), events[1:2])}
    listed = {
        "id": GAME, "name": "Coast to coast", "version": state.version, "status": "playing",
        "watch": "public", "owner": 7, "turn": 1, "mover": 7, "deadline": 1772452800,
        "created": AT, "changed": AT,
        "seats": [
            {"seat": 0, "player": 7, "name": "ada", "bot": None},
            {"seat": 1, "player": None, "name": None, "bot": STAND_IN},
        ],
    }  # fmt: skip
    body = {"name": "Coast to coast", "seats": 2, "options": {"introductory": True}}
    table_now = game_table(UUID(GAME), state)
    agreed = (*decide(state, AgreePause(0)), DeadlineSet(None, "agreed-pause", left=50_000))
    paused = replay(agreed, state)
    ended = (*decide(paused, EndPause(0)), DeadlineSet(1772452800, "resumed"))
    lost = replay([TimeRanOut(0)] * 2, state)
    taken = decide(lost, TakeOver(0, 9, 1772452800))
    return {
        "listGames": {"200": {"next": None, "previous": None, "results": [listed]}},
        "createGame": {
            "takes": {**body, "pace_hours": 24, "bank_hours": 48, "watch": "public"},
            "201": game_table(UUID(GAME), replay(events[:1])),
        },
        "getGame": {"200": table_now},
        "joinGame": joined,
        "leaveGame": {**joined, "takes": {}},
        "startGame": {"takes": {"first": 0}, "200": _play_answer(state, events[3:])},
        "pauseGame": {"takes": {}, "200": _play_answer(paused, agreed)},
        "resumeGame": {"takes": {}, "200": _play_answer(replay(ended, paused), ended)},
        "takeOverSeat": {"takes": {"seat": 0}, "200": _play_answer(replay(taken, lost), taken)},
    }


def _invitations() -> Plain:
    invitation = {
        "id": 12, "address": "bob@example.org", "created": AT, "until": UNTIL, "revoked": None,
        "used": AT, "used_by": 9, "used_by_name": "bob",
    }  # fmt: skip
    return {
        "inviteToGame": {
            "takes": {"address": "bob@example.org"},
            "201": {
                "id": 12,
                "invitation": "q3Tn8vKc1hXw5rPz7mYd2a",
                "until": UNTIL,
                "version": 2,
            },
        },
        "listInvitations": {"200": {"results": [invitation]}},
        "revokeInvitation": {},
    }


def _turns() -> Plain:
    state, _ = _game()
    order = BOTS[STAND_IN](state, 0)
    body = msgspec.to_builtins(order)
    turn = {key: value for key, value in body.items() if key not in ("type", "seat")}
    events, after = judge(state, order)
    answer = {"200": _play_answer(after, events)}
    preview = {"events": events, "table": game_table(UUID(GAME), after)}
    step = {
        "seat": 0, "events": events, "line": "; ".join(sheet(events)), "table": table(after),
    }  # fmt: skip
    return {
        "chooseTown": {"takes": {"town": "omaha"}, **answer},
        "placeBoom": {"takes": {"boom": "chicago"}, **answer},
        "draft": {"takes": {"place": "chicago", "tile": 5}, **answer},
        "takeTurn": {"takes": turn, **answer},
        "takeBack": {"takes": {"to_version": state.version}, **answer},
        "getOptions": {"200": options(state)},
        "previewTurn": {"takes": turn, "200": preview},
        "whatIf": {
            "takes": {"at": state.version, "turns": [turn]},
            "200": {"at": state.version, "table": table(state), "steps": [step]},
        },
    }


def _history() -> Plain:
    _, events = _game()
    record = msgspec.json.decode(to_json(record_of(events[:2], GAME)))
    before = without_nulls(table(NEW_GAME))
    after = without_nulls(table(evolve(NEW_GAME, events[0])))
    cause = {"version": 1, "at": AT, "actor": "user:7"}
    step = {**cause, "event": events[0], "patch": difference(before, after)}
    entry = {**cause, "hash": record["entries"][0]["hash"], "event": events[0]}
    feed = {"version": 1, "next": 1, "more": False, "events": [entry]}
    replayed = {"game": GAME, "version": 1, "first": before, "steps": [step], "lines": []}
    return {
        "getEvents": {"200": feed},
        "getTable": {"200": after},
        "getReplay": {"200": replayed},
        "getRecord": {"200": record},
        "getRuleset": {"200": msgspec.json.decode(map_file())},
    }


def _account() -> Plain:
    token = {"id": "8f2b01ce", "name": "my bot", "scope": "play", "created": AT, "expires": AT}
    webhook = {
        "id": 3,
        "url": "https://bots.example.org/franchise",
        "what": "turn",
        "active": True,
        "failing_since": None,
        "created": AT,
    }
    session = {
        "id": 4, "browser": "Firefox, Android", "address": "203.0.113.7", "began": AT, "seen": AT,
        "this": True,
    }  # fmt: skip
    chat_line = {
        "id": 5,
        "person": 7,
        "name": "ada",
        "text": "Well played!",
        "at": AT,
        "edited": False,
    }
    return {
        "getChat": {"200": {"results": [chat_line]}},
        "say": {"takes": {"text": "Well played!"}, "201": chat_line},
        "whoAmI": {"200": {"id": 7, "name": "ada"}},
        "listTokens": {"200": {"results": [token]}},
        "createToken": {
            "takes": {"name": "my bot", "scope": "play", "days": 90},
            "201": {**token, "token": "8f2b01ce" + "0" * 56},
        },
        "revokeToken": {},
        "listSessions": {"200": {"results": [session]}},
        "endSessions": {},
        "endSession": {},
        "listWebhooks": {"200": {"results": [webhook]}},
        "createWebhook": {
            "takes": {"url": webhook["url"], "what": "turn"},
            "201": {**webhook, "secret": "q3Tn8vKc1hXw5rPz7mYd2a"},
        },
        "removeWebhook": {},
    }
