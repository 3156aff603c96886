"""Who may try to rewrite a game, what they may do to it, and what finds it."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from msgspec import Raw
from msgspec.structs import replace

from games.audit.rebuild import export_game, rebuild_game
from games.audit.verify import verify_game, verify_store
from games.domain import Event, State
from games.domain.chain import parse_head, payload_of
from games.domain.chance import Draws
from games.domain.digest import digest
from games.domain.errors import Tampered
from games.domain.events import IncomeCollected, PlayersRenumbered
from games.domain.numbers import people_named
from games.domain.playout import random_command
from games.domain.record import Record, check, check_head, from_json, record_from, to_json
from games.domain.verify import main
from games.events import store
from games.events.store import Cause, EventRow
from games.models import Game
from games.services import act
from notifications.models import Notice
from tests import forging
from tests.doing import play_at_random, short_head_of, start_game, table_of
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> UUID:
    """A game under way."""
    made = start_game(cast())
    for number in range(6):
        play_at_random(made, Draws(number, "forgers").below)
    assert verify_game(made) is None
    return made


def finding(game: UUID) -> str:
    return str(verify_game(game))


def test_an_sql_user_who_changes_an_event_is_refused(game: UUID) -> None:
    for statement in (
        f"UPDATE {forging.TABLE} SET payload = '{{}}'",
        f"DELETE FROM {forging.TABLE}",
    ):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            connection.cursor().execute(statement)


def test_an_sql_user_who_inserts_an_income_is_found_by_the_rules(game: UUID) -> None:
    head = store.head_of(game)
    cause = Cause("user:1", datetime(2026, 5, 1, tzinfo=UTC), "forged", "f" * 32)
    store.append(game, head, (IncomeCollected(0, 0, 500),), cause, "0" * 64)
    rebuild_game(game)
    assert f"event {head.version + 1}: no rule allows it: the rules give" in finding(game)


def test_an_sql_user_who_inserts_without_a_chain_is_found_by_it(game: UUID) -> None:
    version = store.head_of(game).version + 1
    event = payload_of(IncomeCollected(0, 0, 500)).decode()
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {forging.TABLE} (game_id, version, type, payload, actor, command_id, fingerprint,"
            " at, hash, digest) VALUES (%s, %s, 'IncomeCollected', %s, 'user:1', 'x', '',"
            " '2026-05-01 00:00:00+00:00', %s, '')",
            [forging.id_of(game), version, event, b"0" * 32],
        )
    rebuild_game(game)
    assert f"event {version}: its hash does not follow" in finding(game)


@pytest.mark.parametrize(
    "change",
    [
        "type = 'SeatLeft'",
        "payload = REPLACE(payload, '\"seat\":0', '\"seat\":1')",
        "actor = 'user:99'",
        "command_id = 'forged'",
        "fingerprint = 'f00'",
        "at = '2001-01-01 00:00:00+00:00'",
        "digest = ''",
        "digest = REPLACE(digest, '1', '2')",
    ],
)
def test_an_owner_of_the_database_who_changes_any_column_is_found_by_the_chain(
    game: UUID, change: str
) -> None:
    column, _, _ = change.partition(" ")
    version = next(
        each.entry.version
        for each in store.read_rows(game)
        if (each.entry.digest or column != "digest")
        and (each.type == "TownChosen" or column != "payload")
        and each.entry.version > 1
    )
    forging.execute_unguarded(
        f"UPDATE {forging.TABLE} SET {change} WHERE game_id = %s AND version = %s",
        forging.id_of(game),
        version,
    )
    rebuild_game(game)
    what = "its type says" if column == "type" else "its hash does not follow from what it says"
    assert f"event {version}: {what}" in finding(game)


def test_an_owner_of_the_database_who_leaves_the_guards_off_is_found(game: UUID) -> None:
    assert verify_store() == []
    with forging.without_guards():
        wrong = [str(each) for each in verify_store()]
        if connection.vendor == forging.POSTGRESQL:
            assert wrong == [
                "the store: the trigger event_store_no_change is disabled",
                "the store: the trigger event_store_no_truncate is disabled",
            ]
        else:
            assert len(wrong) == 3
            assert all(each.endswith("is missing") for each in wrong)
    assert verify_store() == []


def test_an_owner_of_the_database_who_pulls_the_guards_teeth_is_found(game: UUID) -> None:
    if connection.vendor != forging.POSTGRESQL:
        with connection.cursor() as cursor:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'event_store_no_update'")
            (text,) = cursor.fetchone()
            cursor.execute("DROP TRIGGER event_store_no_update")
            cursor.execute(text.replace("BEFORE UPDATE ON", "BEFORE UPDATE OF type ON"))
            assert [each.what for each in verify_store()] == [
                "the trigger event_store_no_update is changed"
            ]
            cursor.execute("DROP TRIGGER event_store_no_update")
            cursor.execute(text)
        return
    replaced = "CREATE OR REPLACE FUNCTION event_store_refuse() RETURNS trigger LANGUAGE plpgsql AS"
    with suppress(ZeroDivisionError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"{replaced} $$ BEGIN RETURN NULL; END $$")
        wrong = [each.what for each in verify_store()]
        assert wrong == ["the function event_store_refuse is missing or changed"]
        raise ZeroDivisionError("undone")


def test_an_owner_of_the_database_who_removes_a_games_rows_is_found(game: UUID) -> None:
    empty_store_but_for(game)
    Game.objects.filter(id=game).delete()
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 games"):
        call_command("verify_games", stderr=out)
    assert f"{game}: row: it is missing" in out.getvalue()


def test_an_owner_of_the_database_who_removes_a_games_events_is_found(game: UUID) -> None:
    forging.empty_store()
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 games"):
        call_command("verify_games", stderr=out)
    assert f"{game}: row: it has no events" in out.getvalue()


def test_an_owner_of_the_database_who_cuts_the_tail_is_found_by_an_older_head(game: UUID) -> None:
    kept = short_head_of(game)
    forging.rewrite(game, lambda history: history[: start_of_last_command(history)])
    assert verify_game(game) is None
    with pytest.raises(Tampered, match="it is missing: the record ends with event"):
        check_head(export_game(game), parse_head(kept))


def test_an_owner_of_the_database_who_rewrites_all_against_the_rules_is_found(game: UUID) -> None:
    forging.rewrite(game, raise_income)
    assert "no rule allows it: the rules give IncomeCollected" in finding(game)


def test_an_owner_of_the_database_who_rewrites_all_within_the_rules_is_found_by_an_older_head(
    game: UUID,
) -> None:
    kept = short_head_of(game)
    behind = start_of_last_command(store.read_rows(game))
    forging.rewrite(game, lambda history: history[:behind])
    Notice.objects.filter(game_id=game).delete()
    while store.head_of(game).version < int(kept.partition(":")[0]):
        state = table_of(game)
        order = random_command(state, Draws(77, f"other {state.version}").below)
        act(game, order, actor="user:1", expected=state.version)
    assert verify_game(game) is None
    with pytest.raises(Tampered, match="its hash is not that of the head"):
        check_head(export_game(game), parse_head(kept))


def test_an_owner_of_the_database_who_goes_back_to_the_weaker_format_is_found(game: UUID) -> None:
    forging.rewrite_in_format_1(game)
    assert "event 1: its chain has format 1" in finding(game)


def test_an_owner_of_the_database_who_names_another_winner_is_found_by_the_rules() -> None:
    game = play_to_the_end()
    forging.rewrite(game, change_winner)
    assert "no rule allows it: the rules give GameEnded with winners" in finding(game)


def test_a_player_who_changes_an_event_of_the_record_is_found_by_the_chain(game: UUID) -> None:
    forged = from_json(to_json(export_game(game)).replace(b'"amount":', b'"amount":9', 1))
    with pytest.raises(Tampered, match="its hash does not follow from what it says"):
        check(forged)


def test_a_player_who_inserts_an_event_into_the_record_is_found_by_the_rules(game: UUID) -> None:
    with pytest.raises(Tampered, match="no rule allows it: its command led to nothing more"):
        check(forge(export_game(game), add_income))


def test_a_player_who_names_another_winner_in_the_record_is_found_by_the_rules() -> None:
    with pytest.raises(Tampered, match="the rules give GameEnded with winners"):
        check(forge(export_game(play_to_the_end()), change_winner))


def test_an_sql_user_who_inserts_a_renumbering_that_swaps_two_is_found_by_the_rules() -> None:
    game = play_to_the_end()
    one, other = people_named(table_of(game))
    swap = PlayersRenumbered(((one, other), (other, one)))
    append_forged(game, swap, "host", "")
    assert f"The table names another person {other}" in finding(game)


def test_an_sql_user_who_inserts_a_renumbering_in_a_players_name_is_found_by_the_rules() -> None:
    game = play_to_the_end()
    append_forged(game, renumber_players(table_of(game)), "user:1", "f" * 32)
    assert "players are renumbered only by the host's import" in finding(game)


def test_an_sql_user_who_inserts_a_second_renumbering_is_found_by_the_rules() -> None:
    game = play_to_the_end()
    append_forged(game, renumber_players(table_of(game)), "host", "")
    assert verify_game(game) is None
    append_forged(game, renumber_players(table_of(game)), "host", "")
    assert "its players were renumbered before" in finding(game)


def test_a_player_who_swaps_two_in_the_record_is_found_by_the_rules() -> None:
    game = play_to_the_end()
    one, other = people_named(table_of(game))
    swap = PlayersRenumbered(((one, other), (other, one)))
    with pytest.raises(Tampered, match=f"The table names another person {other}"):
        check(forge(export_game(game), lambda history: append_event(history, swap)))


def test_a_player_who_gives_the_seats_of_the_record_to_strangers_is_told_of_by_the_checker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, path = play_to_the_end(), tmp_path / "game.json"
    strange = renumber_players(table_of(game))
    forged = forge(export_game(game), lambda history: append_event(history, strange))
    path.write_bytes(to_json(record_from(forged.game, forged.entries)))
    assert main([str(path)]) == 0
    assert f", players renumbered at event {len(forged.entries)}: true" in capsys.readouterr().out


def renumber_players(state: State) -> PlayersRenumbered:
    """The event that an import would write."""
    named = people_named(state)
    return PlayersRenumbered(tuple((number, number + 9000) for number in named))


def append_forged(game: UUID, event: Event, actor: str, fingerprint: str) -> None:
    head = store.head_of(game)
    cause = Cause(actor, datetime(2030, 5, 1, tzinfo=UTC), f"forged {head.version}", fingerprint)
    store.append(game, head, (event,), cause, digest(table_of(game)))
    rebuild_game(game)


def append_event(history: list[EventRow], event: Event) -> list[EventRow]:
    last = history[-1].entry
    stamp = replace(last.stamp, actor="host", command="forged")
    entry = replace(last, stamp=stamp, event=Raw(payload_of(event)), fingerprint="")
    return [*history, EventRow("PlayersRenumbered", entry)]


def test_a_player_who_rewrites_the_record_within_the_rules_is_found_by_a_head(game: UUID) -> None:
    kept = parse_head(short_head_of(game))
    forged = forge(export_game(game), change_actor)
    check(forged)
    with pytest.raises(Tampered, match="its hash is not that of the head"):
        check_head(forged, kept)


def test_a_player_who_cuts_the_tail_of_the_record_is_found_by_a_newer_head(game: UUID) -> None:
    kept = parse_head(short_head_of(game))
    record = export_game(game, up_to=start_of_last_command(store.read_rows(game)))
    check(record)
    with pytest.raises(Tampered, match="it is missing: the record ends with event"):
        check_head(record, kept)
    check_head(export_game(game), kept)


def start_of_last_command(history: Sequence[EventRow]) -> int:
    """The number of events before the last command."""
    last = history[-1].entry.stamp.command
    return next(i for i, each in enumerate(history) if each.entry.stamp.command == last)


def raise_income(history: list[EventRow]) -> list[EventRow]:
    """Adds 9 to an income."""
    first = next(i for i, each in enumerate(history) if each.type == "IncomeCollected")
    entry = history[first].entry
    event = Raw(bytes(entry.event).replace(b'"amount":', b'"amount":9'))
    return [
        replace(each, entry=replace(entry, event=event)) if i == first else each
        for i, each in enumerate(history)
    ]


def change_winner(history: list[EventRow]) -> list[EventRow]:
    last = next(each for each in history if is_end(each))
    event = bytes(last.entry.event)
    others = event.replace(b'"winners":[', b'"winners":[1,0,').replace(b"[1,0,0]", b"[1]")
    others = others.replace(b"[1,0,1]", b"[0]")
    return [
        replace(each, entry=replace(each.entry, event=Raw(others))) if each is last else each
        for each in history
    ]


def is_end(each: EventRow) -> bool:
    return b'"type":"GameEnded"' in bytes(each.entry.event)


def add_income(history: list[EventRow]) -> list[EventRow]:
    *before, last = history
    event = Raw(payload_of(IncomeCollected(0, 0, 500)))
    more = replace(last, entry=replace(last.entry, event=event, digest="0" * 64))
    return [*before, last, more]


def change_actor(history: list[EventRow]) -> list[EventRow]:
    return [
        replace(each, entry=replace(each.entry, stamp=replace(each.entry.stamp, actor="user:9")))
        for each in history
    ]


def forge(record: Record, change: forging.Change) -> Record:
    """A changed record with every hash computed anew."""
    history = list(change([EventRow("", entry) for entry in record.entries]))
    entries = tuple(
        each.entry for each in forging.chain_anew(UUID(record.game), history, record.format)
    )
    return from_json(to_json(replace(record, entries=entries, head="")))


def empty_store_but_for(game: UUID) -> None:
    forging.execute_unguarded(
        f"DELETE FROM {forging.TABLE} WHERE game_id <> %s", forging.id_of(game)
    )


def play_to_the_end() -> UUID:
    made = start_game(cast())
    draws = Draws(3, "finished")
    while table_of(made).status != "ended":
        play_at_random(made, draws.below)
    return made
