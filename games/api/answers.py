"""What calls answer with, made from tables and events."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import to_builtins

from games.domain import Event, State
from games.domain.clock import bank_left
from games.domain.table import table
from games.models import Game
from games.services import Outcome

Plain = dict[str, object]


def game_table(game_id: UUID, state: State) -> Plain:
    """The table, and what was agreed on around it."""
    terms, clock = state.terms, state.clock
    seats = range(len(state.setup.seats))
    return {
        **table(state),
        "game": {
            "id": str(game_id),
            "name": terms.name,
            "owner": terms.owner,
            "watch": terms.watch,
            "pace_hours": terms.pace_hours,
            "take_backs": terms.take_backs,
            "bank_hours": terms.bank_hours,
            "weekends_off": terms.weekends_off,
            "when_late": terms.when_late,
            "options": to_builtins(state.setup.options),
            "first": state.setup.first,
            "deadline": state.deadline,
            "paused": state.paused,
            "pause_agreed": list(clock.agreed),
            "bank_runs": clock.banking,
            "late": clock.late_since is not None,
            "banks_left": [bank_left(state, seat) for seat in seats],
            "turns_lost": list(clock.lost) or [0 for _ in seats],
        },
    }


def played(done: Outcome) -> Plain:
    return {
        "version": done.version,
        "events": numbered(done.events, done.version),
        "table": game_table(done.game_id, done.table),
    }


def numbered(events: Sequence[Event], last: int) -> list[Plain]:
    first = last - len(events) + 1
    return [
        {"version": version, "event": to_builtins(event)}
        for version, event in enumerate(events, first)
    ]


def listed(game: Game) -> Plain:
    return {
        "id": str(game.pk),
        "name": game.name,
        "version": game.version,
        "status": game.status,
        "watch": game.watch,
        "owner": game.owner_id,
        "turn": game.turn,
        "mover": game.mover_id,
        "deadline": None if game.deadline is None else int(game.deadline.timestamp()),
        "created": game.created,
        "changed": game.changed,
        "seats": [
            {
                "seat": seat.number,
                "player": seat.player_id,
                "name": None if seat.player is None else seat.player.display_name,
                "bot": seat.bot or None,
            }
            for seat in game.seats.all()
        ],
    }


def without_nulls(found: Plain) -> Plain:
    """A merge patch cannot say null: where tables are patched, what is null is left out."""
    return {
        key: without_nulls(value) if isinstance(value, dict) else value
        for key, value in found.items()
        if value is not None
    }
