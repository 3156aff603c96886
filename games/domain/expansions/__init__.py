"""The three small expansions and the expert variant, a module each."""
