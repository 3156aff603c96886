"""Events as JSON text, as they are stored."""

from collections.abc import Iterable

from msgspec import ValidationError, json

from games.domain.events import Event
from games.domain.state import upcast_layout

encoder = json.Encoder()
decoder: json.Decoder[tuple[Event, ...]] = json.Decoder(tuple[Event, ...])


def from_payloads(payloads: Iterable[str]) -> tuple[Event, ...]:
    """Events that were encoded one by one, decoded in one go."""
    text = f"[{','.join(payloads)}]"
    try:
        return decoder.decode(text)
    except ValidationError:
        return decoder.decode(upcast_layout(text))
