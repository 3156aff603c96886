from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("franchise_site", "0003_doors_have_hearts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tick",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
