"""What a family must prove before it is accepted, level by level, and what makes a new one.

::

    Subject (a plugin's source) ──Check.examine──▶ Evidence ──waivers──▶ Finding ──▶ Validation

Level 0 reads the source, level 1 builds the data, level 2 plays episodes, level 3 attacks, level 4 asks
whether nothing is left to do. A check that saw nothing has failed.
"""
