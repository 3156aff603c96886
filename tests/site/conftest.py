"""What ships, installed from what ships."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has requirements.txt and nothing else."""
    home = tmp_path_factory.mktemp("shipped") / "venv"
    python, uv = home / "bin" / "python", str(Path(sys.executable).with_name("uv"))
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(home)], check=True)
    install: list[str] = [
        uv,
        "pip",
        "install",
        "--quiet",
        "--require-hashes",
        "--python",
        str(python),
    ]
    subprocess.run([*install, "-r", str(ROOT / "requirements.txt")], check=True)
    return home / "bin"
