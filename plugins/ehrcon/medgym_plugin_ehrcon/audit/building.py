"""From a release of notes to audit to the files of a build.

Build layout: ``public/audit-notes.csv``, ``public/audit-synonyms.csv``, ``private/audit-HALF.jsonl`` (an
inventory a line).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from medgym_core import Build, DataError, Progress
from medgym_ehr.ledger import half_of
from medgym_plugin_ehrcon import files
from medgym_plugin_ehrcon.agreement import agreed_mentions, gathered_synonyms
from medgym_plugin_ehrcon.audit.inventory import Inventory, dumped, inventory
from medgym_plugin_ehrcon.claim import Mention
from medgym_plugin_ehrcon.release import AUDIT, Annotation, Note, read_annotations, read_notes
from medgym_plugin_ehrcon.selection import AUDITS, SOURCE

SPLITS = {f"audit-{half}": half for half in AUDITS}
"""Split to half of the patients."""


def build_audits(
    raw: Path, out: Build, known: Sequence[Annotation], admissions: Collection[int], progress: Progress
) -> dict[str, list[Inventory]]:
    """Write the files of the audits; a source without the folder :data:`AUDIT` has none.

    Args:
        raw: the source.
        out: its build, whose database is there.
        known: annotations of the release, whose terms and names count as well.
        admissions: those in the database.
        progress: told of every admission.

    Returns:
        the inventories of each split.

    Raises:
        DataError: if the release of audits is damaged, or is about another admission.
    """
    if not (raw / AUDIT).is_dir():
        return {split: [] for split in SPLITS}
    notes, annotations = read_notes(raw / AUDIT), read_annotations(raw / AUDIT)
    if strange := {note.hadm_id for note in notes} - {*admissions}:
        raise DataError(
            f"{raw / AUDIT}: admission {min(strange)} has no note in {raw / 'dataset'}; "
            f"audit notes of admissions that have one, or remove the folder"
        )
    synonyms = gathered_synonyms([*known, *annotations])
    mentions = agreed_mentions(annotations, notes, synonyms, out.public / files.DATABASE, Counter(), progress)
    found = _inventories(notes, mentions, synonyms.keys())
    asked = {one.row_id for inventories in found.values() for one in inventories}
    files.write_notes(out.public / files.AUDIT_NOTES, [note for note in notes if note.row_id in asked])
    files.write_synonyms(out.public / files.AUDIT_SYNONYMS, synonyms)
    for split, inventories in found.items():
        lines = "".join(f"{dumped(one)}\n" for one in inventories)
        (out.private / f"{split}.jsonl").write_text(lines, encoding="utf-8")
    return found


def _inventories(
    notes: Sequence[Note], mentions: Sequence[Mention], terms: Collection[str]
) -> dict[str, list[Inventory]]:
    own: Mapping[int, list[Mention]] = defaultdict(list)
    for mention in mentions:
        own[mention.row_id].append(mention)
    found: dict[str, list[Inventory]] = {split: [] for split in SPLITS}
    for note in notes:
        listed = inventory(own[note.row_id], note.lines, terms)
        if listed is not None:
            found[f"audit-{half_of(SOURCE, 'patient', note.subject_id)}"].append(listed)
    return found
