"""The product's dependencies, installed from requirements.txt alone."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def install(home: Path) -> Path:
    """Makes an environment with requirements.txt and nothing else; its folder of programs."""
    python, uv = home / "bin" / "python", str(Path(sys.executable).with_name("uv"))
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(home)], check=True)
    install: list[str] = [uv, "pip", "install", "--quiet", "--require-hashes"]
    where = ["--python", str(python), "-r", str(ROOT / "requirements.txt")]
    subprocess.run([*install, *where], check=True)
    return home / "bin"
