"""What is posted to webhooks, in the schema: made of the structs that the posts are."""

from typing import Any

import msgspec

from games.api.components import components, reference
from games.api.examples import GAME
from games.domain.table import Table
from notifications.messages.calls import EventsCall, Ping, TurnCall
from notifications.messages.message import Call

Plain = dict[str, Any]
POSTS: dict[str, tuple[type[Call], str, str]] = {
    "events": (
        EventsCall,
        "Something happened in a game of yours",
        "To webhooks that are made with `what` = `all`. It can come twice and in any order: `first` "
        "and `version` show what is missing in between.",
    ),
    "turn": (
        TurnCall,
        "It is your turn",
        "To webhooks that are made with `what` = `turn`. The events are read from the feed.",
    ),
    "ping": (Ping, "A try", "What `pingWebhook` posts; it is tried once."),
}
HEADERS = (
    "It is signed by the Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) "
    "and as Stripe signs (`Franchise-Signature`). `webhook-id`, or `Franchise-Delivery` with full "
    "stops, is the same each time that it is posted: drop those that you have had."
)


def tell_posts(result: Plain, **_: object) -> Plain:
    kinds = [kind for kind, *_ in POSTS.values()]
    shapes = components((Table, *kinds))
    for kind in kinds:
        result["components"]["schemas"][kind.__name__] = shapes[kind.__name__]
    examples = _examples(result)
    result["webhooks"] = {
        name: {"post": _post(name, *told, examples[name])} for name, told in POSTS.items()
    }
    return result


def _post(name: str, kind: type[Call], summary: str, about: str, example: Call) -> Plain:
    content = {
        "schema": reference(kind.__name__),
        "examples": {"one": {"value": msgspec.to_builtins(example)}},
    }
    return {
        "operationId": f"post{name.capitalize()}",
        "summary": summary,
        "description": f"{about} {HEADERS}",
        "tags": ["Webhooks"],
        "security": [],
        # Not a call of a client: openapi-generator would make one that does not compile.
        "x-internal": True,
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "2XX": {"description": "It has arrived. The body is not read."},
            "default": {
                "description": "It has not, nor has what takes longer than 10 seconds: it is posted "
                "again, a ping excepted."
            },
        },
    }


def _examples(result: Plain) -> dict[str, Call]:
    """The events are those of the turn that is the example of its call."""
    turn = result["paths"]["/api/games/{game_id}/turns/"]["post"]["responses"]["200"]
    played = turn["content"]["application/json"]["examples"]["one"]["value"]
    first, version = played["events"][0]["version"], played["version"]
    told = {"kind": "events", "game": str(GAME), "first": first, "version": version}
    return {
        "events": msgspec.convert(told | {"events": played["events"]}, EventsCall),
        "turn": TurnCall(GAME, first, version),
        "ping": Ping(12),
    }
