from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("franchise_site", "0002_mail_out_has_a_heart"),
    ]

    operations = [
        migrations.AlterField(
            model_name="heartbeat",
            name="part",
            field=models.CharField(
                choices=[
                    ("beat", "Beat"),
                    ("worker", "Worker"),
                    ("mail-out", "Mail Out"),
                    ("mail-in", "Mail In"),
                    ("mail-fetch", "Mail Fetch"),
                ],
                max_length=10,
                primary_key=True,
                serialize=False,
            ),
        ),
    ]
