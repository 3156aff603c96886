"""What happened: the feed, old tables, the replay and the record. It never changes."""

from uuid import UUID

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import NoAccess
from games.api import answers
from games.api.polls import SECONDS_TO_WAIT, tag_of_page
from games.api.replays import inflate, packed_replay
from games.api.schema import call
from games.api.views.base import ApiView, answer_for_cache, etag_of, is_known, not_modified
from games.api.wire import number_of
from games.audit.rebuild import export_game
from games.domain import Unreadable
from games.domain.board import map_file
from games.domain.patch import without_nulls
from games.domain.record import to_json
from games.domain.state import RULESET
from games.domain.table import table
from games.events import store
from games.queries import table_at

MOST_EVENTS = 500
LAST = 999_999_999


class Feed(ApiView):
    @call("getEvents", "The feed: without a gap, and never another answer to a full page")
    def get(self, request: Request, game_id: UUID) -> Response:
        after = number_of(request, "after", 0, low=0, high=LAST)
        limit = number_of(request, "limit", 100, low=1, high=MOST_EVENTS)
        view = self.see(game_id)
        if after > view.version:
            raise Unreadable(after, (view.version,), path="after", problem="no such version yet")
        tag = tag_of_page(after, min(after + limit, view.version))
        if is_known(request, tag):
            response = not_modified(tag)
            response["Retry-After"] = SECONDS_TO_WAIT
            return response
        stored_events = store.feed(game_id, after=after, limit=min(limit, view.version - after))
        last = stored_events[-1].version if stored_events else after
        full = len(stored_events) == limit
        # What is past does not name the present, or it would not stay true.
        page = answers.Feed(
            version=last if full else view.version,
            next=last,
            more=full or last < view.version,
            events=tuple(
                answers.FeedEvent(
                    each.version, each.stamp.at, each.stamp.actor, each.hash, each.event
                )
                for each in stored_events
            ),
        )
        response = answer_for_cache(view, tag, for_ever=full, data=page)
        if not full:
            response["Retry-After"] = SECONDS_TO_WAIT
        return response


class TableAt(ApiView):
    @call("getTable", "The table after any event")
    def get(self, request: Request, game_id: UUID, version: int) -> Response:
        view = self.see(game_id)
        if version > view.version:
            raise NoAccess(f"{game_id} at {version}")
        if is_known(request, version):
            return not_modified(version)
        answer = without_nulls(table(table_at(game_id, version)))
        return answer_for_cache(view, version, for_ever=True, data=answer)


class Replay(ApiView):
    @call("getReplay", "Every table of the game, as a first one and merge patches")
    def get(self, request: Request, game_id: UUID) -> Response | HttpResponse:
        view = self.see(game_id)
        if is_known(request, view.version):
            return not_modified(view.version)
        body = packed_replay(game_id, view.version)
        plain = "gzip" not in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(inflate(body) if plain else body, content_type="application/json")
        if not plain:
            response["Content-Encoding"] = "gzip"
        response["ETag"] = etag_of(view.version)
        response["Cache-Control"] = "no-cache"
        patch_vary_headers(response, ("Accept-Encoding", "Authorization", "Cookie"))
        return response


class GameRecord(ApiView):
    @call("getRecord", "The game file: python -m games.domain.verify checks it")
    def get(self, request: Request, game_id: UUID) -> Response | HttpResponse:
        view = self.see(game_id)
        if is_known(request, view.version):
            return not_modified(view.version)
        response = HttpResponse(
            to_json(export_game(game_id, up_to=view.version)), content_type="application/json"
        )
        response["Content-Disposition"] = f'attachment; filename="franchise-{game_id}.json"'
        response["ETag"] = etag_of(view.version)
        response["Cache-Control"] = "no-cache"
        return response


class Ruleset(ApiView):
    @call("getRuleset", "The map of a ruleset: places, links, regions, charts")
    def get(self, request: Request, ruleset: str) -> HttpResponse:
        if ruleset != RULESET:
            raise NoAccess(ruleset)
        response = HttpResponse(map_file(), content_type="application/json")
        response["Cache-Control"] = "public, max-age=86400"
        return response
