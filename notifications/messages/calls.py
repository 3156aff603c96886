"""What a person's programs are told of a command: its events, or that it is the person's turn."""

from games.events import store
from notifications.messages.message import Batch, Call
from notifications.models import Notice


def events(notice: Notice, _: Batch) -> Call:
    content = _span(notice)
    first, version = content["first"], content["version"]
    events = store.read(notice.game_id, after=first - 1, up_to=version)
    numbered = [{"version": number, "event": event} for number, event in enumerate(events, first)]
    return Call({"game": notice.game_id, **content, "kind": "events", "events": numbered})


def to_move(notice: Notice, _: Batch) -> Call:
    return Call({"game": notice.game_id, **_span(notice), "kind": "turn"})


def _span(notice: Notice) -> dict[str, int]:
    """The notice's content is the first event; its occasion begins with the last."""
    return {"first": int(notice.content), "version": int(notice.occasion.partition(".")[0])}
