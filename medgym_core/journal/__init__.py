"""The append-only journal of a run: the truth from which resume, reports and exports derive.

::

    RUN/journal/seg-000001.mgj   magic and version (8 bytes), then frames, never edited
    frame                        u32 length | u32 crc32(payload) | u32 crc32(the 8 bytes before) | payload
    payload                      one Episode as JSON
    RUN/blobs/ab/ab34...         a file graded in some episode, named by its sha256

One writer, the driver, appends; a record counts once it is fsynced. A frame cut short at the end of a
segment is a torn append that nobody was promised. Anything else that does not check is damage: it is
reported, the frames that still check are kept, and resume plays the lost episodes again.
"""

from medgym_core.journal.entry import Entry
from medgym_core.journal.frame import Damage, Frame
from medgym_core.journal.index import Entries, Index, counting_episodes, read_index
from medgym_core.journal.reader import Journal
from medgym_core.journal.writer import JournalWriter, Result

__all__ = [
    "Damage",
    "Entries",
    "Entry",
    "Frame",
    "Index",
    "Journal",
    "JournalWriter",
    "Result",
    "counting_episodes",
    "read_index",
]
