"""The pages of a replay, read as a browser reads them."""

from uuid import UUID

from games.events import store
from games.models import Person
from tests.doing import browser, read_page


def read_replay(path: str, person: Person | None = None) -> str:
    return read_page(browser(person), path)


def last_version(game: UUID) -> int:
    return store.head_of(game).version


def read_as_staff(path: str) -> str:
    host, _ = Person.objects.get_or_create(
        username="host", defaults={"is_staff": True, "is_superuser": True}
    )
    return read_replay(path, host)
