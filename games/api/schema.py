"""The OpenAPI document: shapes from the structs that are read and answered with."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Struct

from games.api import answers, bodies
from games.api.problems import MEDIA_TYPE, Problem
from games.domain import Event
from games.domain.board import Board
from games.domain.commands import BoomBody, DraftBody, TownBody, TurnBody
from games.domain.moves import Choices
from games.domain.record import Record
from games.domain.state import Status
from games.domain.table import Table

View = TypeVar("View", bound=Callable[..., Any])
Plain = dict[str, Any]

REF = "#/components/schemas/{name}"
EVERYWHERE = (400, 401, 404, 406, 429)
ON_WRITING = (*EVERYWHERE, 403, 411, 413, 415, 422)
ON_MOVING = (*ON_WRITING, 409)
ON_PLAYING = (*ON_MOVING, 428)
TAKES: tuple[type[Struct], ...] = (
    TownBody, BoomBody, DraftBody, TurnBody, bodies.NewGame, bodies.Join, bodies.Leave,
    bodies.Invite, bodies.Start, bodies.TakeOver, bodies.BackTo, bodies.WhatIf,
    bodies.NewToken, bodies.NewWebhook, bodies.Say, bodies.Nothing,
)  # fmt: skip


class Answer(Struct, frozen=True):
    shape: type[Struct] | None
    status: int = 200
    problems: tuple[int, ...] = EVERYWHERE
    parameters: tuple[str, ...] = ()


IF_NONE_MATCH = ("If-None-Match",)
IDEMPOTENCY_KEY = ("Idempotency-Key",)
IF_MATCH = ("If-Match",)
TURN = Answer(answers.Played, problems=ON_PLAYING, parameters=("If-Match!", *IDEMPOTENCY_KEY))
LOBBY = Answer(answers.Played, problems=ON_MOVING, parameters=IDEMPOTENCY_KEY)
ANSWERS: dict[str, Answer] = {
    "listGames": Answer(
        answers.Games, parameters=("status", "mine", "cursor", "limit", *IF_NONE_MATCH)
    ),
    "createGame": Answer(answers.GameTable, 201, ON_MOVING, IDEMPOTENCY_KEY),
    "getGame": Answer(answers.GameTable, parameters=IF_NONE_MATCH),
    "joinGame": LOBBY,
    "leaveGame": LOBBY,
    "startGame": LOBBY,
    "inviteToGame": Answer(answers.Invitation, 201, ON_MOVING, IDEMPOTENCY_KEY),
    "listInvitations": Answer(
        answers.Invitations, problems=(*EVERYWHERE, 403), parameters=IF_NONE_MATCH
    ),
    "revokeInvitation": Answer(None, 204, (*EVERYWHERE, 403, 422)),
    "pauseGame": LOBBY,
    "resumeGame": LOBBY,
    "takeOverSeat": LOBBY,
    "chooseTown": TURN,
    "placeBoom": TURN,
    "draft": TURN,
    "takeTurn": TURN,
    "takeBack": Answer(
        answers.Played, problems=ON_MOVING, parameters=(*IF_MATCH, *IDEMPOTENCY_KEY)
    ),
    "getOptions": Answer(Choices, parameters=IF_NONE_MATCH),
    "previewTurn": Answer(answers.Preview, problems=ON_MOVING, parameters=IF_MATCH),
    "whatIf": Answer(answers.WhatIfAnswer, problems=ON_WRITING),
    "getEvents": Answer(answers.Feed, parameters=("after", "events", *IF_NONE_MATCH)),
    "getTable": Answer(Table, parameters=IF_NONE_MATCH),
    "getReplay": Answer(answers.Replay, parameters=IF_NONE_MATCH),
    "getRecord": Answer(Record, parameters=IF_NONE_MATCH),
    "getChat": Answer(answers.Chat, problems=(*EVERYWHERE, 403), parameters=IF_NONE_MATCH),
    "say": Answer(answers.ChatLine, 201, ON_WRITING, IDEMPOTENCY_KEY),
    "getRuleset": Answer(Board, parameters=IF_NONE_MATCH),
    "whoAmI": Answer(answers.Me, parameters=IF_NONE_MATCH),
    "listTokens": Answer(answers.Tokens, parameters=IF_NONE_MATCH),
    "createToken": Answer(answers.MadeToken, 201, ON_WRITING),
    "revokeToken": Answer(None, 204, (*EVERYWHERE, 403)),
    "listSessions": Answer(answers.Sessions, parameters=IF_NONE_MATCH),
    "endSessions": Answer(None, 204, (*EVERYWHERE, 403)),
    "endSession": Answer(None, 204, (*EVERYWHERE, 403)),
    "listWebhooks": Answer(answers.Webhooks, parameters=IF_NONE_MATCH),
    "createWebhook": Answer(answers.MadeWebhook, 201, ON_WRITING),
    "removeWebhook": Answer(None, 204, (*EVERYWHERE, 403)),
}


def _parameter(
    name: str,
    what: str,
    kind: Any = str,
    *,
    place: Literal["query", "header"] = "header",
    required: bool = False,
) -> OpenApiParameter:
    return OpenApiParameter(name, kind, place, description=what, required=required)


def _number_schema(low: int, high: int, default: int) -> Plain:
    return {"type": "integer", "minimum": low, "maximum": high, "default": default}


ETAG: Plain = {"type": "string", "pattern": r'^(W/)?"[0-9]{1,9}"$', "examples": ['"12"']}
PARAMETERS = {
    "If-Match": _parameter("If-Match", "The version that you saw, in quotes.", ETAG),
    "If-Match!": _parameter(
        "If-Match", "The version that you saw, in quotes.", ETAG, required=True
    ),
    "If-None-Match": _parameter("If-None-Match", "The ETag that you have; 304 if it is present."),
    "Idempotency-Key": _parameter(
        "Idempotency-Key",
        "Yours for this call: sent again, it gets the first answer again.",
        {"type": "string", "pattern": "^[!-~]{1,64}$"},
    ),
    "status": _parameter(
        "status",
        "Only games that are at this.",
        {"type": "string", "enum": list(msgspec.inspect.type_info(Status).values)},  # type: ignore[attr-defined]
        place="query",
    ),
    "mine": _parameter(
        "mine", "Yours instead of the public ones.", OpenApiTypes.BOOL, place="query"
    ),
    "cursor": _parameter("cursor", "From `next` or `previous`.", place="query"),
    "limit": _parameter("limit", "Games a page.", _number_schema(1, 100, 50), place="query"),
    "after": _parameter(
        "after", "The version that you have.", _number_schema(0, 999_999_999, 0), place="query"
    ),
    "events": _parameter("limit", "Events a page.", _number_schema(1, 500, 100), place="query"),
}


def call(
    operation: str, summary: str, *, takes: type[Struct] | None = None
) -> Callable[[View], View]:
    """A call of the API as the schema tells it; its answers stand in `ANSWERS`."""
    answer = ANSWERS[operation]
    shape = None if answer.shape is None else _ref(answer.shape)
    responses: dict[Any, Any] = {answer.status: shape}
    responses |= {(status, MEDIA_TYPE): _ref(Problem) for status in answer.problems}
    if "If-None-Match" in answer.parameters:
        responses[304] = None
    return extend_schema(
        operation_id=operation,
        summary=summary,
        parameters=[PARAMETERS[name] for name in answer.parameters],
        request=None if takes is None else {"application/json": _ref(takes)},
        responses=responses,
    )


def _ref(shape: type[Struct]) -> Plain:
    return {"$ref": REF.format(name=shape.__name__)}


def components() -> Plain:
    """Every shape once: who means an event, or a table that is JSON already, refers to it."""
    roots = [answer.shape for answer in ANSWERS.values() if answer.shape is not None]
    (event, *_), schemas = msgspec.json.schema_components(
        [Event, *TAKES, *roots, Problem], ref_template=REF
    )
    plain = {
        name: {**schema, "properties": _simplify(schema["properties"], event)}
        for name, schema in schemas.items()
    }
    return {**plain, "Event": event}


def _simplify(schema: Any, event: Plain) -> Any:
    """Without copies of the event, and without what makers of clients do not understand."""
    if isinstance(schema, list):
        return [_simplify(each, event) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema == event:
        return {"$ref": REF.format(name="Event")}
    if isinstance(schema.get("title"), str):
        return {"$ref": REF.format(name=schema["title"])}
    plain = {key: _simplify(value, event) for key, value in schema.items()}
    if "prefixItems" in plain:
        first, *others = plain.pop("prefixItems")
        more = [each for each in others if each != first]
        plain["items"] = {"anyOf": [first, *more]} if more else first
    if "pattern" in plain:
        plain["pattern"] = plain["pattern"].replace(r"\Z", "$")
    return plain


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "games.api.auth.ByToken"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Plain:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token …` or `Bearer …`, made on the page; what it may do is its scope.",
        }


OPEN_TO_ALL = {"previewTurn", "whatIf"}
FOR_MEMBERS = {"getChat", "listInvitations", "whoAmI", "listTokens", "listSessions", "listWebhooks"}
ON_NEW_GAME = (
    "getGame", "joinGame", "leaveGame", "startGame", "inviteToGame", "chooseTown", "takeTurn",
    "getOptions", "previewTurn", "whatIf", "getEvents", "getReplay", "getRecord",
)  # fmt: skip


def complete(result: Plain, **_: object) -> Plain:
    """What the framework cannot know: shapes, examples, links, and what needs no token."""
    from games.api.examples import examples  # noqa: PLC0415 - plays a game, only when asked

    result["components"]["schemas"] = components()
    by_operation = examples()
    for path in result["paths"].values():
        for method, operation in path.items():
            name = operation["operationId"]
            open_to_all = (method == "get" and name not in FOR_MEMBERS) or name in OPEN_TO_ALL
            if open_to_all:
                operation["security"] = [*operation.get("security", []), {}]
            _show(operation, by_operation[name])
    _link(result["paths"])
    return result


def _show(operation: Plain, example: Plain) -> None:
    if "takes" in example:
        operation["requestBody"]["required"] = True
        content = operation["requestBody"]["content"]["application/json"]
        content["examples"] = {"one": {"value": example["takes"]}}
    for status, response in operation["responses"].items():
        if status in example:
            response["content"]["application/json"]["examples"] = {
                "one": {"value": example[status]}
            }


def _link(paths: Plain) -> None:
    response = paths["/api/games/"]["post"]["responses"]["201"]
    response["links"] = {
        name: {"operationId": name, "parameters": {"game_id": "$response.body#/game/id"}}
        for name in ON_NEW_GAME
    }
    invitation = paths["/api/games/{game_id}/invite/"]["post"]["responses"]["201"]
    parameters = {"game_id": "$request.path.game_id", "invitation": "$response.body#/id"}
    invitation["links"] = {"revoke": {"operationId": "revokeInvitation", "parameters": parameters}}
    for thing, undo in (("token", "revokeToken"), ("webhook", "removeWebhook")):
        parameters = {thing: "$response.body#/id"}
        response = paths[f"/api/{thing}s/"]["post"]["responses"]["201"]
        response["links"] = {undo: {"operationId": undo, "parameters": parameters}}
