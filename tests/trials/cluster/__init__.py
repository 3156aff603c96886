"""The size `available` of deploy/ on one machine, as plain processes: `available_site`."""

from tests.trials.cluster.site import AvailableSite, available_site

__all__ = ["AvailableSite", "available_site"]
