from django.apps import AppConfig
from django.contrib.admin import apps as admin


class FranchiseSite(AppConfig):
    name = "franchise_site"

    def ready(self) -> None:
        from franchise_site import checks, metrics  # noqa: F401, PLC0415 - registers, connects


class DeskConfig(admin.AdminConfig):
    default = False
    default_site = "franchise_site.desk.HostDesk"
