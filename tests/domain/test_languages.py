import pytest

from games.domain.notation.words import language_of


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("de-at", "de"),
        ("DE", "de"),
        ("en-GB", "en"),
        ("", "en"),
        ("nl", "en"),
    ],
)
def test_a_tag_leads_to_the_nearest_language(tag: str, language: str) -> None:
    assert language_of(tag) == language
