"""Mail addresses in one spelling each, for finding people and counting limits."""

from contextlib import suppress
from functools import reduce
from operator import or_

import idna
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q

from games.domain.errors import Unreadable


class NoAddress(Unreadable):
    says = (
        "“{value}” is not an address for mail: write it as name@example.org, with plain letters before "
        "the @ and a domain behind it, without quotes and brackets."
    )


def address_of(text: str) -> str:
    """The address in lower case, with its domain in ASCII, as name servers spell it."""
    name, _, domain = text.strip().rpartition("@")
    if not name.isascii() or '"' in name or "[" in domain:
        raise NoAddress(text)
    try:
        if not domain.isascii():
            domain = idna.encode(domain, uts46=True).decode()
        address = f"{name}@{domain}".lower()
        validate_email(address)
    except (idna.IDNAError, ValidationError) as error:
        raise NoAddress(text) from error
    return address


def key_of(address: str) -> str:
    """The spelling under which an address counts; one that `address_of` refuses, as written."""
    try:
        return address_of(address)
    except NoAddress:
        return address.strip().lower()


def spellings(address: str) -> list[str]:
    """All spellings that rows may have: older rows keep domains that are not ASCII."""
    key = key_of(address)
    name, _, domain = key.rpartition("@")
    known_spellings = {key, address.strip().lower()}
    with suppress(UnicodeError):
        known_spellings.add(f"{name}@{idna.decode(domain)}")
    return sorted(known_spellings)


def any_spelling(field: str, address: str) -> Q:
    """Matches rows that keep the case in which an address was written."""
    return reduce(or_, (Q(**{f"{field}__iexact": each}) for each in spellings(address)))
