"""Webhooks, for the host: whose they are and whether they work, without their secrets."""

from typing import Any

from django.contrib import admin
from django.db.models import CharField, Count, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.acts import ActsAdmin
from notifications.models import Webhook, calls_of


@admin.register(Webhook)
class WebhookAdmin(ActsAdmin):
    list_display = ("server", "person", "what", "active", "failing_since", "waiting")
    list_filter = (("failing_since", admin.EmptyFieldListFilter), "active")
    list_select_related = ("person",)
    search_fields = ("person__username",)
    ordering = ("-failing_since", "pk")
    fields = ("server", "person", "what", "active", "failing_since", "waiting", "created")
    readonly_fields = ("server", "waiting")

    def get_queryset(self, request: HttpRequest) -> Any:
        ending = Concat(Value("."), OuterRef("pk"), output_field=CharField())
        calls = calls_of(OuterRef("person"), ending).filter(sent=None).order_by().values("channel")
        count = Subquery(calls.values(count=Count("*")))
        return super().get_queryset(request).annotate(count=Coalesce(count, 0))

    @admin.display(description=_("waiting messages"))
    def waiting(self, webhook: Any) -> Any:
        return webhook.count
