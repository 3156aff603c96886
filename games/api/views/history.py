"""What happened: the feed, old tables, the replay and the record. It never changes."""

from functools import lru_cache, partial
from itertools import pairwise, starmap
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Raw
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import GameView, NoAccess
from games.analyses.keeping import find_analysis, result_of
from games.api import answers
from games.api.packing import Coding, answer_packed, coding_for, pack
from games.api.polls import SECONDS_TO_WAIT
from games.api.schema import call
from games.api.tags import etag_of, keeping, known_tag, name_of_page
from games.api.views.base import ApiView, answer_unless_known
from games.api.wire import number_of
from games.audit.rebuild import export_game
from games.domain import NEW_GAME, Unreadable
from games.domain.board import map_file
from games.domain.evolve import walk
from games.domain.notation import numbered_sheet
from games.domain.patch import difference, without_nulls
from games.domain.record import read_events, to_json
from games.domain.rulesets import RULESETS
from games.domain.table import table
from games.events import store
from games.queries import table_at

MOST_EVENTS = 500
LAST = 999_999_999
KEPT_REPLAYS = 100


class Feed(ApiView):
    @call("getEvents", "The feed: without a gap, and never another answer to a full page")
    def get(self, request: Request, game_id: UUID) -> Response:
        after = number_of(request, "after", 0, low=0, high=LAST)
        limit = number_of(request, "limit", 100, low=1, high=MOST_EVENTS)
        view = self.see(game_id)
        if after > view.version:
            raise Unreadable(after, (view.version,), path="after", problem="no such version yet")
        last = min(after + limit, view.version)
        full = last == after + limit
        make = partial(_page, view, after, last, full=full)
        name, at_end = name_of_page(after, last), after == view.version
        response = answer_unless_known(request, view, name, make, for_ever=full, bare=at_end)
        if not full:
            response["Retry-After"] = SECONDS_TO_WAIT
        return response


def _page(view: GameView, after: int, last: int, *, full: bool) -> answers.Feed:
    """What is past does not name the present, or it would not stay true."""
    entries = store.feed(view.game_id, after=after, limit=last - after)
    return answers.Feed(
        version=last if full else view.version,
        next=last,
        more=full or last < view.version,
        events=tuple(
            answers.FeedEvent(each.version, each.stamp.at, each.stamp.actor, each.hash, each.event)
            for each in entries
        ),
    )


class TableAt(ApiView):
    @call("getTable", "The table after any event")
    def get(self, request: Request, game_id: UUID, version: int) -> Response:
        view = self.see(game_id)
        if version > view.version:
            raise NoAccess(f"{game_id} at {version}")
        return answer_unless_known(
            request,
            view,
            version,
            lambda: without_nulls(table(table_at(game_id, version))),
            for_ever=True,
        )


class Replay(ApiView):
    @call("getReplay", "Every table of the game, as a first one and merge patches")
    def get(self, request: Request, game_id: UUID) -> Response | HttpResponse:
        view = self.see(game_id)
        response = _answer_replay(request, view, view.version, for_ever=False)
        response["Content-Location"] = f"/api/games/{game_id}/replays/{view.version}/"
        return response


class ReplayUpTo(ApiView):
    @call("getReplayUpTo", "The replay up to any event, which never changes")
    def get(self, request: Request, game_id: UUID, version: int) -> Response | HttpResponse:
        view = self.see(game_id)
        if version > view.version:
            raise NoAccess(f"{game_id} up to {version}")
        return _answer_replay(request, view, version, for_ever=True)


def _answer_replay(
    request: Request, view: GameView, version: int, *, for_ever: bool
) -> Response | HttpResponse:
    headers = keeping(view.watch, for_ever=for_ever)
    known = known_tag(request.headers.get("If-None-Match", ""), version)
    if known is not None:
        return Response(status=304, headers={"ETag": known, **headers})
    coding = coding_for(request)
    body = packed_replay(view.game_id, version, coding)
    return answer_packed(body, coding, {"ETag": f"W/{etag_of(version)}", **headers})


@lru_cache(maxsize=KEPT_REPLAYS)
def packed_replay(game_id: UUID, version: int, coding: Coding) -> bytes:
    """Packed once a version: a viewer needs a first table and patches, and no rules."""
    entries = store.feed(game_id, after=0, limit=version)
    events = read_events(entries)
    tables = [table(state) for state in (NEW_GAME, *walk(events))]
    patches = starmap(difference, pairwise(tables))
    steps = tuple(
        answers.Step(entry.version, entry.stamp.at, entry.stamp.actor, entry.event, patch)
        for entry, patch in zip(entries, patches, strict=True)
    )
    lines = tuple(answers.Line(at, line) for at, line in numbered_sheet(events))
    replay = answers.Replay(game_id, version, without_nulls(tables[0]), steps, lines)
    return pack(msgspec.json.encode(replay), coding)


class Analysis(ApiView):
    @call("getAnalysis", "What each turn of a finished game was worth")
    def get(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        row = find_analysis(game_id)
        if row is None or view.state.status != "ended":
            raise NoAccess(f"analysis of {game_id}")
        result = result_of(row)
        answer = answers.Analysis(row.done, row.turns, result)
        name = f"{row.version}-{row.done}{'' if result is None else '-whole'}"
        response = answer_unless_known(request, view, name, lambda: answer)
        if result is None:
            response["Retry-After"] = SECONDS_TO_WAIT
        return response


class GameRecord(ApiView):
    @call("getRecord", "The game file: python -m games.domain.verify checks it")
    def get(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        response = answer_unless_known(
            request,
            view,
            view.version,
            lambda: Raw(to_json(export_game(game_id, up_to=view.version))),
        )
        response["Content-Disposition"] = f'attachment; filename="franchise-{game_id}.json"'
        return response


class Ruleset(ApiView):
    @call("getRuleset", "The map of a ruleset: places, links, regions, charts")
    def get(self, request: Request, ruleset: str) -> Response:
        if ruleset not in RULESETS:
            raise NoAccess(ruleset)
        return Response(Raw(map_file()), headers={"Cache-Control": "public, max-age=86400"})
