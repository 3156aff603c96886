from django.apps import AppConfig


class MailInConfig(AppConfig):
    name = "mail_in"

    def ready(self) -> None:
        from mail_in import anymail  # noqa: PLC0415 - once the models are there

        anymail.connect()
