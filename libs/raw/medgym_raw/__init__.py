"""Reading a copy of published data as its owner has it.

::

    folder, file or archive ──unpacked──▶ folder ──files, sift──▶ paths ──records, open_text──▶ rows, text
                                                     │
                                                     └─▶ remarks: what was not read, and why
"""

from medgym_raw.archive import unpacked
from medgym_raw.check import Verdict, check_of, checking
from medgym_raw.record import Record, absent, plain, records
from medgym_raw.sieve import Sifted, sift
from medgym_raw.text import open_bytes, open_text, packing
from medgym_raw.tree import base_name, files, root_of, told

__all__ = [
    "Record",
    "Sifted",
    "Verdict",
    "absent",
    "base_name",
    "check_of",
    "checking",
    "files",
    "open_bytes",
    "open_text",
    "packing",
    "plain",
    "records",
    "root_of",
    "sift",
    "told",
    "unpacked",
]
