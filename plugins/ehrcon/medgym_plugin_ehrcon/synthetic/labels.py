"""The labels of synthetic notes, in the published form: what each mention claims, and what of it is wrong.

A mention is labelled where its words, read as the prompt says, can be told: what is found wrong with them is
among what was planted in the fact, and one explanation is the smallest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from medgym_patient.note import Statement
from medgym_plugin_ehrcon.claim import Claim, Role
from medgym_plugin_ehrcon.governing import phrase, stated
from medgym_plugin_ehrcon.mention import PRESSURES, locate, tidy
from medgym_plugin_ehrcon.period import Frame, window
from medgym_plugin_ehrcon.rule import AmbiguousClaimError, inconsistent
from medgym_plugin_ehrcon.section import DRUG_TABLES, outside_the_stay
from medgym_plugin_ehrcon.synthetic.chart import Entry
from medgym_plugin_ehrcon.synthetic.naming import names_by_term
from medgym_plugin_ehrcon.synthetic.planting import Planted
from medgym_plugin_ehrcon.synthetic.version import Mention

Label = dict[str, dict[str, object]]
_TABLES = {
    "lab": "labevents", "vital": "chartevents", "order": "prescriptions", "output": "outputevents",
    "intake": "inputevents_cv", "culture": "microbiologyevents", "organism": "microbiologyevents",
    "diagnosis": "diagnoses_icd", "procedure": "procedures_icd",
}  # fmt: skip
"""Kind of fact to the table that holds such, where an admission has none of the item."""
_ITEM = {
    "prescriptions": "drug", "diagnoses_icd": "short_title", "procedures_icd": "short_title",
    "microbiologyevents": "spec_type_desc",
}  # fmt: skip
_VALUE = {
    "labevents": ("valuenum", "valueuom"), "chartevents": ("valuenum", "valueuom"),
    "outputevents": ("value", "valueuom"), "inputevents_cv": ("amount", "amountuom"),
    "inputevents_mv": ("amount", "amountuom"), "prescriptions": ("dose_val_rx", "dose_unit_rx"),
}  # fmt: skip
_TIME = {"inputevents_mv": "starttime", "prescriptions": "startdate"}


class Labeller:
    """Labels the mentions of one note."""

    def __init__(
        self, lines: Sequence[str], frame: Frame, recorded: Sequence[Entry], planted: Planted
    ) -> None:
        """Takes the lines of the note, its admission's records, and what was planted."""
        self._lines, self._frame, self._planted = lines, frame, planted
        self._named: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in recorded:
            self._named[entry.record.name].append(entry)

    def label(self, mention: Mention) -> Label | None:
        """The annotation of a mention; None if it makes none."""
        line, first = self._lines[mention.line], mention.stated[0]
        table, column = self._table(mention)
        values = [one.written for one in mention.stated if one.written]
        if not line.startswith(first.name, mention.start) or len(set(values)) < len(values):
            return None
        place = locate(line, first.name, values, first.unit or None)
        if place is None or place[0] != mention.start:
            return None
        if table in DRUG_TABLES and outside_the_stay(self._lines, mention.line, place):
            return None
        time = self.time(mention)
        wrong = self.found(mention, time)
        if wrong is None or not self.planted(mention).issuperset(wrong):
            return None
        checks = [self._check(one, table, column, time, wrong) for one in mention.stated]
        return {
            first.name: {
                "data": checks,
                "position": mention.line + 1,
                "source": "mimic",
                "entity_type": 1 if values else 2,
                "all_queries": [],
            }
        }

    def _names(self, term: str) -> tuple[str, ...]:
        return (*names_by_term().get(tidy(term), ()), tidy(term))

    def _terms(self, mention: Mention) -> list[str]:
        """The term of each claim; those of a pressure are its two parts."""
        name = mention.stated[0].name
        return [name] if len(mention.stated) == 1 else [f"{part} {name}" for part in PRESSURES]

    def found(self, mention: Mention, time: str | None) -> tuple[Role, ...] | None:
        """What the rule finds wrong with a mention; None if two explanations are as small."""
        start, end = window(time, self._frame)
        claims = [
            Claim(
                names=self._names(term),
                value=float(one.written) if one.written else None,
                unit=one.unit or None,
                start=start,
                end=end,
            )
            for term, one in zip(self._terms(mention), mention.stated, strict=True)
        ]
        known = {name for claim in claims for name in claim.names}
        try:
            return inconsistent(claims, [entry.record for name in known for entry in self._named[name]])
        except AmbiguousClaimError:
            return None

    def planted(self, mention: Mention) -> frozenset[Role]:
        """What was made wrong with the facts that a mention states."""
        return frozenset().union(*(self._planted[one.fact] for one in mention.stated))

    def time(self, mention: Mention) -> str | None:
        """The time of a mention, as labels state it, by the words around it."""
        return stated(phrase(self._lines, mention.line, mention.start), self._frame)

    def _table(self, mention: Mention) -> tuple[str, str]:
        """The table and the column that names the item: of a record of it, if there is one."""
        usual = _TABLES[mention.stated[0].fact.kind]
        names = [name for term in self._terms(mention) for name in self._names(term)]
        held = [entry for name in names for entry in self._named[name]]
        own = [entry for entry in held if entry.table.startswith(usual[:8])] or held
        return (own[0].table, own[0].column) if own else (usual, _ITEM.get(usual, "label"))

    def _check(
        self, stated: Statement, table: str, column: str, time: str | None, wrong: Sequence[Role]
    ) -> Mapping[str, object]:
        rate = column == "rate"
        item = "label" if column in ("amount", "rate") else column
        columns = {"item": item, "time": _TIME.get(table, "charttime")}
        if table in _VALUE:
            value, unit = ("rate", "rateuom") if rate else _VALUE[table]
            columns |= {"value": value, "unit": unit}
        facts = {item: self._item(stated)}
        if stated.written:
            facts[columns["value"]] = stated.written
            if stated.unit:
                facts[columns["unit"]] = stated.unit
        if time is not None:
            facts[columns["time"]] = time
        named = [columns[role] for role in sorted(wrong)]
        said = " and ".join(f"'{one}'" for one in named)
        verb = "is" if len(named) == 1 else "are"
        return {
            table.removesuffix("_icd"): facts,
            "label": f"{said} {verb} inconsistency" if named else "consistency",
            "errors": len(named),
        }

    def _item(self, stated: Statement) -> str:
        """What the label calls the item: a name that the term stands for, recorded ones first."""
        part = {"systolic": "systolic ", "diastolic": "diastolic "}.get(stated.fact.concept, "")
        names = self._names(part + stated.name)
        return next((name for name in names if self._named[name]), names[0])


def string_label(line: int, when: datetime) -> Label:
    """An annotation of a string value, which the benchmark leaves out."""
    facts = {"label": "urine color", "value": "yellow", "charttime": f"{when:%Y-%m-%d}"}
    check: dict[str, object] = {"labevents": facts, "label": "consistency", "errors": 0}
    return {
        "Urine color": {
            "data": [check],
            "position": line,
            "source": "mimic",
            "entity_type": 3,
            "all_queries": [],
        }
    }
