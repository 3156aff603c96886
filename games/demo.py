"""A game against computer players to step into, and one that they have finished."""

from games.bots import STAND_IN
from games.domain import Options
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.state import Terms
from games.edge import new_seed
from games.models import Game, Person
from games.services import act, create_game
from games.tasks import play_next

NAME = "demo"
ACTOR = "host"


def seed_demo() -> Person:
    """Makes the demo games unless they exist."""
    person, is_new = Person.objects.get_or_create(
        username=NAME, defaults={"email": "demo@localhost", "is_staff": True, "is_superuser": True}
    )
    if is_new or not Game.objects.filter(owner=person).exists():
        _make_game(person, "Coast to Coast", person.pk)
        _make_game(person, "Three Machines", None)
    return person


def _make_game(owner: Person, name: str, player: int | None) -> None:
    terms = Terms(name, owner=owner.pk, watch="public", take_backs="any-turn")
    game = create_game(CreateGame(terms, 3, Options(introductory=True)), actor=ACTOR).game_id
    if player is not None:
        act(game, TakeSeat(player=player), actor=ACTOR)
    for _ in range(2 if player else 3):
        act(game, TakeSeat(bot=STAND_IN), actor=ACTOR)
    act(game, StartGame(new_seed(), first=0), actor=ACTOR)
    while play_next(game):
        pass
