"""Play, watch and replay games of Franchise from a Python program.

>>> with Client("https://franchise.example", token) as client:
...     for event in client.feed(game):
...         print(event["version"], event["event"]["type"])

It needs Python 3.11 and nothing else: the folder can be copied beside a program of one's own.
"""

from franchise_client.client import Client
from franchise_client.patches import apply_patch, tables
from franchise_client.refusals import Illegal, NoAnswer, Refused, Stale

__all__ = ["Client", "Illegal", "NoAnswer", "Refused", "Stale", "apply_patch", "tables"]
