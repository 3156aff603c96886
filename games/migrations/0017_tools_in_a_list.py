"""A turn lists the tiles of expansion 3 that it uses: so do the steps of what-if lines."""

import json

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def list_tools(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    variations = apps.get_model("games", "Variation").objects
    for line in variations.filter(steps__contains='"use":"').iterator():
        steps = json.loads(line.steps)
        for step in steps:
            if isinstance(step.get("use"), str):
                step["use"] = [step["use"]]
        same = variations.filter(game_id=line.game_id, number=line.number)
        same.update(steps=json.dumps(steps, separators=(",", ":")))


class Migration(migrations.Migration):
    dependencies = [("games", "0016_games_first")]
    operations = [migrations.RunPython(list_tools)]
