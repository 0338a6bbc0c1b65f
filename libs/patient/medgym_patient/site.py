"""Hospitals: what differs between them, so that a shift between two is real and known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from medgym_patient.concept import profiles


@dataclass(frozen=True)
class Site:
    """A profile: case mix, units, habits of measuring, formulary and coding.

    ``teaching`` is after a tertiary university hospital with cardiac surgery, trauma and newborns
    (MIMIC-III: Johnson et al., Sci Data 2016;3:160035); ``community`` after smaller hospitals of a network
    (eICU: Pollard et al., Sci Data 2018;5:180178; O'Halloran et al., Crit Care Med 2020;48:1737); ``general``
    after all stays of a university hospital, few of them in intensive care, with its share of cancer,
    cirrhosis and transplants (EHRSHOT: Wornow et al., NeurIPS 2023).
    """

    name: str
    traits: Mapping[str, Any]

    @classmethod
    def named(cls, name: str) -> Site:
        """The profile of that name; an unknown one is a ValueError that lists the known."""
        if name not in profiles():
            raise ValueError(f"no site is named {name!r}; there are {', '.join(sorted(profiles()))}")
        return cls(name, profiles()[name])

    def number(self, trait: str) -> float:
        """A trait that is a number."""
        return float(self.traits[trait])

    def text(self, trait: str) -> str:
        """A trait that is a name."""
        return str(self.traits[trait])

    @property
    def drawn(self) -> Mapping[str, float]:
        """Conditions to how many times the usual odds of them people here have."""
        found: Mapping[str, float] = self.traits["conditions"]
        return found

    def unit(self, service: str) -> str:
        """The intensive care unit that a service uses."""
        return str(self.traits["units"][service])

    @property
    def reason_weights(self) -> str:
        """The column of the table of reasons with this site's case mix."""
        return f"weight_{self.name}"
