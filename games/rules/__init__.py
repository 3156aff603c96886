"""The rules as people read them: the rulebook, its drawn examples, the lessons."""

from games.rules.book import Book, Rule, Table, Text, lesson_words, rulebook, rulings

__all__ = ["Book", "Rule", "Table", "Text", "lesson_words", "rulebook", "rulings"]
