"""`import games.domain.X` gives the module X, and so in every package."""

import pkgutil
from importlib import import_module
from types import ModuleType

import pytest

import games
import mail_in
import notifications

PACKAGES = [
    module.name
    for root in (games, mail_in, notifications)
    for module in pkgutil.walk_packages(root.__path__, f"{root.__name__}.")
    if module.ispkg and not module.name.endswith(".migrations")
]


@pytest.mark.parametrize("name", PACKAGES)
def test_no_name_of_a_package_hides_a_module(name: str) -> None:
    package = import_module(name)
    for module in pkgutil.iter_modules(package.__path__):
        exported = vars(package).get(module.name)
        assert exported is None or isinstance(exported, ModuleType), f"{name}.{module.name}"
