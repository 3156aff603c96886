"""Refusals in English, French and German."""

import ast
import importlib
import pkgutil
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
import notifications
from games.domain import Options, Refusal
from games.domain.commands import Expansion, TakeTurn
from games.domain.decide import decide
from games.domain.errors import Faulty, NotYourTurn, Unplayable, WrongMoment
from games.domain.evolve import replay
from games.domain.lobby import SeatNotFree
from games.domain.notation import Language, UnknownName, explain, parse, possibilities
from games.domain.notation.refusals import ALL, OF_SEATS, WORDY
from games.domain.setup import start
from games.domain.take_backs import NoTakeBack

FRAMES = {"Refusal", "Illegal", "TableRefusal", "Faulty", "TooOften"}
WORDS = re.compile(r"(?<!{)\b\w+\b(?!})")
TRANSLATED: tuple[Language, ...] = ("fr", "de")
LANGUAGES: tuple[Language, ...] = ("en", *TRANSLATED)


def all_refusals() -> list[type[Refusal]]:
    for package in (games, notifications):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations." not in module.name:
                importlib.import_module(module.name)
    refusals = [Refusal]
    for each in refusals:
        refusals += each.__subclasses__()
    own = [each for each in refusals if not each.__module__.startswith("tests.")]
    return [each for each in dict.fromkeys(own) if each.__name__ not in FRAMES]


def code_of(refusal: type[Refusal]) -> str:
    made = refusal.__new__(refusal)
    return made.code


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def faults() -> Iterator[str]:
    """What the code names as wrong with games, terms, take-backs and holidays."""
    for path in [*Path(games.__path__[0]).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.keyword(arg="fault", value=ast.Constant(value=str(fault))):
                    yield fault
                case ast.Assign(targets=[ast.Name("fault")], value=ast.Constant(str(fault))):
                    yield fault
                case ast.Call(ast.Name("Unplayable"), [_, ast.Constant(str(fault)), *_]):
                    yield fault
                case _:
                    pass


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_refusal_has_its_sentence_with_all_its_values(language: Language) -> None:
    sentences = ALL[language].sentences
    known = {code_of(each): each.says for each in all_refusals()}
    assert set(sentences) == set(known)
    for code, says in known.items():
        assert fields(sentences[code]) == fields(says), code
        assert sentences[code] != says or not WORDS.search(says)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_fault_has_its_words_with_all_its_values(language: Language) -> None:
    all_faults = set(faults())
    assert len(all_faults) > 20
    assert set(ALL[language].faults) == all_faults
    for fault, words in ALL[language].faults.items():
        assert fields(words) == fields(fault), fault


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_of_our_own_is_translated(language: Language) -> None:
    assert set(ALL["en"].words) < set(ALL[language].words)
    assert set(ALL["en"].sentences) == OF_SEATS
    assert set(WORDY) < set(ALL[language].sentences)


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
    assert explain(refused.value, "fr") == "Il n’y a pas de lieu « Open »."
    assert explain(refused.value, "de") == "Einen Ort „Open“ gibt es nicht."
    with pytest.raises(Refusal) as unclear:
        parse("expand to Sa", "turn", 0)
    assert explain(unclear.value, "de") == "Einen Ort „Sa“ gibt es mehrfach."
    assert "Salt Lake City" in possibilities(unclear.value, "de")


def test_faults_are_told_in_each_language_with_their_values() -> None:
    late = NoTakeBack(7, fault="that turn was lost to the clock")
    assert (
        explain(late, "en")
        == "The turn cannot be taken back to 7: that turn was lost to the clock."
    )
    assert explain(late, "de").endswith(": dieser Zug ging an die Uhr verloren.")
    with pytest.raises(Unplayable) as refused:
        start(7, first=0, options=Options(), seed=1)
    assert str(refused.value) == "7 players cannot play this map."
    assert explain(refused.value, "fr").endswith("cette carte ne se joue pas à 7.")
    assert isinstance(refused.value, Faulty)


def test_regions_have_their_names_in_each_language() -> None:
    refusal = Unplayable("X2", "{value} is no region in play", "texas", ("great-lakes",))
    assert explain(refusal, "de").endswith("Texas ist keine Region, die im Spiel ist.")
    assert possibilities(refusal, "fr") == ("Grands Lacs",)
