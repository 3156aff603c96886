"""Where the pictures of the land beneath a board are."""

from django.templatetags.static import static

from games.domain.state import State
from games.drawing import Addresses


def land_addresses(state: State) -> Addresses:
    closed = "closed" if state.setup.closed else "whole"
    return Addresses(*(static(f"img/land-{closed}-{time}.svg") for time in ("day", "night")))
