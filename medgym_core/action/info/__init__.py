"""What ``request_info`` knows: catalogues of a task's sources, read on the host and never written."""

from medgym_core.action.info.catalogue import Catalogue, Item, UnanswerableError, resolve
from medgym_core.action.info.index import index_all
from medgym_core.action.info.listing import Listing
from medgym_core.action.info.matches import Match, ranked
from medgym_core.action.info.opening import catalogue_of
from medgym_core.action.info.sql import TooSlowError

__all__ = [
    "Catalogue",
    "Item",
    "Listing",
    "Match",
    "TooSlowError",
    "UnanswerableError",
    "catalogue_of",
    "index_all",
    "ranked",
    "resolve",
]
