"""Settings that come as files, as secrets do."""

import subprocess
import sys
from pathlib import Path

SHOW = (
    "from franchise_site import settings as s; print(s.SECRET_KEY, s.DATABASES['default']['NAME'])"
)


def test_a_secret_may_be_a_file_and_its_last_line_break_is_no_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("hidden\n")
    (tmp_path / "url").write_text("postgres://ada:secret@db.test/games\n")
    environment = {
        "SECRET_KEY_FILE": str(tmp_path / "key"),
        "DATABASE_URL_FILE": str(tmp_path / "url"),
    }
    done = subprocess.run(
        [sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "hidden games\n"
