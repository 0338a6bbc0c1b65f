"""The database a second time, row by row in plain Python: an independent reading of the README."""

import csv
import hashlib
from collections import Counter, defaultdict
from datetime import datetime, timedelta

import numpy as np

NOW = datetime(2105, 12, 31, 23, 59)
MASK = 2**64 - 1


def read(folder, name):
    """Rows of a raw file: texts trimmed and lower-cased, empty ones None."""
    with (folder / f"{name}.csv").open(newline="") as stream:
        return [{k: v.strip().lower() or None for k, v in row.items()} for row in csv.DictReader(stream)]


def rank(key, stream):
    z = (
        key + int.from_bytes(hashlib.sha256(stream.encode()).digest()[:8], "little") + 0x9E3779B97F4A7C15
        & MASK
    )
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def uniform(key, stream):
    return (rank(key, stream) >> 11) / 2**53


def person(row):
    return int.from_bytes(hashlib.sha256(row["uniquepid"].encode()).digest()[:8], "little")


def minutes(row, column):
    return int(row[column])


def cohort(folder):
    """The table patient, by patientunitstayid."""
    stays = [row for row in read(folder, "patient") if _plausible(row)]
    lengths = [minutes(r, "hospitaldischargeoffset") - minutes(r, "hospitaladmitoffset") for r in stays]
    limit = np.percentile(lengths, 95)
    patients = defaultdict(list)
    for row, length in zip(stays, lengths, strict=True):
        if length < limit:
            patients[row["uniquepid"]].append(row)
    shown = [stay for rows in patients.values() for stay in _history(rows)]
    inside = _smallest({person(r) for r in shown if not r["hospitaldischargetime"]}, "cohort", 100)
    left = {person(r) for r in shown if r["hospitaldischargetime"]} - inside
    drawn = inside | _smallest(left, "cohort others", 900)
    kept = {int(row["patientunitstayid"]): row for row in shown if person(row) in drawn}
    return dict(sorted(kept.items()))


def _smallest(people, stream, count):
    return set(sorted(people, key=lambda key: rank(key, stream))[:count])


def _plausible(row):
    given = ["source", "offset", "time24"]
    known = all(row[f"hospitaladmit{name}"] for name in given) and row["hospitaldischargeyear"]
    known = known and row["unitdischargeoffset"] and row["hospitaldischargeoffset"]
    return (
        known
        and row["gender"] in ("male", "female")
        and (row["age"] or "").isdigit()
        and int(row["age"]) > 10
    )


def _history(rows):
    """A patient's stays with times, until one contradicts itself."""
    u = uniform(person(rows[0]), "year")
    year = 2100 + sum(weight / 21 <= u for weight in (1, 3, 6, 10, 15, 21))
    years = sorted({int(row["hospitaldischargeyear"]) for row in rows})
    youngest = min(int(row["age"]) for row in rows)
    for discharged in years:
        gap = discharged - years[0]
        visits = defaultdict(list)
        for row in sorted(rows, key=lambda row: int(row["patientunitstayid"])):
            if int(row["hospitaldischargeyear"]) == discharged:
                visits[int(row["patienthealthsystemstayid"])].append(row)
        january = datetime(year + gap, 1, 1)
        days = (datetime(year + gap, 12, 31) - january).days
        for number, (visit, stays) in enumerate(visits.items()):
            day = january + timedelta(int((number + uniform(visit, "date")) / len(visits) * days))
            for row in stays:
                if not _consistent(row):
                    return
                if stay := _shown(row | {"age": str(youngest + gap)}, day):
                    yield stay


def _consistent(row):
    left, discharged = minutes(row, "unitdischargeoffset"), minutes(row, "hospitaldischargeoffset")
    return minutes(row, "hospitaladmitoffset") <= 0 < left <= discharged


def _shown(row, day):
    hour, minute, second = map(int, row["hospitaladmittime24"].split(":"))
    admitted = day + timedelta(hours=hour, minutes=minute, seconds=second)
    unit = admitted - timedelta(minutes=minutes(row, "hospitaladmitoffset"))
    row |= {"unit": unit, "hospitaladmittime": known(admitted), "unitadmittime": known(unit)}
    for name in ("unitdischarge", "hospitaldischarge"):
        row[f"{name}time"] = known(unit + timedelta(minutes=minutes(row, f"{name}offset")))
    if not row["hospitaldischargetime"]:
        row |= {"hospitaldischargestatus": None, "dischargeweight": None}
    return row if row["unitadmittime"] and row["hospitaladmittime"] else None


def known(time):
    return str(time) if time <= NOW else None


def shuffled(rows, stays, name, key, columns):
    """The cohort's of the eligible ``rows``, with ``columns`` from all of them."""
    places = [row for row in rows if int(row["patientunitstayid"]) in stays]
    places.sort(key=lambda row: rank(int(row[key]), f"{name} places"))
    values = sorted(rows, key=lambda row: rank(int(row[key]), f"{name} values"))
    dealt = [p | {c: v[c] for c in columns} for p, v in zip(places, values, strict=False)]
    return sorted(dealt, key=lambda row: int(row[key]))


def timed(rows, stays, times):
    """With times from offsets; rows without the first are dropped."""
    for row in rows:
        unit = stays[int(row["patientunitstayid"])]["unit"]
        for time, offset in times.items():
            row[time] = known(unit + timedelta(minutes=int(row[offset]))) if row[offset] else None
    return [row for row in rows if row[next(iter(times))]]


def named(rows, column, name):
    """Rows whose path is at its name's usual place, with the name."""
    places = defaultdict(Counter)
    for row in rows:
        parts = row[column].split("|")
        row[name], row["place"] = " - ".join(parts[2:4]), "|".join(parts[:2])
        places[row[name]][row["place"]] += 1
    usual = {each: min(found, key=lambda place: (-found[place], place)) for each, found in places.items()}
    return [row for row in rows if row[name] and usual[row[name]] == row["place"]]


def volumes(rows):
    """Rows whose label is anywhere a volume, with the label as the database has it."""
    millilitres = ("intake (ml)", "output (ml)")
    labels = {row["celllabel"] for row in rows if any(part in row["cellpath"] for part in millilitres)}
    kept = [row for row in rows if row["celllabel"] in labels - {"intake", "output"}]
    for row in kept:
        for word in ("intake", "output"):
            words = row["celllabel"].split()
            if words and words[-1] == word:
                row["celllabel"] = " ".join(words[:-1])
    return kept


def prices(tables):
    """Event type to name to price."""
    generator = np.random.default_rng(0)
    means = generator.poisson(10, 4)
    around = dict(zip(tables, (means[0], means[0], means[2], means[3]), strict=True))
    return {
        event: {name: round(float(generator.normal(around[event], 1.0)), 2) for name in sorted(set(names))}
        for event, names in tables.items()
    }
