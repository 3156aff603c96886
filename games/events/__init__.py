"""The append-only store: one row an event, never changed, each hash covering the one before."""
