"""One signed root a day over the heads of the games that moved: published, kept, verified."""
