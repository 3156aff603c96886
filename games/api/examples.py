"""Examples for the schema, from a game that is played for them."""

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from msgspec import Raw
from msgspec.structs import asdict, replace

from games.api import account, answers, talk, webhook_answers
from games.api.answers import played_answer
from games.api.game_table import game_table
from games.bots import STAND_IN, STRENGTHS
from games.bots.analysis import GameAnalysis, analyse
from games.computers import computer_players
from games.domain import NEW_GAME, Event, Options, State
from games.domain.board import map_file
from games.domain.computer_change import WantComputer
from games.domain.decide import decide, judge
from games.domain.events import DeadlineSet, TimeRanOut
from games.domain.evolve import evolve, replay
from games.domain.lobby import (
    AbandonGame,
    AgreePause,
    CreateGame,
    EndPause,
    StartGame,
    TakeOver,
    TakeSeat,
)
from games.domain.moves import options
from games.domain.notation import sheet
from games.domain.patch import difference, without_nulls
from games.domain.record import record_of, to_json
from games.domain.ruleset_change import AgreeRuleset
from games.domain.rulesets import RULESET, RULESETS
from games.domain.state import Terms
from games.domain.table import table

GAME = UUID("0199c0de-0000-7000-8000-000000000042")
NEXT = UUID("0199c0de-0000-7000-8000-000000000043")
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
UNTIL = datetime(2026, 3, 15, 12, tzinfo=UTC)
SIGNS = "whsec_" + "A" * 43 + "="
DRAWN = "q3Tn8vKc1hXw5rPz7mYd2a"
Plain = dict[str, Any]
OLDEST = next(iter(RULESETS))


@lru_cache
def _game() -> tuple[State, tuple[Event, ...]]:
    """Two seats, joined and begun."""
    terms = Terms("Coast to coast", 7, 24, "public", bank_hours=48)
    events = decide(NEW_GAME, CreateGame(terms, 2, Options(introductory=True)))
    for order in (TakeSeat(player=7), TakeSeat(bot=STAND_IN), StartGame(4, first=0)):
        events += decide(replay(events), order)
    return replay(events), events


def example_game() -> State:
    """Where the game of the examples has just begun."""
    return _game()[0]


def examples() -> Plain:
    """By operation: what it takes, and what each status answers with."""
    by_operation = {
        **_lobby(), **_agreements(), **_invitations(), **_turns(), **_history(), **_talk(), **_variations(),
        **_account(), **_webhooks(),
    }  # fmt: skip
    plain: Plain = msgspec.json.decode(msgspec.json.encode(by_operation))
    return plain


def _play_order(before: State, events: tuple[Event, ...]) -> answers.Played:
    return played_answer(GAME, replay(events, before), events)


def _lobby() -> Plain:
    state, events = _game()
    made = replay(events[:1])
    joined = {"takes": {"seat": 0}, "200": _play_order(made, events[1:2])}
    listed = answers.ListedGame(
        id=GAME, name="Coast to coast", version=state.version, status="playing", watch="public",
        owner=7, owner_name="Ada", turn=1, mover=7, deadline=1772452800, created=AT, changed=AT,
        seats=(
            answers.ListedSeat(0, player=7, name="ada", bot=None),
            answers.ListedSeat(1, player=None, name=None, bot=STAND_IN),
        ),
    )  # fmt: skip
    body = {"name": "Coast to coast", "seats": 2, "options": {"introductory": True}}
    return {
        "listGames": {"200": answers.Games(next=None, previous=None, results=(listed,))},
        "createGame": {
            "takes": {**body, "pace_hours": 24, "bank_hours": 48, "watch": "public"},
            "201": game_table(GAME, made),
        },
        "getGame": {"200": game_table(GAME, state)},
        "joinGame": joined,
        "listComputerPlayers": {"200": answers.ComputerPlayers(computer_players())},
        "leaveGame": {**joined, "takes": {}},
        "abandonGame": {"takes": {}, "200": _play_order(made, decide(made, AbandonGame()))},
        "playAgain": {"takes": {}, "201": game_table(NEXT, made), "200": game_table(NEXT, made)},
        "startGame": {"takes": {"first": 0}, "200": _play_order(replay(events[:3]), events[3:])},
    }


def _agreements() -> Plain:
    state, _ = _game()
    agreed = (*decide(state, AgreePause(0)), DeadlineSet(None, "agreed-pause", left=50_000))
    paused = replay(agreed, state)
    ended = (*decide(paused, EndPause(0)), DeadlineSet(1772452800, "resumed"))
    older = replay(decide(NEW_GAME, CreateGame(Terms("Coast to coast"), 2, ruleset=OLDEST)))
    for order in (TakeSeat(player=7), TakeSeat(player=9), StartGame(4, first=0)):
        older = judge(older, order)[1]
    wanted = decide(older, AgreeRuleset(0, RULESET))
    other = decide(state, WantComputer(0, 1, "strong"))
    lost = replay([TimeRanOut(0)] * 2, state)
    taken = decide(lost, TakeOver(0, 9, 1772452800))
    return {
        "pauseGame": {"takes": {}, "200": _play_order(state, agreed)},
        "resumeGame": {"takes": {}, "200": _play_order(paused, ended)},
        "chooseRuleset": {"takes": {"ruleset": RULESET}, "200": _play_order(older, wanted)},
        "chooseComputer": {"takes": {"seat": 1, "bot": "strong"}, "200": _play_order(state, other)},
        "takeOverSeat": {"takes": {"seat": 0}, "200": _play_order(lost, taken)},
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


def _first_turn(state: State) -> tuple[Plain, answers.WhatIfStep, State]:
    """What the computer player would send, what comes of it, and the table after it."""
    order = STRENGTHS[STAND_IN].choose(state, 0)
    body = msgspec.to_builtins(order)
    turn = {key: value for key, value in body.items() if key not in ("type", "seat")}
    events, after = judge(state, order)
    return turn, answers.WhatIfStep(0, events, "; ".join(sheet(events)), table(after)), after


def _turns() -> Plain:
    state, _ = _game()
    turn, step, after = _first_turn(state)
    answer = {"200": played_answer(GAME, after, step.events)}
    hint = answers.Hint(turn, "expand to Phoenix", 2.5, ("opens Phoenix, 4 empty spaces",))
    return {
        "chooseTown": {"takes": {"town": "omaha"}, **answer},
        "placeBoom": {"takes": {"boom": "chicago"}, **answer},
        "draft": {"takes": {"place": "chicago", "tile": 5}, **answer},
        "takeTurn": {"takes": turn, **answer},
        "takeBack": {"takes": {"to_version": state.version}, **answer},
        "getOptions": {"200": options(state)},
        "getHints": {"200": answers.Hints(state.version, 0, (hint,))},
        "previewTurn": {
            "takes": turn,
            "200": answers.Preview(step.events, game_table(GAME, after)),
        },
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
    replayed = answers.Replay(GAME, 1, without_nulls(before), (step,), ())
    return {
        "getEvents": {"200": answers.Feed(version=1, next=1, more=False, events=(entry,))},
        "getTable": {"200": without_nulls(after)},
        "getReplay": {"200": replayed},
        "getReplayUpTo": {"200": replayed},
        "getRecord": {"200": Raw(to_json(record))},
        "getAnalysis": {"200": answers.Analysis(1, 1, _analysis())},
        "getRuleset": {"200": Raw(map_file())},
    }


def _analysis() -> GameAnalysis:
    """Of a first turn, which the computer player played."""
    state, events = _game()
    _, step, after = _first_turn(state)
    return analyse((*events, *step.events), after, nodes=1)


def _account() -> Plain:
    token = answers.Token("8f2b01ce", "my bot", ("read", "play"), AT, used=None, expires=UNTIL)
    session = answers.Session(
        id=4, browser="Firefox, Android", address="203.0.113.7", began=AT, seen=AT, this=True
    )
    waiting = answers.WaitingTurn(
        game=GAME, name="Coast to coast", version=41, status="playing", turn=12, seat=0,
        deadline=1772452800, changed=AT,
    )  # fmt: skip
    return {
        "whoAmI": {"200": answers.Me(7, "ada")},
        **_preferences(),
        "listTurns": {"200": answers.Turns(next=None, previous=None, results=(waiting,))},
        "listTokens": {"200": answers.Tokens((token,))},
        "createToken": {
            "takes": {"name": "my bot", "scopes": ["play"], "days": 90},
            "201": answers.MadeToken(**asdict(token), token="8f2b01ce" + "0" * 56),
        },
        "revokeToken": {},
        "listSessions": {"200": answers.Sessions((session,))},
        "endSessions": {},
        "endSession": {},
    }


def _webhooks() -> Plain:
    webhook = webhook_answers.Webhook(
        id=3, url="https://bots.example.org/franchise", what="turn", active=True,
        failing_since=None, old_until=None, created=AT,
    )  # fmt: skip
    changed = webhook_answers.MadeWebhook(**{**asdict(webhook), "old_until": UNTIL}, secret=SIGNS)
    delivery = webhook_answers.Delivery(
        id=f"3_{GAME}_41", kind="turn", game=GAME, version=41, state="waiting", tries=1, tried=AT,
        status=503, why=None, milliseconds=120, next=UNTIL,
    )  # fmt: skip
    sent = replace(delivery, state="delivered", tries=2, status=204, next=None)
    ping = replace(
        delivery, id="3_ping_1767225600000", kind="ping", game=None, version=None, tries=0,
        tried=None, status=None, milliseconds=None, next=AT,
    )  # fmt: skip
    return {
        "listWebhooks": {"200": webhook_answers.Webhooks((webhook,))},
        "createWebhook": {
            "takes": {"url": webhook.url, "what": "turn"},
            "201": webhook_answers.MadeWebhook(**asdict(webhook), secret=SIGNS),
        },
        "getWebhook": {"200": webhook},
        "changeWebhook": {"takes": {"active": True}, "200": webhook},
        "renewWebhookSecret": {"takes": {"keep_hours": 24}, "200": changed},
        "pingWebhook": {"takes": {}, "202": ping},
        "listDeliveries": {"200": webhook_answers.Deliveries((delivery, sent))},
        "sendAgain": {"takes": {}, "202": delivery},
        "removeWebhook": {},
    }


def _variations() -> Plain:
    state, _ = _game()
    turn, step, _ = _first_turn(state)
    line = talk.Variation(
        id=1772366400000000, game=GAME, name="By Chicago", at=state.version, length=1, link=None,
        changed=AT,
    )  # fmt: skip
    whole = talk.WholeVariation(**asdict(line), table=table(state), steps=(step,))
    shared = replace(line, link=f"{settings.SITE_URL}/what-if/{DRAWN}/")
    return {
        "listVariations": {"200": talk.Variations((line,))},
        "keepVariation": {"takes": {"name": line.name, "turns": [turn]}, "201": line},
        "getVariation": {"200": whole},
        "changeVariation": {"takes": {"shared": True}, "200": shared},
        "deleteVariation": {},
    }


def _talk() -> Plain:
    line = talk.ChatLine(
        id=1772366400000000, person=7, name="ada", text="Well played!", at=AT, edited=False,
        reported=False,
    )  # fmt: skip
    note = talk.Note("Bob wants Chicago.", AT)
    said, changed = {"text": "Well played!"}, {"text": "Well played, bob!"}
    return {
        "getChat": {"200": talk.Chat((line,), earlier=None)},
        "say": {"takes": said, "201": line},
        "changeLine": {"takes": changed, "200": replace(line, **changed, edited=True)},
        "deleteLine": {},
        "reportLine": {"takes": {}},
        "getNote": {"200": note},
        "keepNote": {"takes": {"text": note.text}, "200": note},
    }


def _preferences() -> Plain:
    holiday = account.Holiday(date(2026, 7, 4), date(2026, 7, 18))
    of_game = account.GamePreference(GAME, mail="none", reminders=None)
    preferences = account.Preferences(
        mail="daily", reminders=True, puzzle=False, language="de", time_zone="Europe/Berlin", quiet_from=22,
        quiet_to=7, games=(of_game,),
    )  # fmt: skip
    return {
        "listHolidays": {"200": account.Holidays(30, (holiday,))},
        "takeHoliday": {"takes": holiday, "201": holiday},
        "getPreferences": {"200": preferences},
        "changePreferences": {"takes": {"mail": "daily", "language": "de"}, "200": preferences},
        "changeGamePreference": {"takes": {"mail": "none"}, "200": of_game},
    }
