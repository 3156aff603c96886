"""Whatever mail fuzzing made up is read or refused; nothing of it is an error of the program."""

from contextlib import suppress
from functools import partial
from typing import get_args

from games.domain import Refusal
from games.domain.commands import Choice
from mail_in.cutting import own_lines
from mail_in.orders import is_order, read_instructions
from mail_in.reading import parse_mail
from tests.fuzzed import raw_inputs


def test_mails_are_read_or_refused() -> None:
    for raw in raw_inputs("mails"):
        mail = parse_mail(raw)
        for choice in (*get_args(Choice), None):
            lines = own_lines(mail.text, partial(is_order, choice=choice))
            with suppress(Refusal):
                read_instructions(lines, choice, names=("Ada Lovelace",))
