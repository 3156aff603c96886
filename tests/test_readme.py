"""The README's transcript is true."""

import doctest
from pathlib import Path


def test_the_readmes_transcript_is_what_happens() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.attempted >= 8
    assert results.failed == 0
