from django.apps import AppConfig


class FranchiseSite(AppConfig):
    name = "franchise_site"

    def ready(self) -> None:
        import franchise_site.checks  # noqa: F401, PLC0415 - it registers them
