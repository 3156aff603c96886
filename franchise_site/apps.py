from django.apps import AppConfig
from django.contrib.admin import apps as admin


class FranchiseSite(AppConfig):
    name = "franchise_site"

    def ready(self) -> None:
        import franchise_site.checks  # noqa: F401, PLC0415 - it registers them


class DeskConfig(admin.AdminConfig):
    default = False
    default_site = "franchise_site.desk.Desk"
