"""Refusals in the language of a page or a mail."""

from django.utils.translation import override, pgettext

from games.domain import Refusal, notation
from games.domain.board import PRINTED_BOARD, Board
from games.domain.notation import Language


def explain(refusal: Refusal, language: Language, board: Board = PRINTED_BOARD) -> str:
    """Why the command was refused, in one sentence."""
    with override(language):
        return notation.explain(refusal, language, board, pgettext)


def possibilities(
    refusal: Refusal, language: Language, board: Board = PRINTED_BOARD
) -> tuple[str, ...]:
    """What would have been possible."""
    with override(language):
        return notation.possibilities(refusal, language, board, pgettext)
