"""The three small expansions and the expert variant, a module each, and the list of them."""

from games.domain.expansions.boom import BOOM
from games.domain.expansions.expert import EXPERT
from games.domain.expansions.milestones import MILESTONE_TILES
from games.domain.expansions.region_tiles import REGION_TILES

EXPANSIONS = (EXPERT, MILESTONE_TILES, BOOM, REGION_TILES)
OPENINGS = tuple(each.opening for each in EXPANSIONS if each.opening)
SWITCHES = tuple(each for each in EXPANSIONS if each.is_switch)
"""Those that are played or not, with nothing to choose."""
