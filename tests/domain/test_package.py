"""What `import games.domain.X` gives."""

import pkgutil
from importlib import import_module
from types import ModuleType

import pytest

from games import domain


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(domain.__path__)])
def test_no_name_of_the_package_hides_a_module(name: str) -> None:
    import_module(f"games.domain.{name}")
    assert isinstance(getattr(domain, name), ModuleType)
