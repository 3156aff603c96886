from typing import Any

from tests.audit.__main__ import read_holes


def test_a_known_hole_is_told_with_the_version_that_mends_it() -> None:
    holes = [
        {"id": "PYSEC-1", "fix_versions": ["5.2.9", "6.0"]},
        {"id": "PYSEC-2", "fix_versions": []},
    ]
    packages: list[dict[str, Any]] = [
        {"name": "django", "version": "5.2", "vulns": holes},
        {"name": "kombu", "version": "5.5", "vulns": []},
        {"name": "unknown", "skip_reason": "not found"},
    ]
    assert list(read_holes(packages)) == [
        "django 5.2 has PYSEC-1, mended in 5.2.9, 6.0",
        "django 5.2 has PYSEC-2, mended in no version yet",
    ]
