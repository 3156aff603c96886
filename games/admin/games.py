"""Games as they are, and the few things a host does to them, each an event."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.bots import BOTS
from games.clocks import hours_of, seconds_of
from games.domain import Refusal
from games.domain.lobby import (
    AbandonGame,
    LobbyCommand,
    ReplacePlayer,
    SetDeadline,
    TakeBack,
)
from games.domain.notation import sheet
from games.edge import now
from games.events import store
from games.models import Game, Person
from games.rows import snapshot_of
from games.services import act

Order = Callable[[Game], LobbyCommand]


class ReplaceForm(forms.Form):
    seat = forms.IntegerField(min_value=0, max_value=4)
    player = forms.ModelChoiceField(Person.objects.all(), required=False)
    computer = forms.ChoiceField(
        choices=[("", "---"), *((name, name) for name in BOTS)], required=False
    )


class TakeBackForm(forms.Form):
    to_version = forms.IntegerField(min_value=1, help_text="the version a turn began at")


class ExtendForm(forms.Form):
    hours = forms.IntegerField(min_value=1, max_value=24 * 30, initial=24)


if TYPE_CHECKING:
    GamesAdmin = admin.ModelAdmin[Game]
else:
    GamesAdmin = admin.ModelAdmin


@admin.register(Game)
class GameAdmin(GamesAdmin):
    list_display = ("name", "status", "turn", "mover", "deadline", "changed")
    list_filter = ("status", "watch")
    list_select_related = ("mover",)
    search_fields = ("name", "id")
    date_hierarchy = "created"
    actions = ("pause", "resume", "extend", "replace", "take_back", "abandon")
    readonly_fields = ("seated", "history")
    exclude = ("snapshot", "head")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        """Rows follow from events: nobody edits them. The actions ask for `view`."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    @admin.display(description="seats")
    def seated(self, game: Game) -> str:
        seats = game.seats.select_related("player").order_by("number")
        return ", ".join(f"{each.number}: {each.player or each.bot or 'free'}" for each in seats)

    @admin.display(description="history")
    def history(self, game: Game) -> str:
        lines = [
            f"{each.entry.version:4} {each.entry.stamp.at[:19]} {each.entry.stamp.actor:12} {each.type}"
            for each in store.stored(game.pk)
        ]
        return "\n".join([*lines, "", *sheet(store.read(game.pk))])

    @admin.action(description="Pause the clock", permissions=["view"])
    def pause(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._act(request, games, _paused)

    @admin.action(description="Let the clock run on", permissions=["view"])
    def resume(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._act(request, games, lambda _: SetDeadline(None, "resumed"))

    @admin.action(description="Extend the deadline …", permissions=["view"])
    def extend(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        form = ExtendForm(request.POST if "apply" in request.POST else None)
        if not form.is_valid():
            return self._ask(request, games, form, "extend")
        hours = timedelta(hours=form.cleaned_data["hours"])

        def extended(game: Game) -> SetDeadline:
            return SetDeadline(int(((game.deadline or now()) + hours).timestamp()), "extended")

        self._act(request, games, extended)
        return None

    @admin.action(description="Replace a player …", permissions=["view"])
    def replace(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        form = ReplaceForm(request.POST if "apply" in request.POST else None)
        if not form.is_valid():
            return self._ask(request, games, form, "replace")
        said = form.cleaned_data
        player = said["player"].pk if said["player"] else None
        order = ReplacePlayer(said["seat"], player, said["computer"] or None)
        self._act(request, games, lambda _: order)
        return None

    @admin.action(description="Take back to a version …", permissions=["view"])
    def take_back(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        form = TakeBackForm(request.POST if "apply" in request.POST else None)
        if not form.is_valid():
            return self._ask(request, games, form, "take_back")
        order = TakeBack(form.cleaned_data["to_version"])
        self._act(request, games, lambda _: order)
        return None

    @admin.action(description="Abandon", permissions=["view"])
    def abandon(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._act(request, games, lambda _: AbandonGame())

    def _act(self, request: HttpRequest, games: QuerySet[Game], order: Order) -> None:
        for game in games:
            try:
                act(game.pk, order(game), actor=f"host:{request.user.pk}")
            except Refusal as refusal:
                self.message_user(request, f"{game}: {refusal}", messages.ERROR)
            else:
                self.message_user(request, f"{game}: done", messages.SUCCESS)

    def _ask(
        self, request: HttpRequest, games: QuerySet[Game], form: forms.Form, action: str
    ) -> HttpResponse:
        found = {
            **self.admin_site.each_context(request),
            "title": action.replace("_", " ").capitalize(),
            "games": games,
            "form": form,
            "action": action,
            "selected": ACTION_CHECKBOX_NAME,
        }
        return render(request, "admin/games/ask.html", found)


def _paused(game: Game) -> SetDeadline:
    state = snapshot_of(game)
    if state.deadline is None:
        return SetDeadline(None, "paused")
    left = hours_of(state).between(state.mover, seconds_of(now()), state.deadline)
    return SetDeadline(None, "paused", left)
