from pathlib import Path

import pytest

from tests.site.shipped import install


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("shipped") / "venv")
