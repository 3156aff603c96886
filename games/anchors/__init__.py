"""A signed root a day over the heads of the games that moved; kept, published, proved."""
