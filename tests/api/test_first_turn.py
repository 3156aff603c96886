"""The first turn of docs/api.md, by the shell and curl, word for word."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from games.models import Game
from tests.api.calls import token_of
from tests.people import cast

MANUAL = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.mark.skipif(shutil.which("curl") is None, reason="NO CURL HERE: docs/api.md WAS NOT TRIED")
def test_the_lines_of_the_manual_play_a_turn(server: str) -> None:
    (script,) = re.findall(r"```sh\n(.*?)```", MANUAL.read_text(), re.S)
    place, token = "SERVER=https://franchise.example.org", "TOKEN=your-own"
    assert place in script
    assert token in script
    script = script.replace(place, f"SERVER={server}")
    script = script.replace(token, f"TOKEN={token_of(cast().ada)}")
    done = subprocess.run(
        ["/bin/bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    *_, answer = done.stdout.splitlines()
    assert json.loads(answer)["table"]["turn"] == Game.objects.get().turn
    assert "Expanded" in answer
