"""For how many days rows are kept after use: KEEP_DAYS, `notices=30,reports=180`."""

from collections.abc import Mapping
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured


class Age(NamedTuple):
    days: int
    at_least: int


AGES = {
    "notices": Age(30, at_least=1),
    # A mail server may bring a mail again for days, a mailbox for weeks.
    "inbound": Age(90, at_least=30),
    # Limits on invitations count those of a day.
    "invitation_mails": Age(30, at_least=2),
    # A webhook that nothing reaches is switched off after a day.
    "deliveries": Age(7, at_least=2),
    "reports": Age(180, at_least=1),
}


def days_to_keep(given: Mapping[str, str]) -> dict[str, int]:
    unknown = sorted(given.keys() - AGES.keys())
    if unknown:
        raise ImproperlyConfigured(
            f"KEEP_DAYS names {', '.join(unknown)}; it knows {', '.join(AGES)}."
        )
    return {name: _days(name, given.get(name), age) for name, age in AGES.items()}


def _days(name: str, given: str | None, age: Age) -> int:
    if given is None:
        return age.days
    if not given.isdecimal() or int(given) < age.at_least:
        raise ImproperlyConfigured(
            f"KEEP_DAYS has {name}={given}; it takes whole days, at least {age.at_least}."
        )
    return int(given)
