"""Whole evenings by mail alone, whatever the mail program and whatever goes on beside."""

import pytest

from tests.doing import table_of
from tests.mail_in.evenings import Evening
from tests.mail_in.programs import PROGRAMS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.mark.parametrize(("seed", "names"), [(1, ("ada", "ben")), (2, ("cora", "dan", "eve"))])
def test_a_game_is_made_joined_and_played_by_mail_alone(seed: int, names: tuple[str, ...]) -> None:
    """No reply is refused, though pauses, a holiday and the spare time come in between."""
    evening = Evening(seed, names)
    game = evening.open_game()
    evening.play(game)
    assert table_of(game).status == "ended"
    assert len(evening.programs) == len(PROGRAMS) > 24
    assert evening.disturbances == {"pause", "holiday", "spare time"}
