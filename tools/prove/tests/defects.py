"""For each check a small edit of the good plugin that it finds, and no other check of its level or below."""

from __future__ import annotations

from collections.abc import Mapping

from .adversarial import defects as adversarial
from .building import defects as building
from .dynamic import defects as dynamic
from .finish import defects as finish
from .plugins import Defect
from .static import defects as static

DEFECTS: Mapping[str, Defect] = {
    **static.DEFECTS,
    **building.DEFECTS,
    **dynamic.DEFECTS,
    **adversarial.DEFECTS,
    **finish.DEFECTS,
}
"""Check to its defect."""
