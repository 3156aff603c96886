"""Makes the town's people, each with a token, and prints them: run within the site's settings."""

import sys
from datetime import timedelta

import msgspec

from games.models import Person, Token
from tests.trials.town import calls


def make_people(number: int) -> None:
    made = []
    for each in range(number):
        address = f"person-{each}@example.org"
        person = Person.objects.create(username=f"person-{each}", email=address)
        _, secret = Token.objects.create(
            person, expiry=timedelta(days=1), name="town", scope="play"
        )
        made.append(calls.Person(person.pk, address, str(secret)))
    sys.stdout.write(msgspec.json.encode(made).decode())
