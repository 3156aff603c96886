"""The lines that docs/mail.md tells a host to write, by section and file."""

import re
from pathlib import Path

DOC = Path(__file__).parents[3] / "docs" / "mail.md"
SECTION = re.compile(r"^### (.+)\n((?:(?!##).*\n)*)", re.MULTILINE)
FILE = re.compile(r"`(/[\w./-]+)`")
COMMANDS = "commands"


def lines_of(section: str) -> dict[str, str]:
    """What the section whose heading begins so has for each file, and its commands."""
    text = next(body for name, body in SECTION.findall(DOC.read_text()) if name.startswith(section))
    parts = text.split("```\n")
    blocks: dict[str, str] = {}
    for words, block in zip(parts[::2], parts[1::2], strict=False):
        named = FILE.findall(words)
        file = named[-1] if named else COMMANDS
        blocks[file] = blocks.get(file, "") + block
    return blocks
