"""The OpenAPI document: shapes from the structs that are read and answered with."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import msgspec
from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Struct

from games.api import account, answers, bodies, talk, webhook_answers
from games.api.about import ABOUT, IN_PATHS, TAGS
from games.api.components import components, reference
from games.api.game_table import EXPANDABLE, ExpandedTable, GameTable
from games.api.problems import MEDIA_TYPE, Problem
from games.api.responses import complete_responses, header_components, problem_components
from games.domain.board import Board
from games.domain.commands import BoomBody, DraftBody, TownBody, TurnBody
from games.domain.moves import Choices
from games.domain.record import Record
from games.domain.state import Status
from games.domain.table import Table

View = TypeVar("View", bound=Callable[..., Any])
Plain = dict[str, Any]

EVERYWHERE = (400, 401, 404, 406, 429)
ON_WRITING = (*EVERYWHERE, 403, 411, 413, 415, 422)
ON_CHANGING = (*ON_WRITING, 412)
ON_MOVING = (*ON_WRITING, 409)
ON_PLAYING = (*ON_MOVING, 428)
TAKES: tuple[type[Struct], ...] = (
    TownBody, BoomBody, DraftBody, TurnBody, bodies.NewGame, bodies.Join, bodies.Leave,
    bodies.Invite, bodies.Start, bodies.WantedRuleset, bodies.WantedComputer, bodies.TakeOver, bodies.BackTo, bodies.WhatIf,
    bodies.NewToken, bodies.NewWebhook, bodies.ChangedWebhook, bodies.RenewSecret, account.Holiday, account.ChangedPreferences,
    account.ChangedGamePreference, talk.Say, talk.KeepNote, talk.NewVariation, talk.ChangedVariation, bodies.Nothing,
)  # fmt: skip


WITH_VERSION = (
    answers.Played,
    GameTable,
    ExpandedTable,
    answers.Invitation,
    talk.Note,
    talk.Variation,
)


class Answer(Struct, frozen=True):
    shape: type[Struct] | None
    status: int = 200
    problems: tuple[int, ...] = EVERYWHERE
    parameters: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    """Headers of its own."""
    also: int | None = None
    """Another status with the same shape, of a call that found nothing to make."""

    def headers(self) -> tuple[str, ...]:
        has_version = self.shape in WITH_VERSION
        tags = ("ETag",) if has_version or "If-None-Match" in self.parameters else ()
        return (*self.more, *tags, *(("Cache-Control",) if tags else ()))


LAST_LINE = 2**53 - 1
IF_NONE_MATCH = ("If-None-Match",)
IDEMPOTENCY_KEY = ("Idempotency-Key",)
IF_MATCH = ("If-Match",)
IF_UNCHANGED = ("If-Match~",)
TURN = Answer(answers.Played, problems=ON_PLAYING, parameters=("If-Match!", *IDEMPOTENCY_KEY))
LOBBY = Answer(answers.Played, problems=ON_MOVING, parameters=IDEMPOTENCY_KEY)
ANSWERS: dict[str, Answer] = {
    "listGames": Answer(
        answers.Games, parameters=("status", "mine", "cursor", "limit", *IF_NONE_MATCH)
    ),
    "createGame": Answer(GameTable, 201, ON_MOVING, IDEMPOTENCY_KEY, ("Location",)),
    "getGame": Answer(ExpandedTable, parameters=("expand", *IF_NONE_MATCH)),
    "joinGame": LOBBY,
    "leaveGame": LOBBY,
    "listComputerPlayers": Answer(answers.ComputerPlayers, parameters=IF_NONE_MATCH),
    "startGame": LOBBY,
    "inviteToGame": Answer(answers.Invitation, 201, ON_MOVING, IDEMPOTENCY_KEY),
    "listInvitations": Answer(
        answers.Invitations, problems=(*EVERYWHERE, 403), parameters=IF_NONE_MATCH
    ),
    "revokeInvitation": Answer(None, 204, (*EVERYWHERE, 403, 422)),
    "abandonGame": LOBBY,
    "pauseGame": LOBBY,
    "resumeGame": LOBBY,
    "chooseRuleset": LOBBY,
    "chooseComputer": LOBBY,
    "takeOverSeat": LOBBY,
    "playAgain": Answer(GameTable, 201, ON_MOVING, IDEMPOTENCY_KEY, ("Location",), also=200),
    "chooseTown": TURN,
    "placeBoom": TURN,
    "draft": TURN,
    "takeTurn": TURN,
    "takeBack": Answer(
        answers.Played, problems=ON_MOVING, parameters=(*IF_MATCH, *IDEMPOTENCY_KEY)
    ),
    "getOptions": Answer(Choices, parameters=IF_NONE_MATCH),
    "getHints": Answer(answers.Hints, problems=(*EVERYWHERE, 403, 422)),
    "previewTurn": Answer(answers.Preview, problems=ON_MOVING, parameters=IF_MATCH),
    "whatIf": Answer(answers.WhatIfAnswer, problems=ON_WRITING),
    "getEvents": Answer(
        answers.Feed, parameters=("after", "events", *IF_NONE_MATCH), more=("Retry-After",)
    ),
    "getTable": Answer(Table, parameters=IF_NONE_MATCH),
    "getReplay": Answer(answers.Replay, parameters=IF_NONE_MATCH, more=("Content-Location",)),
    "getReplayUpTo": Answer(answers.Replay, parameters=IF_NONE_MATCH),
    "getAnalysis": Answer(answers.Analysis, parameters=IF_NONE_MATCH, more=("Retry-After",)),
    "getRecord": Answer(Record, parameters=IF_NONE_MATCH, more=("Content-Disposition",)),
    "getChat": Answer(
        talk.Chat, problems=(*EVERYWHERE, 403), parameters=("before", *IF_NONE_MATCH)
    ),
    "say": Answer(talk.ChatLine, 201, ON_WRITING, IDEMPOTENCY_KEY),
    "changeLine": Answer(talk.ChatLine, problems=ON_WRITING),
    "deleteLine": Answer(None, 204, (*EVERYWHERE, 403)),
    "reportLine": Answer(None, 204, ON_WRITING),
    "getNote": Answer(talk.Note, parameters=IF_NONE_MATCH),
    "keepNote": Answer(talk.Note, problems=ON_CHANGING, parameters=IF_UNCHANGED),
    "listVariations": Answer(talk.Variations, parameters=IF_NONE_MATCH),
    "keepVariation": Answer(talk.Variation, 201, ON_WRITING, IDEMPOTENCY_KEY, ("Location",)),
    "getVariation": Answer(talk.WholeVariation, parameters=IF_NONE_MATCH),
    "changeVariation": Answer(talk.Variation, problems=ON_CHANGING, parameters=IF_UNCHANGED),
    "deleteVariation": Answer(None, 204, (*EVERYWHERE, 403)),
    "getRuleset": Answer(Board, parameters=IF_NONE_MATCH),
    "whoAmI": Answer(answers.Me, parameters=IF_NONE_MATCH),
    "listTurns": Answer(
        answers.Turns, parameters=("cursor", "limit", *IF_NONE_MATCH), more=("Retry-After",)
    ),
    "listHolidays": Answer(account.Holidays, parameters=IF_NONE_MATCH),
    "takeHoliday": Answer(account.Holiday, 201, ON_WRITING, IDEMPOTENCY_KEY),
    "getPreferences": Answer(account.Preferences, parameters=IF_NONE_MATCH),
    "changePreferences": Answer(account.Preferences, problems=ON_WRITING),
    "changeGamePreference": Answer(account.GamePreference, problems=ON_WRITING),
    "listTokens": Answer(answers.Tokens, parameters=IF_NONE_MATCH),
    "createToken": Answer(answers.MadeToken, 201, ON_WRITING, parameters=IDEMPOTENCY_KEY),
    "revokeToken": Answer(None, 204, (*EVERYWHERE, 403)),
    "listSessions": Answer(answers.Sessions, parameters=IF_NONE_MATCH),
    "endSessions": Answer(None, 204, (*EVERYWHERE, 403)),
    "endSession": Answer(None, 204, (*EVERYWHERE, 403)),
    "listWebhooks": Answer(webhook_answers.Webhooks, parameters=IF_NONE_MATCH),
    "createWebhook": Answer(
        webhook_answers.MadeWebhook, 201, ON_WRITING, parameters=IDEMPOTENCY_KEY
    ),
    "getWebhook": Answer(webhook_answers.Webhook, parameters=IF_NONE_MATCH),
    "changeWebhook": Answer(webhook_answers.Webhook, problems=ON_WRITING),
    "renewWebhookSecret": Answer(
        webhook_answers.MadeWebhook, problems=ON_WRITING, parameters=IDEMPOTENCY_KEY
    ),
    "pingWebhook": Answer(webhook_answers.Delivery, 202, ON_WRITING, parameters=IDEMPOTENCY_KEY),
    "listDeliveries": Answer(webhook_answers.Deliveries, parameters=IF_NONE_MATCH),
    "sendAgain": Answer(webhook_answers.Delivery, 202, ON_WRITING, parameters=IDEMPOTENCY_KEY),
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


TAG = r'(W/)?"[0-9]{1,9}(\+[0-9a-f]{8})?(\.[0-9a-f]{8})?"'
ETAG: Plain = {
    "type": "string",
    "pattern": rf"^(\*|[0-9]{{1,9}}|{TAG}(, {TAG})*)$",
    "examples": ["12", '"12"', '"12.5f0c2b1a"', "*"],
}
PARAMETERS = {
    "If-Match": _parameter("If-Match", "The version that you saw, or an ETag as it came.", ETAG),
    "If-Match!": _parameter(
        "If-Match",
        "The version that you saw, or an ETag as it came.",
        ETAG,
        required=True,
    ),
    "If-Match~": _parameter(
        "If-Match", "The ETag that you have; 412 if it is not the present one."
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
    "expand": _parameter(
        "expand",
        "What comes with the table, by commas: `people` (names beside numbers), `options`.",
        {
            "type": "string",
            "pattern": f"^({'|'.join(EXPANDABLE)})?(,({'|'.join(EXPANDABLE)}))*$",
            "examples": ["people,options"],
        },
        place="query",
    ),
    "cursor": _parameter("cursor", "From `next` or `previous`.", place="query"),
    "limit": _parameter("limit", "Games a page.", _number_schema(1, 100, 50), place="query"),
    "after": _parameter(
        "after", "The version that you have.", _number_schema(0, 999_999_999, 0), place="query"
    ),
    "before": _parameter(
        "before",
        "From `earlier`; left out, the latest lines.",
        {"type": "integer", "minimum": 1, "maximum": LAST_LINE},
        place="query",
    ),
    "events": _parameter("limit", "Events a page.", _number_schema(1, 500, 100), place="query"),
}


def call(
    operation: str, summary: str, *, takes: type[Struct] | str | None = None
) -> Callable[[View], View]:
    """A call of the API as the schema tells it; its answers stand in `ANSWERS`.

    What it takes is a struct, or a component by its name.
    """
    answer, (heading, about) = ANSWERS[operation], ABOUT[operation]
    shape = None if answer.shape is None else _ref(answer.shape)
    body = reference(takes) if isinstance(takes, str) else takes and _ref(takes)
    responses: dict[Any, Any] = {answer.status: shape}
    if answer.also is not None:
        responses[answer.also] = shape
    responses |= {(status, MEDIA_TYPE): _ref(Problem) for status in answer.problems}
    if "If-None-Match" in answer.parameters:
        responses[304] = None
    tell = extend_schema(
        operation_id=operation,
        summary=summary,
        description=about,
        tags=[heading],
        parameters=[PARAMETERS[name] for name in answer.parameters],
        request=None if takes is None else {"application/json": body},
        responses=responses,
    )

    def name_query(view: View) -> View:
        told: View = tell(view)
        told.query_names = frozenset(  # type: ignore[attr-defined]
            PARAMETERS[name].name
            for name in answer.parameters
            if PARAMETERS[name].location == "query"
        )
        return told

    return name_query


def _ref(shape: type[Struct]) -> Plain:
    return reference(shape.__name__)


def shapes() -> Plain:
    """Every shape once: who means an event, or a table that is JSON already, refers to it."""
    answered = (answer.shape for answer in ANSWERS.values() if answer.shape is not None)
    return components((*TAKES, *answered, Problem))


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "games.api.auth.ByToken"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Plain:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token, made on the page; what it may do is its scope.",
        }


class CallSchema(AutoSchema):
    """What needs no token, the views say."""

    def get_auth(self) -> list[Plain]:
        auth: list[Plain] = super().get_auth()
        reads = self.method == "GET" or getattr(self.view, "only_reads", False)
        is_open = reads and not getattr(self.view, "for_members", False)
        return [*auth, {}] if is_open else auth


ON_NEW_GAME = (
    "getGame", "joinGame", "leaveGame", "startGame", "inviteToGame", "chooseTown", "takeTurn",
    "getOptions", "previewTurn", "whatIf", "getEvents", "getReplay", "getRecord",
)  # fmt: skip


def complete(result: Plain, **_: object) -> Plain:
    """What the framework cannot know: shapes, headers, problems, examples and links."""
    from games.api.examples import example_game, examples  # noqa: PLC0415 - plays a game, only when asked

    statuses = sorted({status for answer in ANSWERS.values() for status in answer.problems})
    result["components"] |= {
        "schemas": shapes(),
        "headers": header_components(),
        "responses": problem_components(statuses, example_game()),
    }
    result["info"]["contact"] = {"url": settings.SITE_URL, "name": "The host of this server"}
    result["servers"] = [{"url": settings.SITE_URL, "description": "This server."}]
    result["tags"] = TAGS
    by_operation = examples()
    for operation in operations_of(result):
        name = operation["operationId"]
        complete_responses(operation, ANSWERS[name].headers())
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                parameter["description"] = IN_PATHS[parameter["name"]]
        _show(operation, by_operation[name])
    _link(result["paths"])
    return result


def operations_of(document: Plain) -> list[Plain]:
    return [operation for path in document["paths"].values() for operation in path.values()]


def _show(operation: Plain, example: Plain) -> None:
    if "requestBody" in operation:
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
