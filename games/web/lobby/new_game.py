"""The page that makes a game: a plain sentence for each option, and who sits at the table."""

import secrets
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.access import see_game
from games.addresses import NoAddress, address_of
from games.bots import STAND_IN
from games.computers import computer_players
from games.domain import Options, Refusal
from games.domain.board import PRINTED_BOARD
from games.domain.expansions import EXPANSIONS, SWITCHES
from games.domain.lobby import LONGEST_NAME, CreateGame
from games.domain.state import Terms
from games.doors import fill_table, open_table
from games.invitations import invite
from games.models import Person
from games.web.requests import member_of, members_only, refusal_text

SEATS = 5
FEWEST = 2
MOST_INVITED = 8

GAMES = [
    (
        "introductory",
        _("Introductory: everybody starts in two given towns. Good for a first game."),
    ),
    ("standard", _("Standard: everybody chooses a first town.")),
]
LAYOUTS = [
    ("printed", _("As printed on the map.")),
    ("random", _("Drawn by chance: the sizes of cities and the region tiles lie elsewhere.")),
    ("draft", _("Laid by the players, one tile after the other. For experts; it takes a while.")),
]
REGION_TILES = [
    ("", _("Without: the ten region tiles of the base game.")),
    ("1", _("Old and new region tiles together, drawn by chance.")),
    ("2", _("Only new region tiles, drawn by chance.")),
    ("3", _("The players choose ten region tiles, which are then dealt.")),
]
PACES = [
    ("24", _("a day a turn")),
    ("12", _("12 hours a turn")),
    ("48", _("two days a turn")),
    ("72", _("three days a turn")),
    ("168", _("a week a turn")),
    ("", _("no deadline")),
]
BANKS = [
    (0, _("none")),
    (24, _("one day")),
    (72, _("three days")),
    (168, _("a week")),
    (336, _("two weeks")),
]
WHEN_LATE = [
    ("computer", _("A computer player takes the turn.")),
    ("pass", _("The turn is passed.")),
    ("wait", _("The game waits.")),
]
TAKE_BACKS = [
    ("last-turn", _("One’s own last turn, while nobody else has played.")),
    ("any-turn", _("Any turn, by anybody: for learning.")),
    ("never", _("None: played is played.")),
]
WATCH = [
    ("private", _("Private: only those who sit here, or are invited, can see it.")),
    ("public", _("Public: everybody may watch, and join while a seat is free.")),
]
SITTERS = [
    ("me", _("me")),
    ("person", _("a person")),
    ("", _("closed seat")),
]
FIRST_SITTERS = ("me", "person", STAND_IN, "", "")


def pace_name(hours: int | None) -> str:
    return str(dict(PACES)[str(hours or "")])


def sitter_choices() -> list[tuple[object, object]]:
    """Those that are people, the strengths of computer players under their heading, and nobody."""
    *people, closed = SITTERS
    computers = [(each.name, each.title) for each in computer_players()]
    return [*people, (_("computer"), computers), closed]


def expansion_titles(options: Options) -> list[str]:
    return [gettext(each.title) for each in EXPANSIONS if each.title and each.is_played(options)]


class NewGameForm(forms.Form):
    name = forms.CharField(label=_("Name of the game"), max_length=LONGEST_NAME)
    game = forms.ChoiceField(label=_("The start"), choices=GAMES, widget=forms.RadioSelect)
    layout = forms.ChoiceField(label=_("The map"), choices=LAYOUTS, widget=forms.RadioSelect)
    region_tiles = forms.ChoiceField(
        label=_("Region tiles"), choices=REGION_TILES, widget=forms.RadioSelect, required=False
    )
    pace_hours = forms.TypedChoiceField(
        label=_("Pace"), choices=PACES, coerce=int, empty_value=None, required=False
    )
    bank_hours = forms.TypedChoiceField(
        label=_("Time bank"),
        choices=BANKS,
        coerce=int,
        help_text=_("Spare time for the whole game, used when a turn takes longer."),
    )
    weekends_off = forms.BooleanField(
        label=_("Weekends off"), help_text=_("No time passes on them."), required=False
    )
    when_late = forms.ChoiceField(
        label=_("When time is up"), choices=WHEN_LATE, widget=forms.RadioSelect
    )
    take_backs = forms.ChoiceField(
        label=_("Take-backs"), choices=TAKE_BACKS, widget=forms.RadioSelect
    )
    watch = forms.ChoiceField(label=_("Who may see it"), choices=WATCH, widget=forms.RadioSelect)
    addresses = forms.CharField(
        label=_("Invite by mail"),
        help_text=_("Addresses, one a line. You can also send a link, once the game is made."),
        widget=forms.Textarea(attrs={"rows": 2, "autocapitalize": "off", "spellcheck": "false"}),
        required=False,
        max_length=3000,
    )

    start_when_full = forms.BooleanField(
        label=_("Start by itself"),
        help_text=_("as soon as all seats are taken."),
        required=False,
    )
    suggestions = forms.BooleanField(
        label=_("Suggestions"),
        help_text=_("Mails, “what if” and hints at the table name up to three good turns."),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(SEATS):
            self.fields[f"seat_{number}"] = forms.ChoiceField(
                choices=sitter_choices, required=False
            )
        for each in SWITCHES:
            self.fields[each.option] = forms.BooleanField(
                label=gettext(each.title), help_text=gettext(each.about), required=False
            )

    @property
    def seats(self) -> list[tuple[int, str, forms.BoundField]]:
        """Each with its number from 1 and its colour."""
        colours = PRINTED_BOARD.colours
        return [(n + 1, colours[n], self[f"seat_{n}"]) for n in range(SEATS)]

    @property
    def expansions(self) -> list[forms.BoundField]:
        return [self[each.option] for each in SWITCHES]

    def sitters(self) -> list[str]:
        seats = (self.cleaned_data.get(f"seat_{number}") for number in range(SEATS))
        return [who for who in seats if who]

    def clean_addresses(self) -> list[str]:
        texts = self.cleaned_data["addresses"].replace(",", "\n").split()
        try:
            addresses = [address_of(text) for text in texts]
        except NoAddress as refusal:
            raise ValidationError(refusal_text(refusal)) from refusal
        if len(addresses) > MOST_INVITED:
            raise ValidationError(gettext("At most %d addresses at once.") % MOST_INVITED)
        return list(dict.fromkeys(addresses))

    def clean(self) -> dict[str, Any]:
        sitters = self.sitters()
        if not FEWEST <= len(sitters) <= SEATS:
            raise ValidationError(gettext("A game has 2 to 5 seats."))
        if sitters.count("me") > 1:
            raise ValidationError(gettext("You can sit in one seat only."))
        return self.cleaned_data

    def order(self, owner: Person) -> CreateGame:
        data = self.cleaned_data
        bank_hours = data["bank_hours"] if data["pace_hours"] else 0
        agreed = {name: data[name] for name in Terms.__struct_fields__ if name in data}
        terms = Terms(**agreed | {"owner": owner.pk, "bank_hours": bank_hours})
        options = Options(
            introductory=data["game"] == "introductory",
            layout=data["layout"],
            region_tiles=int(data["region_tiles"]) if data["region_tiles"] else None,  # type: ignore[arg-type]  # one of three
            **{each.option: data[each.option] for each in SWITCHES},
        )
        return CreateGame(terms, len(self.sitters()), options)


def _initial_values() -> dict[str, object]:
    seats = {f"seat_{number}": who for number, who in enumerate(FIRST_SITTERS)}
    return {
        "name": _suggest_name(),
        "game": "introductory",
        "layout": "printed",
        "region_tiles": "",
        "pace_hours": "24",
        "bank_hours": 72,
        "when_late": "computer",
        "take_backs": "last-turn",
        "watch": "private",
        "start_when_full": True,
        "suggestions": True,
        **seats,
    }


def _suggest_name() -> str:
    """A journey across the map."""
    names = [place.name for place in PRINTED_BOARD.places]
    begin = secrets.choice(names)
    end = secrets.choice([name for name in names if name != begin])
    return f"{begin} – {end}"


@require_http_methods(["GET", "POST"])
@members_only
def new_game(request: HttpRequest) -> HttpResponse:
    if request.method == "GET":
        return _page(request, NewGameForm(initial=_initial_values()))
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    person = member_of(request)
    try:
        game_id = open_table(form.order(person), person).game_id
    except Refusal as refusal:
        form.add_error(None, refusal_text(refusal))
        return _page(request, form, status=422)
    fill_table(game_id, person, form.sitters())
    view = see_game(person, game_id)
    try:
        for address in form.cleaned_data["addresses"]:
            invite(view, address)
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
    return redirect("game", game_id)


def _page(request: HttpRequest, form: NewGameForm, status: int = 200) -> HttpResponse:
    return render(request, "lobby/new_game.html", {"form": form}, status=status)
