"""Tables can be spread by game as they are, and `manage.py distribute` says what is missing for it."""

from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import UniqueConstraint

from games.distribution import game_column, places
from tests import citus


def options(model: Any) -> Any:
    return model._meta  # noqa: SLF001 - Django's documented name


MODELS = [each for each in apps.get_models(include_auto_created=True) if options(each).managed]
OF_GAMES = [each for each in MODELS if game_column(each)]


def names(model: Any) -> str:
    label: str = options(model).label
    return label


def test_what_belongs_to_a_game_is_spread_by_it_and_all_else_lies_everywhere() -> None:
    assert sorted(map(names, OF_GAMES)) == [
        "analyses.Analysis",
        "analyses.Puzzle",
        "anchors.Leaf",
        "event_store.StoredEvent",
        "games.ChatLine",
        "games.ChatRead",
        "games.Game",
        "games.Invitation",
        "games.PrivateNote",
        "games.Seat",
        "games.Suggested",
        "games.Variation",
        "games.Verified",
        "notifications.Notice",
        "notifications.Offer",
    ]
    tables = [each.table for each in places()]
    assert len(tables) == len(set(tables)) == len(MODELS) + 1


@pytest.mark.parametrize("model", OF_GAMES, ids=names)
def test_every_unique_key_of_a_game_has_the_game(model: Any) -> None:
    column = game_column(model)
    keys = [
        each.fields for each in options(model).constraints if isinstance(each, UniqueConstraint)
    ]
    keys += [(each.attname,) for each in options(model).concrete_fields if each.unique]
    for key in keys:
        assert column in {options(model).get_field(each).attname for each in key}


@pytest.mark.parametrize("model", MODELS, ids=names)
def test_no_foreign_key_leads_from_what_lies_everywhere_to_what_is_spread(model: Any) -> None:
    for field in options(model).concrete_fields:
        if field.is_relation and field.db_constraint and game_column(field.related_model):
            assert game_column(model) == field.attname


@pytest.mark.skipif(bool(citus.URL), reason="this is a Citus")
@pytest.mark.django_db
def test_a_database_without_citus_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    is_postgresql = connection.vendor == "postgresql"
    missing = "lacks the extension citus" if is_postgresql else "Citus is of PostgreSQL"
    with pytest.raises(CommandError, match=missing):
        call_command("distribute", "--plan")
    assert capsys.readouterr().out == ""
