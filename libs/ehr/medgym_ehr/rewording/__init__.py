"""Questions in words that no template uses, for the split ``reworded``: what is asked stays the same.

Eight styles (terse, as in a note, misspelt, spoken, formal, shouted, rushed, plain) say a question in their
own words; drugs are called by their brand names, measurements by what is said for them, and dates are written
as elsewhere.
"""

from medgym_ehr.rewording.reword import NOTICE, restyled, reword, reworded
from medgym_ehr.rewording.style import STYLES

__all__ = ["NOTICE", "STYLES", "restyled", "reword", "reworded"]
