"""Looks at what is locked and what is committed: `make audit`.

A package with a known hole, or a new place that reads like a secret, is an error. Where no
service answers that knows of holes, it says so: nothing was looked up then.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LOCKS = (
    "requirements.txt", "requirements-dev.txt",
    "tests/generators/requirements.txt", "tests/audit/requirements.txt",
)  # fmt: skip
NODE = ROOT / "tests" / "generators"
KNOWN_PLACES = Path(__file__).with_name("known_places.json")
"""What reads like a secret and is none: examples of docs, values of tests."""
NO_SECRETS = ("tests/golden/games/", "package-lock.json", "requirements", KNOWN_PLACES.name)
"""Hashes by the thousand, and nothing else."""
GUESSED = ("Base64HighEntropyString", "HexHighEntropyString")
Place = tuple[str, str, str]
"""The file, what it reads like, and a hash of it."""


def main(programs: str, *options: str) -> int:
    tools = Path(programs)
    write_bill(tools)
    places = find_places(tools)
    if "--know" in options:
        KNOWN_PLACES.write_text(json.dumps(sorted(places), indent=1) + "\n")
        return 0
    known = {tuple(each) for each in json.loads(KNOWN_PLACES.read_text())}
    errors = [f"{file} holds what reads like a secret: {kind}" for file, kind, _ in places - known]
    for lock in LOCKS:
        errors += find_holes(tools, lock)
    errors += find_holes_of_node()
    for error in sorted(errors):
        sys.stderr.write(f"{error}\n")
    return int(bool(errors))


def write_bill(tools: Path) -> None:
    """CycloneDX, of what ships."""
    bill = tools.parent / "bom.json"
    options = ["requirements", "requirements.txt", "--output-file", str(bill)]
    subprocess.run([str(tools / "cyclonedx-py"), *options], check=True)
    count = len(json.loads(bill.read_text())["components"])
    sys.stdout.write(f"{bill}: {count} packages\n")


def find_places(tools: Path) -> set[Place]:
    command = [str(tools / "detect-secrets"), "scan"]
    for each in GUESSED:
        command += ["--disable-plugin", each]
    for each in NO_SECRETS:
        command += ["--exclude-files", each]
    scan = subprocess.run(command, capture_output=True, text=True, check=True)
    results: dict[str, list[dict[str, str]]] = json.loads(scan.stdout)["results"]
    return {
        (file, each["type"], each["hashed_secret"])
        for file, found in results.items()
        for each in found
    }


def find_holes(tools: Path, lock: str) -> list[str]:
    what = ["--requirement", lock, "--disable-pip", "--require-hashes"]
    output = ["--format", "json", "--progress-spinner", "off"]
    answer = subprocess.run(
        [str(tools / "pip-audit"), *what, *output], capture_output=True, text=True, check=False
    )
    if not answer.stdout:
        tell_unanswered(lock, answer.stderr)
        return []
    packages = json.loads(answer.stdout)["dependencies"]
    unknown = [each["name"] for each in packages if "skip_reason" in each]
    if len(unknown) == len(packages):
        tell_unanswered(lock, packages[0]["skip_reason"])
    elif unknown:
        sys.stdout.write(f"{lock}: not known to the service: {', '.join(unknown)}\n")
    else:
        sys.stdout.write(f"{lock}: {len(packages)} packages looked up\n")
    return [f"{lock}: {each}" for each in read_holes(packages)]


def read_holes(packages: list[dict[str, Any]]) -> Iterator[str]:
    for package in packages:
        for hole in package.get("vulns", ()):
            mended = ", ".join(hole["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']} has {hole['id']}, mended in {mended}"


def find_holes_of_node() -> list[str]:
    lock = "tests/generators/package-lock.json"
    npm = shutil.which("npm")
    if npm is None:
        tell_unanswered(lock, "there is no npm")
        return []
    command = [npm, "audit", "--package-lock-only", "--json"]
    answer = subprocess.run(command, cwd=NODE, capture_output=True, text=True, check=False)
    report = json.loads(answer.stdout or "{}")
    if "vulnerabilities" not in report:
        tell_unanswered(lock, report.get("message", answer.stderr))
        return []
    return [
        f"{lock}: {name} has a hole ({each['severity']})"
        for name, each in report["vulnerabilities"].items()
    ]


def tell_unanswered(lock: str, why: str) -> None:
    last = why.strip().splitlines()[-1:] or ["no answer"]
    sys.stderr.write(f"KNOWN HOLES OF {lock} WERE NOT LOOKED UP: {last[0][:200]}\n")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
