from tools.call_table import TARGET, call_table


def test_the_table_of_calls_is_the_schemas() -> None:
    """`make client` writes it."""
    assert TARGET.read_text() == call_table()
