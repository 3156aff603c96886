"""What happened since the reader's last turn, as scenes that a script plays on the map."""

from collections.abc import Iterator
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct, to_builtins

from games.access import person_of, see_game
from games.domain import State
from games.domain.events import Expanded
from games.domain.evolve import replay
from games.domain.story import Story, differences, story
from games.drawing import places_for_pages
from games.drawing.pieces import token
from games.drawing.theme import PAGE
from games.events import store
from games.web.captions import Teller
from games.web.turns import tell_turn
from games.web.wording import current_language, dollars


class Scene(Struct, frozen=True):
    """After a turn: the parts of the map that it changed, and each seat's points and money.

    `paths` are the expansions: the seat, and the places along its links.
    """

    says: str
    paths: tuple[tuple[int, tuple[str, ...]], ...]
    parts: str
    seats: tuple[tuple[int, str], ...]


class Film(Struct, frozen=True):
    """The first scene is the table as the reader left it."""

    scenes: tuple[Scene, ...]
    pieces: tuple[str, ...]


@never_cache
@require_safe
def film(request: HttpRequest, game_id: UUID) -> HttpResponse:
    view = see_game(person_of(request), game_id)
    pieces = tuple(token(PAGE, colour, 0, 0, 11) for colour in view.state.board.colours)
    told = story(store.read(game_id), view.seat)
    scenes = () if told.is_all else tuple(_scenes(told))
    return JsonResponse(to_builtins(Film(scenes, pieces)))


def _scenes(told: Story) -> Iterator[Scene]:
    language, state = current_language(), told.then
    parts = places_for_pages(state, told.changes(), language=language)
    yield Scene("", (), parts, _seats(state))
    for turn in told.turns():
        after = replay(turn, state)
        changed = differences(state, after)
        paths = tuple((each.seat, each.path) for each in turn if isinstance(each, Expanded))
        parts = places_for_pages(after, changed, changed=changed, language=language)
        yield Scene(tell_turn(Teller(language, state.board), turn), paths, parts, _seats(after))
        state = after


def _seats(state: State) -> tuple[tuple[int, str], ...]:
    return tuple(
        (points, dollars(money)) for points, money in zip(state.influence, state.money, strict=True)
    )
