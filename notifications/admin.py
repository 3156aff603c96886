"""Webhooks, for the host: whose they are and whether they work, without their secrets."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.acts import ActsAdmin
from notifications.models import Webhook


@admin.register(Webhook)
class WebhookAdmin(ActsAdmin):
    list_display = ("server", "person", "what", "active", "failing_since", "waiting")
    list_filter = (("failing_since", admin.EmptyFieldListFilter), "active")
    list_select_related = ("person",)
    search_fields = ("person__username",)
    ordering = ("-failing_since", "pk")
    fields = ("server", "person", "what", "active", "failing_since", "waiting", "created")
    readonly_fields = ("server", "waiting")

    @admin.display(description=_("waiting messages"))
    def waiting(self, webhook: Webhook) -> int:
        return webhook.waiting_notices().count()
