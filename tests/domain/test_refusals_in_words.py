"""Refusals in every language."""

import importlib
import pkgutil
import re
from functools import cache

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

import games
import mail_in
import notifications
from games.domain import Options, Refusal
from games.domain.commands import Expansion, TakeTurn
from games.domain.decide import decide
from games.domain.errors import Faulty, NotYourTurn, Unplayable, WrongMoment, code_of
from games.domain.evolve import replay
from games.domain.lobby import SeatNotFree
from games.domain.notation import ENGLISH, WORDS, Language, UnknownName, parse
from games.domain.notation.refusals import CONTEXT, OWN_WORDS, WORDY
from games.domain.setup import start
from games.domain.take_backs import NoTakeBack
from games.refusals import explain, possibilities
from tools.messages import gather_texts, po_file

FRAMES = {"Refusal", "Illegal", "TableRefusal", "Faulty", "TooOften", "Misread"}
LETTERS = re.compile(r"(?<!{)\b\w+\b(?!})")
LANGUAGES: tuple[Language, ...] = ("en", "fr", "de")
TRANSLATED = tuple(set(WORDS) - {ENGLISH})


def all_refusals() -> list[type[Refusal]]:
    for package in (games, mail_in, notifications):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations." not in module.name:
                importlib.import_module(module.name)
    refusals = [Refusal]
    for each in refusals:
        refusals += each.__subclasses__()
    own = [each for each in refusals if not each.__module__.startswith("tests.")]
    return [each for each in dict.fromkeys(own) if each.__name__ not in FRAMES]


@cache
def catalog(language: Language) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def test_the_site_speaks_every_language_that_has_words() -> None:
    assert {code for code, _ in settings.LANGUAGES} == set(WORDS)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_refusal_has_its_sentence(language: Language) -> None:
    for refusal in all_refusals():
        message = catalog(language).get(refusal.says, code_of(refusal.__name__))
        assert message is not None, refusal
        assert message.string != refusal.says or not LETTERS.search(refusal.says)


@pytest.mark.uncounted
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_fault_and_every_word_of_our_own_is_translated(language: Language) -> None:
    texts = {each.id for each in gather_texts() if each.context == CONTEXT}
    assert len(texts - set(OWN_WORDS.values())) > 20
    for text in texts:
        message = catalog(language).get(text, CONTEXT)
        assert message is not None
        assert message.string


def test_only_refusals_that_there_are_name_their_facts_in_our_own_words() -> None:
    assert set(WORDY) <= {code_of(each.__name__) for each in all_refusals()}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "No link leads to New York from any place of yours."),
        ("fr", "Aucune route ne mène à New York depuis un lieu à vous."),
        ("de", "Von einem deiner Orte führt keine Strecke nach New York."),
    ],
)
def test_T2_a_place_out_of_reach_is_told_in_each_language(
    language: Language, sentence: str
) -> None:
    state = replay(start(4, first=0, options=Options(introductory=True), seed=7))
    with pytest.raises(Refusal) as refused:
        decide(state, TakeTurn(0, expand=(Expansion("new-york"),)))
    assert explain(refused.value, language, state.board) == sentence


def test_a_seat_is_called_by_its_colour() -> None:
    refusal = NotYourTurn(0, (1,))
    assert [explain(refusal, each) for each in LANGUAGES] == [
        "It is not Blue’s turn.",
        "Ce n’est pas à Bleu de jouer.",
        "Blau ist nicht am Zug.",
    ]
    assert possibilities(refusal, "de") == ("Rot",)
    assert explain(SeatNotFree(9), "de") == "Der Platz von 9 ist nicht frei."


def test_what_is_awaited_is_told_in_each_language() -> None:
    refusal = WrongMoment("S5", "a turn", "a starting town")
    assert [explain(refusal, each) for each in LANGUAGES] == [
        "The game waits for a starting town, not for a turn.",
        "La partie attend une ville de départ, et non un tour.",
        "Die Partie wartet auf eine Kleinstadt für den Anfang, nicht auf einen Zug.",
    ]


def test_what_somebody_wrote_is_quoted_as_it_was_written() -> None:
    with pytest.raises(UnknownName) as refused:
        parse("expand to Open", "turn", 0)
    assert explain(refused.value, "fr") == "Il n’y a pas de lieu «\u202fOpen\u202f»."
    assert explain(refused.value, "de") == "Einen Ort „Open“ gibt es nicht."
    with pytest.raises(Refusal) as unclear:
        parse("expand to char", "turn", 0)
    assert explain(unclear.value, "de") == "Einen Ort „char“ gibt es mehrfach."
    assert "Charleston" in possibilities(unclear.value, "de")


def test_faults_are_told_in_each_language_with_their_values() -> None:
    late = NoTakeBack(57, (41,), fault="that turn was lost to the clock", turn=7)
    said = "Turn 7 cannot be taken back: that turn was lost to the clock."
    assert explain(late, "en") == said
    assert possibilities(late, "en") == ()
    assert explain(late, "de").endswith(": Dieser Zug ging an die Uhr verloren.")
    with pytest.raises(Unplayable) as refused:
        start(7, first=0, options=Options(), seed=1)
    assert str(refused.value) == "7 players cannot play this map."
    assert explain(refused.value, "fr").endswith("cette carte ne se joue pas à 7.")
    assert isinstance(refused.value, Faulty)


def test_regions_have_their_names_in_each_language() -> None:
    refusal = Unplayable("X2", "{value} is not a region in play", "texas", ("great-lakes",))
    assert explain(refusal, "de").endswith("Texas ist keine Region, die im Spiel ist.")
    assert possibilities(refusal, "fr") == ("Grands Lacs",)
