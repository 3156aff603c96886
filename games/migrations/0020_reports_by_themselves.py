"""A report is the host's and outlives nothing: no constraint binds it to where its game lies."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_scopes_and_last_use")]

    operations = [
        migrations.AlterField(
            "chatreport",
            "game",
            models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="chat_reports",
                to="games.game",
            ),
        ),
    ]
