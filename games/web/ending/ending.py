"""The page of a game that is over: who won and why, the race, every point, and the next game."""

from collections.abc import Sequence
from itertools import pairwise
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from msgspec import Struct

from games import again, talk
from games.access import GameView, NotSeated, StillAGuest, person_of, see_game
from games.domain import Refusal, State
from games.domain.events import CityScored, Event, GameEnded, RegionScored
from games.domain.notation import WORDS
from games.domain.notation.words import region_name
from games.drawing.charts import line_chart
from games.edge import now
from games.endings import why_over
from games.models import Game
from games.queries import names_of
from games.web.replay.history import History, history_of
from games.web.replay.points import points
from games.web.requests import ask_for_account, refusal_text
from games.web.wording import current_language, player_name

TURNING_POINTS = 3
LEAST_SWING = 4


class Winner(Struct, frozen=True):
    """`line` as it stands over the map, `by` what decided between players with as many points."""

    line: str
    by: str
    colours: tuple[str, ...]


class TurningPoint(Struct, frozen=True):
    """A turn, how far the winner drew ahead by it (or fell back), and what was scored."""

    version: int
    turn: int
    colour: str
    swing: str
    scored: str


def ending(request: HttpRequest, view: GameView) -> HttpResponse:
    history, language, state = (
        history_of(view.game_id, view.version),
        current_language(),
        view.state,
    )
    own, names = view.seat, _names(state)
    context = {
        "view": view,
        "state": state,
        "seats": [
            (colour, name, seat == own)
            for seat, (colour, name) in enumerate(zip(state.board.colours, names, strict=False))
        ],
        "own": own,
        "winner": _winner(state, names, own),
        "why": _why(history),
        "race": mark_safe(  # noqa: S308 - it has no text of players in it
            line_chart(
                history.samples, "influence", state.board, language, len(history.samples) - 1
            )
        ),
        "points": points(history, history.result, language),
        "turning": _turning_points(history),
        "following": Game.objects.filter(pk=again.next_game_id(view.game_id)).exists(),
        "people": sum(who.player is not None for who in state.setup.seats),
        "last": history.result,
        "address": settings.SITE_URL + reverse("game", args=[view.game_id]),
        "card": settings.SITE_URL + reverse("replay-card", args=[view.game_id, history.result]),
        "language": language,
    }
    return render(request, "ending/ending.html", context)


def _names(state: State) -> list[str]:
    """People by their names, computer players by their colours."""
    people, colours = names_of(state), WORDS[current_language()].colours
    return [
        player_name(who, people) if who.player is not None else colours[colour]
        for who, colour in zip(state.setup.seats, state.board.colours, strict=False)
    ]


def _winner(state: State, names: list[str], own: int | None) -> Winner:
    """E2: of those with the most points, who has the most franchises in towns; else all of them."""
    most, winners = max(state.influence), state.winners
    who = " & ".join(names[seat] for seat in winners)
    if len(winners) > 1:
        line = _("%(who)s win, %(points)s")
    elif winners[0] == own:
        line = _("You win, %(points)s")
    else:
        line = _("%(who)s wins, %(points)s")
    colours = tuple(state.board.colours[seat] for seat in winners)
    return Winner(line % {"who": who, "points": most}, _decided_by(state, names), colours)


def _decided_by(state: State, names: list[str]) -> str:
    most = max(state.influence)
    level = [each for each in state.final if each.influence == most]
    others = [each for each in level if each.seat not in state.winners]
    if len(level) == 1:
        return ""
    if not others:
        return _("level in points and in towns")
    towns = {each.seat: each.towns for each in level}
    return _("level with %(others)s, and ahead by towns, %(more)s to %(fewer)s") % {
        "others": ", ".join(names[each.seat] for each in others),
        "more": towns[state.winners[0]],
        "fewer": max(each.towns for each in others),
    }


def _why(history: History) -> str:
    ends = [event for event in history.events if isinstance(event, GameEnded)]
    return why_over(ends[-1].reason)


def _turning_points(history: History) -> list[TurningPoint]:
    """The turns that moved most between the winner and the best of the others, in their order."""
    winners, swings = history.last.winners, []
    # The last sample holds the final scoring too, which is told by itself.
    for turn, (before, after) in enumerate(pairwise(history.samples[:-1]), 1):
        swing = _lead(after.influence, winners) - _lead(before.influence, winners)
        if abs(swing) >= LEAST_SWING:
            swings.append((swing, turn, before.version, after.version))
    largest = sorted(swings, key=lambda each: -abs(each[0]))[:TURNING_POINTS]
    return [
        _turning_point(history, swing, turn, history.events[since:version], version)
        for swing, turn, since, version in sorted(largest, key=lambda each: each[1])
    ]


def _turning_point(
    history: History, swing: int, turn: int, events: Sequence[Event], version: int
) -> TurningPoint:
    state = history.last
    scored = []
    for event in events:
        if isinstance(event, CityScored):
            scored.append(state.board.name_of(event.city))
        elif isinstance(event, RegionScored):
            scored.append(region_name(event.region, WORDS[current_language()], state.board))
    amount = f"+{swing}" if swing > 0 else f"\N{MINUS SIGN}{-swing}"
    mover = history.states[version - 1].to_move
    colour = "" if mover is None else state.board.colours[mover]
    return TurningPoint(version, turn, colour, amount, ", ".join(scored))


def _lead(influence: tuple[int, ...], winners: tuple[int, ...]) -> int:
    others = [points for seat, points in enumerate(influence) if seat not in winners]
    return influence[winners[0]] - max(others, default=0)


@require_POST
def after(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What who sat here does when it is over: the next game, or a word of thanks."""
    view = see_game(person_of(request), game_id)
    try:
        if request.POST.get("do") == "thanks":
            return _thank(request, view)
        return redirect("game", again.play_again(view).id)
    except NotSeated as error:
        raise Http404 from error
    except StillAGuest:
        return ask_for_account(request, reverse("game", args=[game_id]))
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("game", game_id)


def _thank(request: HttpRequest, view: GameView) -> HttpResponse:
    person = view.require_player()
    talk.say(
        view.game_id, person, _("Thanks for the game!"), now(), command_id=f"thanks:{person.pk}"
    )
    messages.info(request, _("Your thanks stand in the table’s chat."))
    return redirect("game", view.game_id)
