"""The what-if lines that a person keeps of a game."""

from uuid import UUID

from django.conf import settings
from django.urls import reverse
from msgspec import UNSET
from msgspec.structs import asdict
from rest_framework.request import Request
from rest_framework.response import Response

from games import models, variations
from games.api import talk
from games.api.schema import call
from games.api.tags import etag_of, require_known
from games.api.views.base import ApiView, answer_own
from games.api.views.play import play_turns, what_if_step
from games.api.wire import read
from games.domain.table import table
from games.edge import now


class Variations(ApiView):
    for_members = True

    @call("listVariations", "Your what-if lines of a game")
    def get(self, request: Request, game_id: UUID) -> Response:
        self.see(game_id)
        mine = variations.select_variations(self.person(), game_id).defer("steps", "snapshot")
        return Response(talk.Variations(tuple(map(_variation, mine))))

    @call("keepVariation", "Keep a what-if line of a game", takes=talk.NewVariation)
    def post(self, request: Request, game_id: UUID) -> Response:
        body, view = read(request, talk.NewVariation), self.see(game_id)
        base = variations.base_state(view, body.at)

        def keep() -> Response:
            orders = [step.order for step in play_turns(base, body.turns)]
            line = variations.create(game_id, self.person(), body.name, base, orders, now())
            where = f"/api/games/{game_id}/variations/{line.number}/"
            headers = {"Location": where, "ETag": etag_of(line.version)}
            return Response(_variation(line), status=201, headers=headers)

        return self.once(keep)


class OneVariation(ApiView):
    for_members = True

    @call("getVariation", "A what-if line of yours, order by order")
    def get(self, request: Request, game_id: UUID, variation: int) -> Response:
        view, line = self.see(game_id), self._line(game_id, variation)

        def make() -> talk.WholeVariation:
            base = variations.base_state(view, line.base)
            steps = tuple(map(what_if_step, variations.replay_steps(line, base)))
            return talk.WholeVariation(**asdict(_variation(line)), table=table(base), steps=steps)

        return answer_own(request, line.version, make)

    @call(
        "changeVariation",
        "Change what a what-if line is called or plays, share it or no longer",
        takes=talk.ChangedVariation,
    )
    def patch(self, request: Request, game_id: UUID, variation: int) -> Response:
        body, view = read(request, talk.ChangedVariation), self.see(game_id)
        line = self._line(game_id, variation)
        require_known(request, line, lambda each: each.version)
        steps = None
        if body.turns is not UNSET:
            steps = play_turns(variations.base_state(view, line.base), body.turns)
        variations.change(
            line,
            now(),
            name=None if body.name is UNSET else body.name,
            is_shared=None if body.shared is UNSET else body.shared,
            steps=steps,
        )
        line.refresh_from_db()
        return Response(_variation(line), headers={"ETag": etag_of(line.version)})

    @call("deleteVariation", "Delete a what-if line of yours")
    def delete(self, request: Request, game_id: UUID, variation: int) -> Response:
        self.see(game_id)
        self._line(game_id, variation).delete()
        return Response(status=204)

    def _line(self, game_id: UUID, number: int) -> models.Variation:
        return variations.get_variation(self.person(), game_id, number)


def _variation(line: models.Variation) -> talk.Variation:
    link = line.secret and settings.SITE_URL + reverse("whatif-shared", args=[line.secret])
    return talk.Variation(
        line.number, line.game_id, line.name, line.base, line.length, link or None, line.changed
    )
