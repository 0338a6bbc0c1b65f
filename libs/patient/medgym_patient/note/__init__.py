"""Clinical notes written from a stay, with every statement known: what, where, when, and whether it is so.

::

    Records ─▶ case ─▶ fact ─▶ teller ─▶ draft ─▶ Note(text, statements, sections)
                                 ▲
              style, lexicon, phrases, problem, finding

A :class:`Case` is a stay as its writer knows it; its facts are the chart's. Readers who write their own chart
replace ``facts`` before writing, and what is written then follows theirs. Kinds of notes and their sections
are those of MIMIC-III (Johnson et al., Sci Data 2016;3:160035), and so are the marks of de-identification.
"""

from medgym_patient.note.case import Case, open_case
from medgym_patient.note.fact import Fact, Kind
from medgym_patient.note.lexicon import names_of
from medgym_patient.note.statement import Note, Section, Statement
from medgym_patient.note.style import STYLES
from medgym_patient.note.writing import KINDS, write

__all__ = [
    "KINDS",
    "STYLES",
    "Case",
    "Fact",
    "Kind",
    "Note",
    "Section",
    "Statement",
    "names_of",
    "open_case",
    "write",
]
