"""The string below a field says what the field means; Python itself does not keep it."""

import ast
import inspect
import sys
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct


def field_texts(struct: type[Struct]) -> dict[str, str]:
    """By field, with those of the structs that it is made from."""
    texts: dict[str, str] = {}
    for base in reversed(struct.__mro__[: struct.__mro__.index(Struct)]):
        texts |= _texts_of_module(base.__module__).get(base.__name__, {})
    return texts


@lru_cache
def _texts_of_module(module: str) -> dict[str, dict[str, str]]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    classes = (each for each in tree.body if isinstance(each, ast.ClassDef))
    return {each.name: _texts_of_class(each) for each in classes}


def _texts_of_class(struct: ast.ClassDef) -> dict[str, str]:
    texts = {}
    for field, below in pairwise(struct.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = below.value if isinstance(below, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                texts[field.target.id] = inspect.cleandoc(text.value)
    return texts
