"""A daily mail of many games stays below what Gmail cuts off."""

from datetime import timedelta

import pytest
from django.utils.translation import override
from msgspec.structs import replace

from games.domain.notation import WORDS, Language
from games.edge import now
from games.models import Person
from notifications.messages.daily import Span, gather
from notifications.messages.digest import MOST_SUGGESTED, digest_letter, shown_tables
from notifications.messages.letter import Choices, as_html, as_text
from tests.doing import play_on
from tests.mail_in.mails import start_mailed_game
from tests.notifications.daily import choose_daily_mail

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
MOST_BYTES = 100_000


@pytest.mark.parametrize("language", WORDS)
def test_a_daily_mail_of_thirty_games_is_not_cut_off(language: Language) -> None:
    Person.objects.create(username="ada", language=language)
    start = now() - timedelta(hours=1)
    game, people = start_mailed_game()
    choose_daily_mail(people.ada)
    play_on(game, 20)
    people.ada.refresh_from_db()
    (day,) = gather([Span(people.ada, start, now())])
    long_day = replace(day, games=day.games * 30)
    tables = shown_tables(long_day)
    with override(language):
        letter = digest_letter(long_day, tables, "https://franchise.example/s/", "play@example")
    assert len(long_day.waiting) == 30
    assert len([part for part in letter.parts if isinstance(part, Choices)]) == MOST_SUGGESTED
    assert len(as_html(letter).encode()) < MOST_BYTES
    assert len(as_text(letter).encode()) < MOST_BYTES
