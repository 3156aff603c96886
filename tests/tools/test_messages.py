"""What `make messages` finds in code."""

from babel.messages.catalog import Catalog

from tools.messages import add_texts_of_code


def test_texts_are_found_within_f_strings_too() -> None:
    catalog = Catalog()
    add_texts_of_code(
        catalog,
        """
plain = _("one")
within = f"{_('two')}, {ngettext('%(n)s day', '%(n)s days', n) % {'n': n}:>9} {pgettext('mail', 'three')}"
""",
    )
    assert {(each.context, each.id) for each in catalog if each.id} == {
        (None, "one"),
        (None, "two"),
        (None, ("%(n)s day", "%(n)s days")),
        ("mail", "three"),
    }
