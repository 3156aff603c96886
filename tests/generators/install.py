"""Installs into var/clients what makes clients and judges the schema, as it is pinned here.

Without npm it says so; where all has to be shown (`CI=true`) that is an error.
"""

import os
import shutil
import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
PLACE = HERE.parents[1] / "var" / "clients"
PYTHON = PLACE / "python"
NODE = PLACE / "node_modules"
PACKAGES = ("package.json", "package-lock.json", ".npmrc")
WITHOUT_NPM = (
    "THERE IS NO npm: openapi-typescript, hey-api, redocly, spectral and the TypeScript of "
    "openapi-generator are NOT tried. Install Node.js 20 or later."
)


def main() -> int:
    PLACE.mkdir(parents=True, exist_ok=True)
    if _is_new("python", HERE / "requirements.txt"):
        venv.create(PYTHON, with_pip=True, clear=True)
        pip: list[str | Path] = [
            PYTHON / "bin" / "python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--require-hashes",
        ]
        subprocess.run([*pip, "-r", HERE / "requirements.txt"], check=True)
        _keep("python", HERE / "requirements.txt")
    if shutil.which("npm") is None:
        sys.stderr.write(f"\n{WITHOUT_NPM}\n\n")
        return int(bool(os.environ.get("CI")))
    if _is_new("node", HERE / "package-lock.json"):
        for name in PACKAGES:
            shutil.copy(HERE / name, PLACE / name)
        quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(["npm", "ci", *quietly], check=True, cwd=PLACE)  # noqa: S607 - whichever npm is there
        _keep("node", HERE / "package-lock.json")
    return 0


def _is_new(what: str, pins: Path) -> bool:
    kept = PLACE / f"{what}.installed"
    return not kept.exists() or kept.read_text() != sha256(pins.read_bytes()).hexdigest()


def _keep(what: str, pins: Path) -> None:
    (PLACE / f"{what}.installed").write_text(sha256(pins.read_bytes()).hexdigest())


if __name__ == "__main__":
    sys.exit(main())
