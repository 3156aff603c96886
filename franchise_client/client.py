"""The calls of the API, one method each."""

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Self, cast
from urllib.parse import parse_qs, urlencode, urlsplit

from franchise_client import shapes
from franchise_client.wire import NOT_MODIFIED, Wait, Wire

DOORS: dict[shapes.Kind, str] = {"town": "towns", "draft": "draft", "boom": "boom", "turn": "turns"}
OVER = ("ended", "abandoned")
EVENTS_A_PAGE = 100


class Client:
    """One connection to a server, for one thread. Without a token it reads public games.

    A call whose answer is lost is made again under the same key, so that it is done once.
    All waiting, for the feed too, is done by `wait`, which takes seconds.
    """

    def __init__(self, address: str, token: str | None = None, *, wait: Wait = time.sleep) -> None:
        self._wire = Wire(address, token, wait)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._wire.close()

    def me(self) -> shapes.Me:
        return cast("shapes.Me", self._get("me/"))

    def games(
        self, *, status: shapes.Status | None = None, mine: bool = False
    ) -> Iterator[shapes.ListedGame]:
        """Public games, or your own, the latest changed first; reads all pages."""
        query = {"status": status, "mine": "true" if mine else None}
        given = {name: value for name, value in query.items() if value is not None}
        while True:
            page = self._get(f"games/?{urlencode(given)}")
            yield from cast("list[shapes.ListedGame]", page["results"])
            if page["next"] is None:
                return
            given["cursor"] = parse_qs(urlsplit(page["next"]).query)["cursor"][0]

    def open_games(self) -> Iterator[shapes.ListedGame]:
        """Public games with a free seat."""
        for game in self.games(status="open"):
            if any(seat["player"] is None and seat["bot"] is None for seat in game["seats"]):
                yield game

    def create(
        self,
        name: str,
        seats: int,
        *,
        options: shapes.Options | None = None,
        pace_hours: Literal[12, 24, 48, 72, 168] | None = None,
        watch: shapes.Watch = "private",
        take_backs: shapes.TakeBacks = "last-turn",
        start_when_full: bool = False,
    ) -> shapes.GameTable:
        """Its owner has no seat before `join`."""
        body = {
            "name": name,
            "seats": seats,
            "options": options or {},
            "pace_hours": pace_hours,
            "watch": watch,
            "take_backs": take_backs,
            "start_when_full": start_when_full,
        }
        return cast("shapes.GameTable", self._do("games/", body))

    def join(
        self,
        game: str,
        *,
        seat: int | None = None,
        bot: shapes.BotName | None = None,
        invitation: str | None = None,
    ) -> shapes.Played:
        """Without a seat the first free one; `bot` seats a computer player of the server's."""
        body = {"seat": seat, "bot": bot, "invitation": invitation}
        return cast("shapes.Played", self._do(f"games/{game}/join/", body))

    def computer_players(self) -> list[shapes.ComputerPlayer]:
        return cast("list[shapes.ComputerPlayer]", self._get("computer-players/")["results"])

    def leave(self, game: str, *, seat: int | None = None) -> shapes.Played:
        return cast("shapes.Played", self._do(f"games/{game}/leave/", {"seat": seat}))

    def invite(self, game: str, *, address: str | None = None) -> shapes.Invitation:
        """Not made again after a loss: twice would be two invitations."""
        path = f"games/{game}/invite/"
        answer = self._wire.call("POST", path, {"address": address}, repeats=False)
        return cast("shapes.Invitation", answer.body)

    def invitations(self, game: str) -> list[shapes.MadeInvitation]:
        """Of a table that you made."""
        return cast(
            "list[shapes.MadeInvitation]", self._get(f"games/{game}/invitations/")["results"]
        )

    def revoke(self, game: str, invitation: int) -> None:
        self._wire.call("DELETE", f"games/{game}/invitations/{invitation}/", repeats=False)

    def start(self, game: str, *, first: int | None = None) -> shapes.Played:
        return cast("shapes.Played", self._do(f"games/{game}/start/", {"first": first}))

    def table(self, game: str) -> shapes.GameTable:
        return cast("shapes.GameTable", self._get(f"games/{game}/"))

    def options(self, game: str) -> shapes.Choices:
        """What the seat to move may do, whoever asks."""
        return cast("shapes.Choices", self._get(f"games/{game}/options/"))

    def hints(self, game: str) -> shapes.Hints:
        """Good turns for you who are to move, where the table has suggestions."""
        return cast("shapes.Hints", self._get(f"games/{game}/hints/"))

    def preview(
        self, game: str, turn: shapes.Turn, *, version: int | None = None
    ) -> shapes.Preview:
        """A turn of the seat to move, or a choice of the set-up; nothing is stored."""
        return cast("shapes.Preview", self._ask(f"games/{game}/preview/", turn, _if_match(version)))

    def choose_town(self, game: str, town: str, *, version: int) -> shapes.Played:
        return self.play(game, "town", {"town": town}, version=version)

    def place_boom(self, game: str, city: str, *, version: int) -> shapes.Played:
        return self.play(game, "boom", {"boom": city}, version=version)

    def draft(
        self,
        game: str,
        tile: int | str,
        *,
        place: str | None = None,
        region: str | None = None,
        version: int,
    ) -> shapes.Played:
        body = {"tile": tile, "place": place, "region": region}
        return self.play(game, "draft", body, version=version)

    def take_turn(self, game: str, turn: shapes.Turn, *, version: int) -> shapes.Played:
        return self.play(game, "turn", cast("shapes.Body", turn), version=version)

    def play(
        self, game: str, kind: shapes.Kind, body: shapes.Body, *, version: int
    ) -> shapes.Played:
        """Any of the four above, by the `kind` that `options` names."""
        path = f"games/{game}/{DOORS[kind]}/"
        return cast("shapes.Played", self._do(path, body, _if_match(version)))

    def take_back(self, game: str, to_version: int, *, version: int | None = None) -> shapes.Played:
        body = {"to_version": to_version}
        return cast("shapes.Played", self._do(f"games/{game}/take-back/", body, _if_match(version)))

    def pause(self, game: str) -> shapes.Played:
        """Agrees to a pause: with the last of the players the clock stops."""
        return cast("shapes.Played", self._do(f"games/{game}/pause/", {}))

    def resume(self, game: str) -> shapes.Played:
        """Ends a pause that all agreed to, or takes back your own agreement."""
        return cast("shapes.Played", self._do(f"games/{game}/resume/", {}))

    def choose_ruleset(self, game: str, ruleset: str) -> shapes.Played:
        """Agrees to a newer ruleset; with the game's own, takes that back."""
        return cast("shapes.Played", self._do(f"games/{game}/ruleset/", {"ruleset": ruleset}))

    def what_if(
        self, game: str, turns: Sequence[shapes.Turn | shapes.Body], *, at: int | None = None
    ) -> shapes.WhatIfAnswer:
        """Played on from a version where a turn began, for all seats; nothing is stored."""
        body = {"turns": turns, "at": at}
        return cast("shapes.WhatIfAnswer", self._ask(f"games/{game}/what-if/", body))

    def events(self, game: str, *, after: int = 0, limit: int = EVENTS_A_PAGE) -> shapes.Feed:
        return cast("shapes.Feed", self._get(f"games/{game}/events/?after={after}&limit={limit}"))

    def feed(self, game: str, after: int = 0) -> Iterator[shapes.FeedEvent]:
        """Every event after a version, then those to come, without an end.

        Store the version of the last event, to go on from there another day.
        """
        while True:
            path = f"games/{game}/events/?after={after}&limit={EVENTS_A_PAGE}"
            answer = self._wire.call("GET", path, headers={"If-None-Match": f'"{after}"'})
            if answer.status != NOT_MODIFIED:
                page = cast("shapes.Feed", answer.body)
                yield from page["events"]
                after = page["next"]
                if page["more"]:
                    continue
            self._wire.wait(answer.seconds_to_wait)

    def sit(self, game: str) -> int:
        """Your seat at a table, taken now unless you sit there already."""
        me, seats = self.me()["id"], self.table(game)["seats"]
        if me not in [seat["player"] for seat in seats]:
            seats = self.join(game)["table"]["seats"]
        return next(seat["seat"] for seat in seats if seat["player"] == me)

    def moves(self, game: str, seat: int) -> Iterator[shapes.Choices]:
        """What the seat may do, each time it is to move, until the game is over."""
        choices = self.options(game)
        feed = self.feed(game, choices["version"])
        while choices["status"] not in OVER:
            if choices["seat"] == seat:
                yield choices
            next(event for event in feed if event["version"] > choices["version"])
            choices = self.options(game)

    def table_at(self, game: str, version: int) -> shapes.Table:
        return cast("shapes.Table", self._get(f"games/{game}/tables/{version}/"))

    def replay(self, game: str) -> shapes.Replay:
        """Every table of the game: `tables` leads through them."""
        return cast("shapes.Replay", self._get(f"games/{game}/replay/"))

    def record(self, game: str) -> dict[str, Any]:
        """The game file, which can be checked without the server."""
        return cast("dict[str, Any]", self._get(f"games/{game}/record/"))

    def analysis(self, game: str) -> shapes.Analysis:
        """What each turn was worth; `result` is None while the computer still looks."""
        return cast("shapes.Analysis", self._get(f"games/{game}/analysis/"))

    def ruleset(self, name: str) -> dict[str, Any]:
        """The map: places, links, regions and charts."""
        return cast("dict[str, Any]", self._get(f"rulesets/{name}/"))

    def _get(self, path: str) -> Any:
        return self._wire.call("GET", path).body

    def _ask(self, path: str, body: object, headers: Mapping[str, str] | None = None) -> Any:
        return self._wire.call("POST", path, body, headers).body

    def _do(self, path: str, body: object, headers: Mapping[str, str] | None = None) -> Any:
        once = {"Idempotency-Key": uuid.uuid4().hex}
        return self._ask(path, body, {**once, **(headers or {})})


def _if_match(version: int | None) -> dict[str, str]:
    return {} if version is None else {"If-Match": f'"{version}"'}
