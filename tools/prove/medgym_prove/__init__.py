"""What a family must prove before it is accepted, tier by tier, and what makes a new one.

::

    Subject (a plugin's source) ──Check.examine──▶ Evidence ──waivers──▶ Finding ──▶ Report

Tier 0 reads the source, tier 1 builds the data, tier 2 plays episodes, tier 3 attacks, tier 4 asks
whether nothing is left to do. A check that saw nothing has failed.
"""
