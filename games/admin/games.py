"""Games at the host's desk, and what a host does to them; each act is an event."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.admin.acts import ActsAdmin, AskForm, form_of, require
from games.clocks import hours_of
from games.computers import computer_name, computer_players
from games.domain import Refusal
from games.domain.lobby import AbandonGame, LobbyCommand, ReplacePlayer, SetDeadline
from games.domain.notation import sheet
from games.domain.take_backs import TakeBack
from games.edge import now
from games.events import store
from games.models import Game, Person
from games.rows import snapshot_of
from games.services import act, retry_when_stale

MakeOrder = Callable[[Game], LobbyCommand]


class ReplaceForm(AskForm):
    seat = forms.IntegerField(min_value=0, max_value=4, label=_("Seat"))
    player = forms.ModelChoiceField(
        Person.objects.filter(is_active=True),
        to_field_name="username",
        widget=forms.TextInput,
        required=False,
        label=_("Player"),
        help_text=_("A username; or choose a computer player."),
    )
    computer = forms.ChoiceField(
        choices=lambda: [("", "---"), *((each.name, each.title) for each in computer_players())],
        required=False,
        label=_("Computer player"),
    )
    field_order = ("seat", "player", "computer", "why")


class TakeBackForm(AskForm):
    to_version = forms.IntegerField(
        min_value=1, label=_("To version"), help_text=_("The version that a turn began at.")
    )
    field_order = ("to_version", "why")


class ExtendForm(AskForm):
    hours = forms.IntegerField(min_value=1, max_value=24 * 30, initial=24, label=_("Hours"))
    field_order = ("hours", "why")


@admin.register(Game)
class GameAdmin(ActsAdmin):
    list_display = ("name", "status", "turn", "mover", "deadline", "changed")
    list_filter = ("status", "watch")
    list_select_related = ("mover",)
    search_fields = ("name", "id")
    date_hierarchy = "created"
    actions = ("pause", "resume", "extend", "replace", "take_back", "abandon")
    readonly_fields = ("seats_text", "history")
    exclude = ("snapshot", "head")

    has_pause_game_permission = require("pause_game")
    has_resume_game_permission = require("resume_game")
    has_extend_game_permission = require("extend_game")
    has_replace_player_permission = require("replace_player")
    has_take_back_turn_permission = require("take_back_turn")
    has_abandon_game_permission = require("abandon_game")

    @admin.display(description=_("seats"))
    def seats_text(self, game: Game) -> str:
        seats = game.seats.select_related("player").order_by("number")
        return ", ".join(
            f"{each.number}: {each.player or (computer_name(each.bot) if each.bot else 'free')}"
            for each in seats
        )

    @admin.display(description=_("history"))
    def history(self, game: Game) -> str:
        """The events, by the host's own time, and the score sheet."""
        lines, rows = [], store.read_rows(game.pk)
        for each in rows:
            entry = each.entry
            time = timezone.localtime(datetime.fromisoformat(entry.stamp.at))
            lines.append(
                f"{entry.version:4} {time:%Y-%m-%d %H:%M:%S} {entry.stamp.actor:12} {each.type}"
            )
        return "\n".join([*lines, "", *sheet(store.events_of(rows))])

    @admin.action(description=_("Pause the clock"), permissions=["pause_game"])
    def pause(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._act(request, games, _pause_order, "pause_game")

    @admin.action(description=_("Let the clock run on"), permissions=["resume_game"])
    def resume(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._act(request, games, lambda _: SetDeadline(None, "resumed"), "resume_game")

    @admin.action(description=_("Extend the deadline …"), permissions=["extend_game"])
    def extend(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        form = form_of(request, ExtendForm)
        if not form.is_valid():
            return self.ask(request, games, form, "extend")
        hours = timedelta(hours=form.cleaned_data["hours"])

        def make_order(game: Game) -> SetDeadline:
            return SetDeadline(int(((game.deadline or now()) + hours).timestamp()), "extended")

        details = f"{form.cleaned_data['hours']} hours"
        self._act(request, games, make_order, "extend_game", details=details)
        return None

    @admin.action(description=_("Replace a player …"), permissions=["replace_player"])
    def replace(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        form = form_of(request, ReplaceForm)
        if not form.is_valid():
            return self.ask(request, games, form, "replace")
        seat, player = form.cleaned_data["seat"], form.cleaned_data["player"]
        computer = form.cleaned_data["computer"] or None
        order = ReplacePlayer(seat, player.pk if player else None, computer, by_host=True)
        details = f"seat {seat} to {f'person {player.pk}' if player else computer}"
        self._act(request, games, lambda _: order, "replace_player", details=details)
        return None

    @admin.action(description=_("Take back to a version …"), permissions=["take_back_turn"])
    def take_back(self, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse | None:
        form = form_of(request, TakeBackForm)
        if not form.is_valid():
            return self.ask(request, games, form, "take_back")
        order = TakeBack(form.cleaned_data["to_version"])
        details = f"to version {order.to_version}"
        self._act(request, games, lambda _: order, "take_back_turn", details=details)
        return None

    @admin.action(description=_("Abandon"), permissions=["abandon_game"])
    def abandon(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._act(request, games, lambda _: AbandonGame(), "abandon_game")

    def _act(
        self,
        request: HttpRequest,
        games: QuerySet[Game],
        make_order: MakeOrder,
        name: str,
        *,
        details: str = "",
    ) -> None:
        for game in games:
            try:
                retry_when_stale(partial(self._act_on, request, game, make_order, name, details))
            except Refusal as refusal:
                self.message_user(request, f"{game}: {refusal}", messages.ERROR)
            else:
                self.message_user(request, _("%s: done") % game, messages.SUCCESS)

    @transaction.atomic
    def _act_on(
        self, request: HttpRequest, game: Game, make_order: MakeOrder, name: str, details: str
    ) -> None:
        act(game.pk, make_order(Game.objects.get(pk=game.pk)), actor=f"host:{request.user.pk}")
        self.log_act(request, game, name, details=details)


def _pause_order(game: Game) -> SetDeadline:
    state = snapshot_of(game)
    if state.deadline is None:
        return SetDeadline(None, "paused")
    left = hours_of(state)[state.mover].between(int(now().timestamp()), state.deadline)
    return SetDeadline(None, "paused", left)
