"""Examples for the schema, from a game that is played for them."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Raw
from msgspec.structs import asdict

from games.api import answers
from games.api.answers import game_table, played_answer
from games.bots import BOTS, STAND_IN
from games.domain import NEW_GAME, Event, Options, State
from games.domain.board import map_file
from games.domain.decide import decide, judge
from games.domain.events import DeadlineSet, TimeRanOut
from games.domain.evolve import evolve, replay
from games.domain.lobby import AgreePause, CreateGame, EndPause, StartGame, TakeOver, TakeSeat
from games.domain.moves import options
from games.domain.notation import sheet
from games.domain.patch import difference, without_nulls
from games.domain.record import record_of, to_json
from games.domain.state import Terms
from games.domain.table import table

GAME = UUID("0199c0de-0000-7000-8000-000000000042")
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
UNTIL = datetime(2026, 3, 15, 12, tzinfo=UTC)
DRAWN = "q3Tn8vKc1hXw5rPz7mYd2a"
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


def _lobby() -> Plain:
    state, events = _game()
    joined = {"takes": {"seat": 0}, "200": played_answer(GAME, replay(events[:2]), events[1:2])}
    listed = answers.ListedGame(
        id=GAME, name="Coast to coast", version=state.version, status="playing", watch="public",
        owner=7, turn=1, mover=7, deadline=1772452800, created=AT, changed=AT,
        seats=(
            answers.ListedSeat(0, player=7, name="ada", bot=None),
            answers.ListedSeat(1, player=None, name=None, bot=STAND_IN),
        ),
    )  # fmt: skip
    body = {"name": "Coast to coast", "seats": 2, "options": {"introductory": True}}
    table_now = game_table(GAME, state)
    agreed = (*decide(state, AgreePause(0)), DeadlineSet(None, "agreed-pause", left=50_000))
    paused = replay(agreed, state)
    ended = (*decide(paused, EndPause(0)), DeadlineSet(1772452800, "resumed"))
    lost = replay([TimeRanOut(0)] * 2, state)
    taken = decide(lost, TakeOver(0, 9, 1772452800))
    return {
        "listGames": {"200": answers.Games(next=None, previous=None, results=(listed,))},
        "createGame": {
            "takes": {**body, "pace_hours": 24, "bank_hours": 48, "watch": "public"},
            "201": game_table(GAME, replay(events[:1])),
        },
        "getGame": {"200": table_now},
        "joinGame": joined,
        "leaveGame": {**joined, "takes": {}},
        "startGame": {"takes": {"first": 0}, "200": played_answer(GAME, state, events[3:])},
        "pauseGame": {"takes": {}, "200": played_answer(GAME, paused, agreed)},
        "resumeGame": {"takes": {}, "200": played_answer(GAME, replay(ended, paused), ended)},
        "takeOverSeat": {
            "takes": {"seat": 0},
            "200": played_answer(GAME, replay(taken, lost), taken),
        },
    }


def _invitations() -> Plain:
    invitation = answers.MadeInvitation(
        id=12, address="bob@example.org", created=AT, until=UNTIL, revoked=None, used=AT,
        used_by=9, used_by_name="bob",
    )  # fmt: skip
    return {
        "inviteToGame": {
            "takes": {"address": "bob@example.org"},
            "201": answers.Invitation(12, DRAWN, UNTIL, version=2),
        },
        "listInvitations": {"200": answers.Invitations((invitation,))},
        "revokeInvitation": {},
    }


def _turns() -> Plain:
    state, _ = _game()
    order = BOTS[STAND_IN](state, 0)
    body = msgspec.to_builtins(order)
    turn = {key: value for key, value in body.items() if key not in ("type", "seat")}
    events, after = judge(state, order)
    answer = {"200": played_answer(GAME, after, events)}
    step = answers.WhatIfStep(0, events, "; ".join(sheet(events)), table(after))
    return {
        "chooseTown": {"takes": {"town": "omaha"}, **answer},
        "placeBoom": {"takes": {"boom": "chicago"}, **answer},
        "draft": {"takes": {"place": "chicago", "tile": 5}, **answer},
        "takeTurn": {"takes": turn, **answer},
        "takeBack": {"takes": {"to_version": state.version}, **answer},
        "getOptions": {"200": options(state)},
        "previewTurn": {"takes": turn, "200": answers.Preview(events, game_table(GAME, after))},
        "whatIf": {
            "takes": {"at": state.version, "turns": [turn]},
            "200": answers.WhatIfAnswer(state.version, table(state), (step,)),
        },
    }


def _history() -> Plain:
    _, events = _game()
    record = record_of(events[:2], str(GAME))
    first, before, after = record.entries[0], table(NEW_GAME), table(evolve(NEW_GAME, events[0]))
    at, actor = AT.isoformat(timespec="microseconds"), "user:7"
    entry = answers.FeedEvent(1, at, actor, first.hash, first.event)
    step = answers.Step(1, at, actor, first.event, difference(before, after))
    return {
        "getEvents": {"200": answers.Feed(version=1, next=1, more=False, events=(entry,))},
        "getTable": {"200": without_nulls(after)},
        "getReplay": {"200": answers.Replay(GAME, 1, without_nulls(before), (step,), ())},
        "getRecord": {"200": Raw(to_json(record))},
        "getRuleset": {"200": Raw(map_file())},
    }


def _account() -> Plain:
    token = answers.Token("8f2b01ce", "my bot", "play", created=AT, expires=AT)
    webhook = answers.Webhook(
        id=3, url="https://bots.example.org/franchise", what="turn", active=True,
        failing_since=None, created=AT,
    )  # fmt: skip
    session = answers.Session(
        id=4, browser="Firefox, Android", address="203.0.113.7", began=AT, seen=AT, this=True
    )
    line = answers.ChatLine(id=5, person=7, name="ada", text="Well played!", at=AT, edited=False)
    return {
        "getChat": {"200": answers.Chat((line,))},
        "say": {"takes": {"text": "Well played!"}, "201": line},
        "whoAmI": {"200": answers.Me(7, "ada")},
        "listTokens": {"200": answers.Tokens((token,))},
        "createToken": {
            "takes": {"name": "my bot", "scope": "play", "days": 90},
            "201": answers.MadeToken(**asdict(token), token="8f2b01ce" + "0" * 56),
        },
        "revokeToken": {},
        "listSessions": {"200": answers.Sessions((session,))},
        "endSessions": {},
        "endSession": {},
        "listWebhooks": {"200": answers.Webhooks((webhook,))},
        "createWebhook": {
            "takes": {"url": webhook.url, "what": "turn"},
            "201": answers.MadeWebhook(**asdict(webhook), secret=DRAWN),
        },
        "removeWebhook": {},
    }
