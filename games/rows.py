"""A game's rows as a function of its state, for writing, rebuilding and checking them."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from games.domain import State
from games.domain.state import upcast_layout
from games.events.store import Head
from games.models import Game, Seat

encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def decode_state(snapshot: str) -> State:
    try:
        return _decoder.decode(snapshot)
    except msgspec.ValidationError:
        return _decoder.decode(upcast_layout(snapshot))


def fields_of(state: State, head: Head, at: datetime, digest: str) -> dict[str, object]:
    """Every column of the game's row but `id` and `created`."""
    deadline = state.deadline
    mover = None if state.to_move is None else state.setup.seats[state.to_move]
    return {
        "version": head.version,
        "head": head.hash,
        "chain": head.chain,
        "name": state.terms.name,
        "status": state.status,
        "watch": state.terms.watch,
        "owner_id": _local_person(state.terms.owner),
        "turn": state.turn,
        "mover_id": None if mover is None else _local_person(mover.player),
        "computer_to_move": mover is not None and mover.bot is not None,
        "deadline": None if deadline is None else datetime.fromtimestamp(deadline, UTC),
        "changed": at,
        "digest": digest,
        "snapshot": encoder.encode(replace(state, turn_starts=())).decode(),
    }


def seats_of(game_id: UUID, state: State) -> list[Seat]:
    return [
        Seat(game_id=game_id, number=number, player_id=_local_person(who.player), bot=who.bot or "")
        for number, who in enumerate(state.setup.seats)
    ]


def _local_person(number: int | None) -> int | None:
    """None for somebody of another server, whose number is below 1."""
    return number if number is not None and number > 0 else None


def snapshot_of(game: Game) -> State:
    return decode_state(game.snapshot)


def differences(game: Game, fields: Mapping[str, object]) -> list[str]:
    """The columns of a row that differ from what its events say."""
    return [
        name
        for name, value in fields.items()
        if _comparable(name, getattr(game, name)) != _comparable(name, value)
    ]


def _comparable(name: str, value: Any) -> object:
    """A snapshot that an older version wrote may lack what states have come to hold since."""
    if name == "snapshot":
        with suppress(msgspec.DecodeError):
            return decode_state(value)
    return bytes(value) if isinstance(value, memoryview) else value
