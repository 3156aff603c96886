"""Makes the game of the trial: `python -m tests.trials.mail.game`. Prints nothing."""

import django

django.setup()

from tests.doing import start_game  # noqa: E402 - after the set-up
from tests.people import cast  # noqa: E402 - after the set-up

if __name__ == "__main__":
    people = cast()
    for person in people:
        person.email = f"{person.username}@example.net"
        person.save(update_fields=["email"])
    start_game(people)
