"""Six queues become one outbox. What is due in any of them is carried over.

What waits for a turn that was played, or for a deadline that was moved, is left behind.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

INTO = """
INSERT INTO notifications_outbox (
    game_id, recipient_id, message, channel, occasion, content, later,
    due, first_due, tries, held, reply, sent
)
"""

NOTICES = """
SELECT n.game_id, n.recipient_id, n.kind, 'mail', CAST(n.version AS text), '', '',
    n.due, n.first_due, n.tries, n.held, n.said, n.sent
FROM notifications_notice n LEFT JOIN games_game g ON g.id = n.game_id
WHERE n.sent IS NOT NULL
OR NOT (n.kind IN ('turn', 'late') OR n.kind LIKE 'reminder-%')
OR (
    g.mover_id = n.recipient_id
    AND n.kind IN ('turn', 'late')
    AND n.version >= (
        SELECT max(t.version) FROM notifications_notice t
        WHERE t.game_id = n.game_id AND t.recipient_id = n.recipient_id AND t.kind = 'turn'
    )
)
OR (
    g.mover_id = n.recipient_id
    AND g.deadline IS NOT NULL
    AND n.kind LIKE 'reminder-%'
    AND n.version = (
        SELECT max(e.version) FROM event_store_storedevent e
        WHERE e.game_id = n.game_id AND e.type = 'DeadlineSet'
    )
)
"""

DIGESTS = "UPDATE notifications_digest SET due = first_due WHERE first_due IS NOT NULL"

INVITATIONS = """
SELECT i.game_id, 0, 'invitation', 'mail', i.reference, '', '',
    m.due, m.first_due, m.tries, m.held, m.said, m.sent
FROM notifications_invitationmail m JOIN games_invitation i ON i.id = m.invitation_id
WHERE m.sent IS NULL OR m.went
"""

ANSWERS = """
SELECT coalesce(game_id, {no_game}), coalesce(person_id, 0),
    CASE WHEN game_id IS NULL THEN 'to-host' ELSE 'answer' END, 'mail', key, answer, '',
    due, first_due, tries, held, said, NULL
FROM notifications_inbound WHERE due IS NOT NULL
"""

OWNERS = """
SELECT {no_game}, person_id, 'webhook-off', 'mail', CAST(id AS text), '', '',
    mail_due, first_due, tries, held, said, NULL
FROM notifications_webhook WHERE mail_due IS NOT NULL
"""

DELIVERIES = """
SELECT d.game_id, w.person_id, CASE w.what WHEN 'all' THEN 'events' ELSE 'to-move' END, 'webhook',
    CAST(d.version AS text) || '.' || CAST(w.id AS text), CAST(d.first AS text), '',
    d.due, d.made, d.attempts, {false}, '', NULL
FROM notifications_delivery d JOIN notifications_webhook w ON w.id = d.webhook_id
"""


def carry_over(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    zeros = "0" * 32
    words = {
        "no_game": f"CAST('{zeros}' AS uuid)" if is_postgresql else f"'{zeros}'",
        "false": "false" if is_postgresql else "0",
    }
    with schema_editor.connection.cursor() as cursor:
        for rows in (NOTICES, INVITATIONS, ANSWERS, OWNERS, DELIVERIES):
            cursor.execute(INTO + rows.format(**words))
        cursor.execute(DIGESTS)


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("event_store", "0002_refuse_change"),
        ("games", "0015_sign_ins"),
        ("notifications", "0012_domain_trouble"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Notice")]),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "recipient",
                        "message",
                        "channel",
                        "occasion",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("game_id", models.UUIDField()),
                (
                    "recipient",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("message", models.CharField(max_length=20)),
                ("channel", models.CharField(max_length=10)),
                ("occasion", models.CharField(max_length=64)),
                ("content", models.TextField(db_default="", default="")),
                ("later", models.TextField(db_default="", default="")),
                ("due", models.DateTimeField()),
                ("first_due", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("held", models.BooleanField(db_default=False, default=False)),
                (
                    "reply",
                    models.CharField(blank=True, db_default="", default="", max_length=200),
                ),
                ("sent", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "notifications_outbox",
                "indexes": [
                    models.Index(
                        condition=models.Q(("sent__isnull", True)),
                        fields=["channel", "due"],
                        name="notices_due",
                    )
                ],
            },
        ),
        migrations.RunPython(carry_over),
        migrations.RunSQL("DROP TABLE notifications_notice"),
        migrations.AlterModelTable("notice", None),
        migrations.DeleteModel("InvitationMail"),
        migrations.DeleteModel("Delivery"),
        migrations.RemoveIndex("webhook", "webhooks_mail_due"),
        migrations.RemoveIndex("inbound", "answers_due"),
        *(
            migrations.RemoveField(model, field)
            for model in ("digest", "inbound", "webhook")
            for field in ("first_due", "tries", "held", "said")
        ),
        migrations.RemoveField("inbound", "answer"),
        migrations.RemoveField("inbound", "due"),
        migrations.RemoveField("webhook", "mail_due"),
    ]
