"""`python -m tools.messages`: gathers the texts of pages and mails for translation.

Rewrites `locale/*/LC_MESSAGES/django.po` and `.mo` from the templates, the code, the sentences
of refusals and the words of expansions and computer players, and ends with 1 where a translation is missing; `--check` changes nothing.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from games.bots import STRENGTHS
from games.domain.errors import code_of
from games.domain.expansions import EXPANSIONS
from games.domain.notation import WORDS, refusals
from games.rules.guide import ORDER_SAMPLES

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("games", "notifications", "mail_in", "franchise_site")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
HEADERS = re.compile(
    rb'"(?:Project-Id|Report-Msgid|POT-Cr|PO-Rev|Last-Tr|Language-Team|Generated).*\\n"\n'
)
INDENT = re.compile("^ +", re.MULTILINE)
ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)
"""A fixed date, so that the same texts make the same file."""
PLACES = re.compile(r"%\((\w+)\)|\{(\w*)(?:!r)?\}")


def gather_texts() -> Catalog:
    catalog = Catalog(project="franchise-by-mail", charset="utf-8")
    for path in sorted((ROOT / "templates").rglob("*.*")):
        source = templatize(path.read_text(), origin=str(path))
        _add_texts(catalog, INDENT.sub("", source))
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            add_texts_of_code(catalog, path.read_text())
    for each in EXPANSIONS:
        catalog.add(each.called, context="mail")
        heading = each.opening.title if each.opening else ""
        for text in filter(None, (each.title, each.about, heading)):
            catalog.add(text)
    for strength in STRENGTHS.values():
        catalog.add(strength.title)
        catalog.add(strength.character)
    for sample in ORDER_SAMPLES:
        catalog.add(sample.meaning)
    for word in refusals.OWN_WORDS.values():
        catalog.add(word, context=refusals.CONTEXT)
    return catalog


def add_texts_of_code(catalog: Catalog, source: str) -> None:
    """Babel reads tokens, and to Python 3.11 an f-string is one."""
    _add_texts(catalog, source)
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue):
            _add_texts(catalog, ast.unparse(node.value))
    for context, text in _refusal_texts(tree):
        catalog.add(text, context=context)


def _refusal_texts(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The sentence of each refusal in the context of its code, and all faults."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            sentences = (_text_called("says", line) for line in node.body)
            yield from ((code_of(node.name), text) for text in sentences if text)
        elif fault := _text_called("fault", node):
            yield refusals.CONTEXT, fault


def _text_called(name: str, node: ast.AST) -> str:
    match node:
        case ast.Assign([ast.Name(called)], ast.Constant(str(text))) | ast.keyword(
            str(called), ast.Constant(str(text))
        ) if called == name:
            return text
        case ast.Call(ast.Name("Unplayable"), [_, ast.Constant(str(text)), *_]):
            return text
        case _:
            return ""


def _add_texts(catalog: Catalog, source: str) -> None:
    messages = extract("python", BytesIO(source.encode()), keywords=KEYWORDS)
    for _, message, _, context in messages:
        catalog.add(message, context=context)


def merge(language: str, texts: Catalog) -> Catalog:
    path = po_file(language)
    old = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            old = read_po(file, locale=language)
    old.update(texts, no_fuzzy_matching=True)
    old.obsolete.clear()
    old.fuzzy, old.header_comment = False, ""
    return old


def faults(catalog: Catalog) -> list[str]:
    problems = []
    for message in catalog:
        if not message.id:
            continue
        text, translation = _plural(message.id), _plural(message.string or "")
        if not translation or not all(message.string or ""):
            problems.append(f"{catalog.locale}: no translation of {text!r}")
        elif set(PLACES.findall(text)) != set(PLACES.findall(translation)):
            problems.append(f"{catalog.locale}: other values in {translation!r} than in {text!r}")
    return problems


def _plural(text: str | Sequence[str]) -> str:
    """Of a plural, the form for many."""
    return text if isinstance(text, str) else text[-1]


def po_file(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def po_text(catalog: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, catalog, sort_output=True, omit_header=False, width=100, no_location=True)
    return HEADERS.sub(b"", out.getvalue())


def mo_text(catalog: Catalog) -> bytes:
    """With the spaces at which no line may end."""
    out, typeset = BytesIO(), WORDS[str(catalog.locale)].typeset
    for message in catalog:
        text = message.string or ""
        if message.id:
            message.string = typeset(text) if isinstance(text, str) else tuple(map(typeset, text))
    catalog.creation_date = ALWAYS
    write_mo(out, catalog)
    return out.getvalue()


def main(arguments: list[str]) -> int:
    problems, texts = [], gather_texts()
    for code, _ in settings.LANGUAGES[1:]:
        catalog, path = merge(code, texts), po_file(code)
        problems += faults(catalog)
        files = {path: po_text(catalog)}
        files[path.with_suffix(".mo")] = mo_text(read_po(BytesIO(files[path]), locale=code))
        for file, content in files.items():
            if file.exists() and file.read_bytes() == content:
                continue
            if "--check" in arguments:
                problems.append(f"{file.relative_to(ROOT)} is old: make messages")
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
    sys.stderr.writelines(f"{problem}\n" for problem in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
