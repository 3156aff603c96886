from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import leaving, receivers, tracking  # noqa: F401, PLC0415 - connects them
        from notifications.invitations import receivers as invitations  # noqa: F401, PLC0415 - likewise
        from notifications.webhooks import receivers as webhooks  # noqa: F401, PLC0415 - likewise
