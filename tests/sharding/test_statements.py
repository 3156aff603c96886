"""The reader of statements finds those that name no game, and no others."""

import pytest

from tests.sharding.statements import unnamed_tables

SPREAD = {"games_game": "id", "games_seat": "game_id"}
NAMED = [
    "SELECT version FROM games_game WHERE id = %s ORDER BY 1",
    "SELECT 1 FROM games_game WHERE id = '0a'::uuid",
    "UPDATE games_game SET version = %s WHERE id = %s AND version = %s",
    "INSERT INTO games_seat (game_id, number) VALUES (%s, %s)",
    'INSERT INTO "games_seat" ("game_id", "number") SELECT %s, number FROM wanted',
    'SELECT 1 FROM "games_seat" LEFT OUTER JOIN "games_person" ON ("games_seat"."player_id" ='
    ' "games_person"."id") WHERE "games_seat"."game_id" IN (%s, %s) ORDER BY 1',
    'SELECT 1 FROM "games_seat" INNER JOIN "games_game" ON ("games_seat"."game_id" ='
    ' "games_game"."id") WHERE "games_game"."id" = %s',
    'SELECT 1 FROM "games_seat" U0 WHERE ((U0."game_id" = %s AND U0."number" = %s)'
    ' OR (U0."game_id" = %s AND U0."number" = %s))',
    'DELETE FROM "games_seat" WHERE ("games_seat"."game_id", "games_seat"."number") IN ((%s, %s))',
    'SELECT EXISTS(SELECT 1 AS "a" FROM "games_seat" U0 WHERE (U0."game_id" = ("games_game"."id")))'
    ' FROM "games_game" WHERE "games_game"."id" = %s',
    'SELECT 1 FROM "games_person" WHERE "games_person"."name" = %s',
]
UNNAMED = {
    "SELECT version FROM games_game WHERE version = %s": "games_game",
    "SELECT version FROM games_game WHERE id > %s": "games_game",
    "SELECT version FROM games_game WHERE id = %s OR version = %s": "games_game",
    "SELECT version FROM games_game WHERE NOT (id = %s)": "games_game",
    "SELECT version FROM games_game WHERE NOT id = %s": "games_game",
    "SELECT COUNT(*) FROM (SELECT 1 FROM games_game) counted": "games_game",
    "DELETE FROM games_seat WHERE number IN (%s, %s)": "games_seat",
    "INSERT INTO games_seat (number) VALUES (%s)": "games_seat",
    "(SELECT id FROM games_game WHERE id = %s) UNION (SELECT game_id FROM games_seat)": "games_seat",
    'SELECT 1 FROM "games_game" WHERE "games_game"."id" IN (SELECT U0."game_id" FROM "games_seat"'
    ' U0 WHERE U0."game_id" = %s)': "games_game",
    'SELECT 1 FROM "games_person" WHERE EXISTS(SELECT 1 AS "a" FROM "games_game" U0 WHERE'
    ' U0."owner_id" = ("games_person"."id"))': "games_game",
}


@pytest.mark.parametrize("statement", NAMED)
def test_a_statement_that_names_its_game(statement: str) -> None:
    assert unnamed_tables(statement, SPREAD) == ()


@pytest.mark.parametrize("statement", UNNAMED)
def test_a_statement_that_names_none(statement: str) -> None:
    assert unnamed_tables(statement, SPREAD) == (UNNAMED[statement],)


def test_both_tables_of_a_join_may_be_of_any_game() -> None:
    join = 'SELECT 1 FROM "games_seat" INNER JOIN "games_game" ON ("games_seat"."game_id" = "games_game"."id")'
    assert unnamed_tables(join, SPREAD) == ("games_game", "games_seat")
