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
    days = {name: age.days for name, age in AGES.items()}
    for name, text in given.items():
        least = AGES[name].at_least
        if not text.isdecimal() or int(text) < least:
            raise ImproperlyConfigured(
                f"KEEP_DAYS has {name}={text}; it takes whole days, at least {least}."
            )
        days[name] = int(text)
    return days
