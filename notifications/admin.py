"""Webhooks, for the host: whose they are and whether they work, without their secrets."""

from collections import Counter
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.acts import ActsAdmin
from notifications.models import Notice, Webhook


@admin.register(Webhook)
class WebhookAdmin(ActsAdmin):
    list_display = ("server", "person", "what", "active", "failing_since", "waiting")
    list_filter = (("failing_since", admin.EmptyFieldListFilter), "active")
    list_select_related = ("person",)
    search_fields = ("person__username",)
    ordering = ("-failing_since", "pk")
    fields = ("server", "person", "what", "active", "failing_since", "waiting", "created")
    readonly_fields = ("server", "waiting")

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Counts what waits for all on the page by one read, which any number of nodes can answer."""
        changes = super().get_changelist_instance(request)
        webhooks = list(changes.result_list)
        people = [each.person_id for each in webhooks]
        calls = Notice.objects.filter(recipient__in=people, channel="webhook", sent=None)
        occasions = calls.values_list("occasion", flat=True)
        counts = Counter(each.rpartition(".")[2] for each in occasions)
        for each in webhooks:
            each.count = counts[str(each.pk)]
        changes.result_list = webhooks
        return changes

    @admin.display(description=_("waiting messages"))
    def waiting(self, webhook: Any) -> int:
        known: int | None = getattr(webhook, "count", None)
        return webhook.waiting_notices().count() if known is None else known
