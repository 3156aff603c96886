"""Examines what a site needs: one line a thing, with what to do where it is wrong."""
