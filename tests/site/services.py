"""The units of deploy/systemd. Trials read them too, in an environment of the product alone."""

from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Service:
    """A unit, with other places for its files."""

    def __init__(self, name: str, places: dict[str, str]) -> None:
        text = (ROOT / "deploy" / "systemd" / f"franchise-{name}.service").read_text()
        for place, here in places.items():
            text = text.replace(place, here)
        self.text = text
        parsed = ConfigParser(interpolation=None)
        parsed.optionxform = str  # type: ignore[assignment]  # names keep their capitals
        parsed.read_string(text)
        self.command = parsed["Service"]["ExecStart"].replace("%%", "%").split()
        self.reload = parsed["Service"].get("ExecReload")
