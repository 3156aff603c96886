from django.db import migrations, models


class Migration(migrations.Migration):
    """Games that are there by now keep format 1, and those that an older version still makes."""

    dependencies = [("games", "0013_chat_said_once")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="chain",
            field=models.PositiveSmallIntegerField(db_default=1),
        ),
        migrations.CreateModel(
            name="Verified",
            fields=[
                ("game_id", models.UUIDField(primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField()),
                ("hash", models.BinaryField(max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began", models.DateTimeField()),
                ("after", models.UUIDField(null=True)),
                ("games", models.PositiveIntegerField(default=0)),
                ("events", models.PositiveBigIntegerField(default=0)),
                ("skipped", models.PositiveIntegerField(default=0)),
                ("bad", models.PositiveIntegerField(default=0)),
                ("only_new", models.BooleanField()),
                ("ended", models.DateTimeField(null=True)),
            ],
        ),
    ]
