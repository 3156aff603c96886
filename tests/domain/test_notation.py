"""A turn in words: what is read, what is written, and what is answered to what cannot be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain import Options, Refusal, commands
from games.domain.chance import Draws
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.notation import (
    WORDS,
    AmbiguousName,
    ContradictoryOrders,
    Language,
    UnknownName,
    UnreadableOrder,
    format,
    parse,
)
from games.domain.notation.misreadings import MissingName
from games.domain.playout import random_command
from games.domain.setup import start

LANGUAGES = tuple(WORDS)


@pytest.mark.parametrize(
    "text",
    [
        "expand to Chicago from Detroit",
        "EXPAND chicago FROM detroit.",
        "Expand to chi from det",
        "développer vers Chicago depuis Detroit",
        "se developper vers Chicago de Detroit",
        "Expandieren nach Chicago von Detroit",
        "- exp to chicago from detroit",
    ],
)
def test_the_same_order_in_many_spellings(text: str) -> None:
    assert parse(text, "turn", 1) == commands.TakeTurn(
        1, expand=(commands.Expansion("chicago", "detroit"),)
    )


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("increase Omaha, Denver", ("omaha", "denver")),
        ("augmenter Omaha et Denver", ("omaha", "denver")),
        ("vergrößern Omaha und Denver", ("omaha", "denver")),
        ("vergroessern omaha + denver", ("omaha", "denver")),
        ("increase st. louis & new y", ("st-louis", "new-york")),
        ("increase Saint Louis", ("st-louis",)),
        ("increase new-york", ("new-york",)),
        ("increase Omaha\nincrease Denver", ("omaha", "denver")),
    ],
)
def test_several_places_in_one_order(text: str, places: tuple[str, ...]) -> None:
    assert parse(text, "turn", 0) == commands.TakeTurn(0, increase=places)


@pytest.mark.parametrize("text", ["pass", "Passer", "passe!", "passen", " PASS . "])
def test_a_pass_is_a_turn_without_orders(text: str) -> None:
    assert parse(text, "turn", 0) == commands.TakeTurn(0)


def test_two_expansions_say_which_bonus_tile_they_take() -> None:
    order = parse("expand to Chicago, Omaha", "turn", 0)
    assert order == commands.TakeTurn(
        0, bonus="expand", expand=(commands.Expansion("chicago"), commands.Expansion("omaha"))
    )


def test_a_double_says_which_bonus_tile_it_takes() -> None:
    order = parse("increase Omaha; double Omaha", "turn", 0)
    assert order == commands.TakeTurn(0, bonus="share", increase=("omaha",), double="omaha")


@pytest.mark.parametrize(
    ("text", "bonus"),
    [("bonus cash", "cash"), ("bonus argent", "cash"), ("Bonus Marktanteil", "share")],
)
def test_a_bonus_tile_by_name(text: str, bonus: str) -> None:
    assert parse(text, "turn", 0) == commands.command("turn", 0, {"bonus": bonus})


def test_a_chain_for_the_development_tile() -> None:
    order = parse(
        "use development\nexpand to Denver from Omaha via Ogallala, Dodge City", "turn", 0
    )
    assert order == commands.TakeTurn(
        0,
        expand=(commands.Expansion("denver", "omaha", ("ogallala", "dodge-city")),),
        use=("development",),
    )


@pytest.mark.parametrize(
    "text",
    [
        "use route, development",
        "use route\nuse development",
        "use Strecke und Expansionsplättchen",
        "use route, development\nuse route",
    ],
)
def test_both_tools_in_one_line_or_in_two(text: str) -> None:
    assert parse(f"{text}\nexpand to Omaha", "turn", 0) == commands.TakeTurn(
        0, expand=(commands.Expansion("omaha"),), use=("route", "development")
    )


def test_boom_order_and_regions() -> None:
    order = parse("boom to Denver\norder Omaha\nregions Quatre Coins, Grosse Seen", "turn", 0)
    assert order == commands.TakeTurn(
        0, boom="denver", order=("omaha",), regions=("four-corners", "great-lakes")
    )


@pytest.mark.parametrize(
    ("kind", "text", "order"),
    [
        ("town", "Reno", commands.ChooseTown(2, "reno")),
        ("town", "ville Reno", commands.ChooseTown(2, "reno")),
        ("town", "Start in Reno", commands.ChooseTown(2, "reno")),
        ("boom", "Chicago", commands.PlaceBoom(2, "chicago")),
        ("boom", "Boom nach Chicago", commands.PlaceBoom(2, "chicago")),
        ("draft", "4 Omaha", commands.PlaceCityTile(2, "omaha", 4)),
        ("draft", "tile 4 to Omaha", commands.PlaceCityTile(2, "omaha", 4)),
        ("draft", "Plättchen n12 Texas", commands.PlaceRegionTile(2, "texas", "n12")),
        ("draft", "tuile N12", commands.ChooseTile(2, "n12")),
    ],
)
def test_choices_of_the_set_up(kind: commands.Choice, text: str, order: object) -> None:
    assert parse(text, kind, 2) == order


@pytest.mark.parametrize(
    ("text", "value", "possible"),
    [
        ("expand to char", "char", ("charleston", "charlotte")),
        ("increase san-fra, charl", "charl", ("charleston", "charlotte")),
    ],
)
def test_a_beginning_that_fits_two_places_is_refused_with_both(
    text: str, value: str, possible: tuple[str, ...]
) -> None:
    with pytest.raises(AmbiguousName) as no:
        parse(text, "turn", 0)
    assert (no.value.value, no.value.possible) == (value, possible)


@pytest.mark.parametrize(
    ("text", "value", "nearest"),
    [
        ("expand to Chigaco", "Chigaco", "chicago"),
        ("increase Pitsburg", "Pitsburg", "pittsburgh"),
        ("regions Hartland", "Hartland", "heartland"),
        ("bonus cahs", "cahs", "cash"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(text: str, value: str, nearest: str) -> None:
    with pytest.raises(UnknownName) as no:
        parse(text, "turn", 0)
    assert (no.value.value, no.value.possible[0]) == (value, nearest)


@pytest.mark.parametrize(
    "text", ["expand", "expand to", "increase ,x", "double", "bonus", "use", "regions", "use the"]
)
def test_an_order_without_its_object_is_refused(text: str) -> None:
    with pytest.raises(MissingName):
        parse(text, "turn", 0)


@pytest.mark.parametrize(
    ("text", "value", "offered"),
    [
        ("what is this", "what", "expand"),
        ("increese Omaha", "increese", "increase"),
        ("town Reno", "town", "expand"),
        ("", "", "expand"),
        ("please", "please", "expand"),
    ],
)
def test_a_line_that_is_no_order_is_answered_with_the_orders(
    text: str, value: str, offered: str
) -> None:
    with pytest.raises(UnreadableOrder) as no:
        parse(text, "turn", 0)
    assert (no.value.value, no.value.possible[0]) == (value, offered)


def test_orders_are_offered_in_the_readers_language() -> None:
    with pytest.raises(UnreadableOrder) as no:
        parse("que faire", "turn", 0, language="fr")
    assert no.value.possible[:2] == ("se développer", "augmenter")


@pytest.mark.parametrize(
    "text",
    ["pass\nincrease Omaha", "double Omaha; double Denver", "bonus cash\nbonus share"],
)
def test_orders_that_contradict_each_other_are_refused(text: str) -> None:
    with pytest.raises(ContradictoryOrders):
        parse(text, "turn", 0)


def test_one_choice_of_the_set_up_at_a_time() -> None:
    with pytest.raises(ContradictoryOrders):
        parse("Reno\nBoise", "town", 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "order",
    [
        commands.TakeTurn(0),
        commands.TakeTurn(
            0, bonus="cash", expand=(commands.Expansion("st-louis"),), order=("st-louis",)
        ),
        commands.TakeTurn(
            0,
            bonus="expand",
            expand=(commands.Expansion("omaha"), commands.Expansion("reno", "boise")),
        ),
        commands.TakeTurn(
            0, bonus="share", increase=("omaha",), double="omaha", regions=("texas",)
        ),
        commands.TakeTurn(0, bonus="cash", increase=("omaha",), double="omaha"),
        commands.TakeTurn(
            0, use=("route", "development"), expand=(commands.Expansion("omaha", "reno"),)
        ),
        commands.TakeTurn(
            0,
            boom="denver",
            use=("development",),
            expand=(commands.Expansion("omaha", "reno", ("boise",)),),
        ),
    ],
)
def test_what_is_written_is_read_as_the_same_turn(
    order: commands.TakeTurn, language: Language
) -> None:
    assert parse(format(order, language), "turn", 0) == order


def test_a_turn_lost_to_the_clock_has_words_but_no_order() -> None:
    assert [format(commands.RunOutOfTime(0), language) for language in ("en", "fr", "de")] == [
        "time ran out", "temps écoulé", "Zeit abgelaufen",
    ]  # fmt: skip


@pytest.mark.uncounted
@given(st.integers(0, 10_000), st.sampled_from(LANGUAGES), st.integers(2, 5))
def test_whole_games_round_trip(seed: int, language: Language, players: int) -> None:
    options = Options(
        layout="draft" if seed % 3 == 0 else "printed",
        milestones=True,
        boom=True,
        region_tiles=(1, 2, 3)[seed % 3],
    )
    state, draws = replay(start(players, options=options, seed=seed)), Draws(seed, "test")
    while state.status != "ended":
        order = random_command(state, draws.below)
        written = format(order, language)
        assert parse(written, commands.KINDS[state.status], state.mover) == order
        state = replay(decide(state, order), state)


@given(st.text(), st.sampled_from(["turn", "town", "draft", "boom"]))
def test_any_text_is_read_or_refused(text: str, kind: commands.Choice) -> None:
    try:
        order = parse(text, kind, 0)
    except Refusal:
        return
    assert parse(format(order), kind, 0) == order


def test_the_languages_have_the_same_words() -> None:
    for words in WORDS.values():
        assert words.verbs.keys() == WORDS["en"].verbs.keys()
        assert words.milestones.keys() == WORDS["en"].milestones.keys()
        assert words.colours.keys() == WORDS["en"].colours.keys()
