"""What computer players are called and how they play, in the present language."""

from django.utils.translation import gettext as _
from msgspec import Struct

from games.bots import STAND_IN, STRENGTHS, BotName, strength_of


class ComputerPlayer(Struct, frozen=True):
    name: BotName
    """What a call names it by."""
    title: str
    """What people call it."""
    character: str
    """How it plays, in a sentence."""


def computer_players() -> tuple[ComputerPlayer, ...]:
    """The weakest first."""
    return tuple(
        ComputerPlayer(each.name, _(each.title), _(each.character)) for each in STRENGTHS.values()
    )


def computer_title(bot: str) -> str:
    return _(strength_of(bot).title)


def computer_name(bot: str) -> str:
    """`Strong (computer)`."""
    return _("{title} (computer)").format(title=computer_title(bot))


def strength_in(text: str) -> BotName:
    """What a form has chosen; one that leaves it out lets us choose."""
    return strength_of(text).name if text else STAND_IN
