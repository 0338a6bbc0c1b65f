"""What the registry knows of one family."""

from __future__ import annotations

from pydantic import Field

from medgym_core.access import Tier
from medgym_core.family import Category, Split
from medgym_sandbox.boundary.frozen import Frozen


class CertificateSummary(Frozen):
    """What the certificate that a plugin ships says."""

    version: str
    """Version of the family that was checked."""
    date: str
    """When it was written, YYYY-MM-DD."""
    core: str
    """Version of medgym-core that checked."""
    source: str
    """Digest of the plugin's source that was checked; another source voids it."""
    passed: int = Field(ge=0)
    """Checks that passed."""
    waived: tuple[str, ...] = ()
    """Ids of the checks that failed and were excused."""

    def standing(self, version: str) -> str:
        """Whether it can be of a family's ``version``: ``void``, or the version that was checked.

        What else voids it only ``medgym validate --verify-certificate`` sees, which has the source.
        """
        return self.version if self.version == version else "void"


class FamilyEntry(Frozen):
    """What the registry knows of one family."""

    package: str
    """Distribution that provides it, as given to ``pip install``."""
    version: str
    """Version of the family the entry was generated from."""
    title: str
    """Human title."""
    summary: str
    """One sentence."""
    tier: Tier
    """Tier of the published data."""
    licence: str
    """Licence of the published data, or of ours where all is synthetic."""
    citation: str
    """Paper or URL."""
    maintainers: tuple[str, ...]
    """Who answers for the package: its maintainers, or else its authors."""
    categories: tuple[Category, ...]
    """Every category a task may carry."""
    splits: dict[str, Split]
    """Split name to split."""
    answer_kinds: tuple[str, ...]
    """What tasks ask for: kinds of answer, formats of files, the state of services."""
    actions: tuple[str, ...]
    """What tasks permit."""
    suites: dict[str, str]
    """Benchmark suites that it is part of, and its group in each."""
    image_recipe: str
    """SHA-256 over all that the image of its boxes is built from, hex."""
    certificate: CertificateSummary | None
    """What its certificate says, if the package ships one."""
