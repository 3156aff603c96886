"""Settings that come as files, as secrets do."""

import json
import subprocess
import sys
from pathlib import Path

from tests.site.services import ROOT
from tests.site.systemd import need_systemd, read_as_systemd

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
    process = subprocess.run(
        [sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=True
    )
    assert process.stdout == "hidden games\n"


def show_settings(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=False
    )


def test_what_the_environment_does_not_say_is_read_from_the_env_file(tmp_path: Path) -> None:
    file = tmp_path / "franchise.env"
    file.write_text("# a comment\nSECRET_KEY='of the file'\nDATABASE_URL=postgres:///games\n")
    assert show_settings(FRANCHISE_ENV=str(file)).stdout == "of the file games\n"
    own = show_settings(FRANCHISE_ENV=str(file), SECRET_KEY="own")  # noqa: S106 - a test's
    assert own.stdout == "own games\n"


def test_an_env_file_that_is_named_and_not_there_is_told() -> None:
    process = show_settings(FRANCHISE_ENV="/nowhere/franchise.env", SECRET_KEY="own")  # noqa: S106
    assert "FRANCHISE_ENV names /nowhere/franchise.env, where there is no file" in process.stderr


def test_shell_systemd_and_the_server_read_the_example_alike(tmp_path: Path) -> None:
    need_systemd()
    example = ROOT / "deploy" / "franchise.env"
    lines = example.read_text().splitlines()
    names = [line.partition("=")[0] for line in lines if line[:1] not in "#" and line[-1:] != "="]
    by_systemd = read_as_systemd(example, tmp_path)
    show = f"import json, os; print(json.dumps({{n: os.environ[n] for n in {names}}}))"
    by_shell, by_server = (
        json.loads(
            subprocess.run(command, capture_output=True, text=True, check=True, env=own).stdout
        )
        for command, own in (
            (["sh", "-c", f'set -a; . {example}; {sys.executable} -c "{show}"'], {}),
            (
                [sys.executable, "-c", f"import franchise_site.settings; {show}"],
                {"FRANCHISE_ENV": str(example), "SECRET_KEY": "own"},
            ),
        )
    )
    assert by_shell["DEFAULT_FROM_EMAIL"] == "Franchise <play@franchise.example.org>"
    assert by_shell == by_server == by_systemd
