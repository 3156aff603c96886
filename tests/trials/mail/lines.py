"""The lines that docs/mail.md tells a host to write, by section and file."""

import re
from pathlib import Path

DOC = Path(__file__).parents[3] / "docs" / "mail.md"
SECTION = re.compile(r"^### (.+)\n((?:(?!##).*\n)*)", re.MULTILINE)
FILE = re.compile(r"`(/[\w./-]+)`")
COMMANDS = "commands"


def lines_of(section: str) -> dict[str, str]:
    """The lines by file, and the commands, of the section whose heading begins with these words."""
    text = next(body for name, body in SECTION.findall(DOC.read_text()) if name.startswith(section))
    parts = text.split("```\n")
    blocks: dict[str, str] = {}
    for words, block in zip(parts[::2], parts[1::2], strict=False):
        named = FILE.findall(words)
        file = named[-1] if named else COMMANDS
        blocks[file] = blocks.get(file, "") + block
    return blocks
