"""The floor of the store's figures: the statements of a turn by the bare driver."""

from collections.abc import Callable
from uuid import UUID, uuid4

import psycopg

from games.edge import now
from games.events import store
from games.models import Game, Person

TABLES = ("event_store_storedevent", "games_game", "notifications_notice")
TEXT = '{"type":"FranchiseOpened","seat":0,"place":"oklahoma-city"}'
ROW = "(%s, %s, 'FranchiseOpened', %s, 'user:1', %s, %s, %s, %s, %s)"
INSERT = (
    "INSERT INTO raw_event_store_storedevent"
    " (game_id, version, type, payload, actor, command_id, fingerprint, at, hash, digest) VALUES "
)
UPDATE = (
    "UPDATE raw_games_game SET version = %s, head = %s, turn = turn + 1, deadline = %s,"
    " changed = %s, digest = %s, snapshot = %s WHERE id = %s"
)
NOTICE = (
    "INSERT INTO raw_notifications_notice (game_id, occasion, message, channel, recipient_id, due)"
    " VALUES (%s, %s, 'turn', 'mail', %s, %s)"
)


class RawTurn:
    """Writes into copies of the tables, with their indexes, the bytes of a real game."""

    def __init__(self, game: UUID, dsn: str, *, creates: bool = True) -> None:
        self.connection = psycopg.connect(dsn, autocommit=True)
        self.game = uuid4()
        self.version = 0
        row = Game.objects.values("snapshot", "digest").get(id=game)
        self.snapshot, self.digest = row["snapshot"], row["digest"]
        self.head = store.head_of(game).hash
        self.person = Person.objects.order_by("id").values_list("id", flat=True)[0]
        for table in TABLES if creates else ():
            self.connection.execute(f"CREATE TABLE raw_{table} (LIKE {table} INCLUDING ALL)")
        copied = "INSERT INTO raw_games_game SELECT * FROM games_game WHERE id = %s"
        self.connection.execute(copied, [game])
        renamed = "UPDATE raw_games_game SET id = %s WHERE id = %s"
        self.connection.execute(renamed, [self.game, game])

    def turn(self, events: int) -> Callable[[], None]:
        at, last = now(), self.version + events
        values: list[object] = []
        for version in range(self.version + 1, last + 1):
            fingerprint = "" if version > self.version + 1 else "f" * 32
            digest = self.digest if version == last else ""
            values += [self.game, version, TEXT, f"c{last}", fingerprint, at, self.head, digest]
        insert = INSERT + ", ".join([ROW] * events)
        row = [last, self.head, at, at, self.digest, self.snapshot, self.game]
        notice = [self.game, str(last), self.person, at]
        self.version = last

        def write() -> None:
            with self.connection.transaction(), self.connection.cursor() as cursor:
                cursor.execute(insert, values)
                cursor.execute(UPDATE, row)
                cursor.execute(NOTICE, notice)

        return write


def raw_rows(game: UUID, dsn: str) -> Callable[[], list[tuple[str]]]:
    bare = psycopg.connect(dsn, autocommit=True)
    select = "SELECT payload FROM event_store_storedevent WHERE game_id = %s ORDER BY version"
    return lambda: bare.execute(select, [game]).fetchall()
