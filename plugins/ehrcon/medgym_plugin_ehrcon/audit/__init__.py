"""Audits: a whole note, of which all statements that disagree with the tables are to be found.

::

    the release of notes to audit ─▶ building ─▶ notes, synonyms (public), inventories (private)
                                                      │
                                    question ◀────────┴───▶ oracle ─▶ gold, reference
                                                                       │
                                                       findings ─▶ verifier ─▶ F1
"""
