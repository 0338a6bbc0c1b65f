"""A study's answers by another route: columns with pandas, statsmodels' tables, lifelines' incidence."""

import operator
import warnings

import numpy as np
import pandas as pd
import statsmodels.api as sm
from lifelines import AalenJohansenFitter
from statsmodels.stats.contingency_tables import StratifiedTable, Table2x2

from medgym_ehr.study.comorbidity import CHARLSON, ELIXHAUSER, SUPERSEDED

COMPARE = {">=": operator.ge, ">": operator.gt, "<": operator.lt, "<=": operator.le, "==": operator.eq}
YES_NO = ("male", "emergency", "surgical")


class Second:
    """One database; ``measure`` gives a column over all stays."""

    def __init__(self, tables):
        """Takes ``Tables`` of a schema."""
        self.tables = tables
        self.stays = tables.stays()
        self._columns = {}

    def measure(self, measure):
        """A column over all stays; missing where not measured."""
        key = str(measure)
        if key not in self._columns:
            self._columns[key] = self._measured(measure).reindex(self.stays.index)
        return self._columns[key]

    def meets(self, condition):
        """A column of truth; what is missing is false."""
        measure, comparison, limit = condition
        column = self.measure(measure)
        return COMPARE[comparison](column, limit) & column.notna()

    def _measured(self, measure):
        name, *rest = measure
        own = {
            "field": lambda field: self.stays[field],
            "days": lambda: self.stays["minutes"] / 1440,
            "codes": self._any_code,
            "charlson": self._charlson,
            "elixhauser": lambda: sum(map(self._any_code, ELIXHAUSER.values())),
            "aki": self._aki,
            "sofa": self._sofa,
            "sepsis": lambda: ((self._sofa() >= 2) & self._suspected()).astype(int),
            "ventilator-free": self._free,
        }
        if name in own:
            return own[name](*rest)
        concept, hours = rest
        rows = self._within(concept, 0, hours * 60)
        found = rows.sort_values(["minute", "value"]).groupby("stay")["value"]
        if name == "number":
            return found.count().reindex(self.stays.index, fill_value=0)
        return {"first": found.first, "lowest": found.min, "highest": found.max}[name]()

    def _within(self, concept, first, last):
        return self.tables.events(concept).query("@first <= minute <= @last")

    def _any_code(self, prefixes):
        codes = self.tables.codes()
        hit = codes[codes["code"].str.match(f"(?:{'|'.join(prefixes.split())})")]["stay"]
        return pd.Series(self.stays.index.isin(hit).astype(int), self.stays.index)

    def _charlson(self):
        flags = {name: self._any_code(prefixes) for name, (_, prefixes) in CHARLSON.items()}
        for lesser, greater in SUPERSEDED:
            flags[lesser] = flags[lesser] * (1 - flags[greater])
        return sum(CHARLSON[name][0] * flag for name, flag in flags.items())

    def _aki(self, days):
        events = self.tables.events("creatinine")
        base = events[events["minute"] <= 1440].groupby("stay")["value"].min()
        rows = events.query("0 <= minute <= @days * 1440")
        top = rows.groupby("stay")["value"].max()
        pairs = rows.merge(rows, on="stay").query("0 <= minute_y - minute_x <= 2880")
        rise = (pairs["value_y"] - pairs["value_x"]).round(6).groupby(pairs["stay"]).max().reindex(top.index)
        ratio = (top / base).round(6)
        present = (ratio >= 1.5) | (rise >= 0.3).reindex(ratio.index, fill_value=False)
        stage = np.select([(ratio >= 3) | (top.reindex(ratio.index) >= 4), ratio >= 2], [3, 2], 1)
        return pd.Series(np.where(present, stage, 0), ratio.index)[ratio.notna()]

    def _points(self, concept, limits, below=False):
        found = self._within(concept, 0, 1440).groupby("stay")["value"]
        worst = (found.min() if below else found.max()).reindex(self.stays.index)
        return sum(((worst < limit) if below else (worst >= limit)).astype(int) for limit in limits)

    def _any(self, concept):
        return self.stays.index.isin(self._within(concept, 0, 1440)["stay"])

    def _sofa(self):
        liver = self._points("bilirubin", (1.2, 2, 6, 12))
        kidney = self._points("creatinine", (1.2, 2, 3.5, 5))
        blood = self._points("platelets", (150, 100, 50, 20), below=True)
        heart = np.where(self._any("vasopressor"), 3, self._points("map", (70,), below=True))
        both = self._paired()
        lung = sum((both < limit).astype(int) for limit in (400, 300, 200, 100))
        return liver + kidney + blood + heart + np.where(self._any("ventilation"), lung, lung.clip(upper=2))

    def _paired(self):
        oxygen = self.tables.events("fio2").query("21 <= value <= 100")
        oxygen = oxygen.sort_values("value").drop_duplicates(["stay", "minute"], keep="last")
        both = self._within("pao2", 0, 1440).merge(oxygen, on=["stay", "minute"])
        ratio = (100 * both["value_x"] / both["value_y"]).round(6)
        return ratio.groupby(both["stay"]).min().reindex(self.stays.index)

    def _suspected(self):
        pairs = self._within("culture", -2880, 1440).merge(self._within("antibiotic", -2880, 1440), on="stay")
        near = pairs[(pairs["minute_y"] - pairs["minute_x"]).between(-1440, 4320)]
        return self.stays.index.isin(near["stay"])

    def _free(self):
        minute = self._within("ventilation", 0, 28 * 1440).groupby("stay")["minute"]
        used = (minute.max() - minute.min()).reindex(self.stays.index, fill_value=0) / 1440
        return (28 - used).where(~(self.stays["dead"] <= 28 * 1440), 0)


def answers(second, design):
    """Turn to its answer, all at once."""
    stays = second.stays
    base = np.logical_and.reduce([second.meets(one) for one in design["base"]] or [np.ones(len(stays), bool)])
    lost = pd.DataFrame({name: second.meets(one) & base for name, one in design["exclusions"].items()})
    most = lost.sum().idxmax()
    only = lost[most] & (lost.sum(axis=1) == 1)
    keep = pd.Series(base, stays.index) & ~lost.any(axis=1)
    frame = pd.DataFrame(
        {
            "x": second.meets(design["exposure"]).astype(int),
            "y": second.meets(design["outcome"]).astype(int),
            **{name: second.measure(one) for name, one in design["covariates"].items()},
        }
    )
    cohort = frame[keep]
    arms = cohort.groupby("x")["y"].agg(["size", "sum"])
    smd = {name: _smd(cohort, name) for name in design["covariates"]}
    first, other = sorted(smd, key=lambda name: -abs(smd[name]))[:2]
    cuts = {name: 0.5 if name in YES_NO else cohort[name].median() for name in (first, other)}
    table = Table2x2(_table(cohort))
    low, high = table.oddsratio_confint(method="normal")
    again = frame[keep | only]
    strength = table.riskratio if table.riskratio > 1 else 1 / table.riskratio
    e_value = strength + np.sqrt(strength * (strength - 1))
    found = {
        "base": int(base.sum()),
        "exclusions": {name: int(total) for name, total in lost.sum().items()},
        "cohort": {"cohort": int(keep.sum()), "only": int(only.sum())},
        "exposure": {"exposed": int(arms.at[1, "size"]), "unexposed": int(arms.at[0, "size"])},
        "outcome": {"exposed": int(arms.at[1, "sum"]), "unexposed": int(arms.at[0, "sum"])},
        "table_one": smd,
        "crude": {
            "risk_difference": cohort[cohort["x"] == 1]["y"].mean() - cohort[cohort["x"] == 0]["y"].mean(),
            "odds_ratio": table.oddsratio,
            "lower": low,
            "upper": high,
        },
        "adjusted": {"confounder": first, "odds_ratio": _pooled(cohort, first, cuts)},
        "standardised": _standardised(cohort, (first, other), cuts),
        "regression": _regression(cohort, (first, other)) if "regression" in design["turns"] else None,
        "incidence": _incidence(second, keep, cohort["x"], *design["course"]) if "course" in design else None,
        "sensitivity": {
            "cohort": len(again),
            "events": int(again["y"].sum()),
            "odds_ratio": _pooled(again, first, cuts),
        },
        "refute": {"e_value": e_value, "holds": bool(e_value <= design["claim"])},
    }
    return {turn: found[turn] for turn in design["turns"]}


def _table(frame):
    return pd.crosstab(frame["x"], frame["y"]).reindex(index=[1, 0], columns=[1, 0], fill_value=0).to_numpy()


def _smd(cohort, name):
    one, none = (cohort[cohort["x"] == arm][name].dropna() for arm in (1, 0))
    return (one.mean() - none.mean()) / np.sqrt(
        (one.var(ddof=int(name not in YES_NO)) + none.var(ddof=int(name not in YES_NO))) / 2
    )


def _pooled(frame, name, cuts):
    known = frame[frame[name].notna()]
    tables = [_table(part) for _, part in known.groupby(known[name] > cuts[name])]
    return StratifiedTable(tables).oddsratio_pooled


def _standardised(cohort, names, cuts):
    known = cohort.dropna(subset=[*names])
    parts = known.groupby([known[name] > cuts[name] for name in names])
    whole = parts.filter(lambda part: part["x"].nunique() == 2)
    risk = whole.groupby([*(whole[name] > cuts[name] for name in names), "x"])["y"].mean().unstack("x")
    weight = whole.groupby([whole[name] > cuts[name] for name in names]).size() / len(whole)
    return {
        "second": names[1],
        "risk_difference": ((risk[1] - risk[0]) * weight).sum(),
        "left_out": len(known) - len(whole),
    }


def _regression(cohort, names):
    known = cohort.dropna(subset=[*names]).astype(float)
    fit = sm.Logit(known["y"], sm.add_constant(known[["x", *names]])).fit(disp=0, maxiter=100)
    return {"stays": len(known), "odds_ratio": np.exp(fit.params["x"])}


def _incidence(second, keep, exposed, kind, days):
    end = days * 1440
    stays, time, cause = {"readmission": _readmission, "thrombocytopenia": _thrombocytopenia}[kind](
        second, second.stays[keep], end
    )
    found = {}
    for name, arm in (("exposed", 1), ("unexposed", 0)):
        mine = (exposed.loc[stays.index] == arm).to_numpy()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found[name] = _at(time[mine].to_numpy(float), cause[mine], end)
    return found


def _readmission(second, stays, end):
    stays = stays[stays["died"] == 0]
    last = stays["seen"].clip(upper=end)
    readmitted = (stays["back"] <= last) & ~(stays["buried"] < stays["back"])
    dead = (stays["buried"] <= last) & ~readmitted
    time = last.where(~readmitted, stays["back"]).where(~dead, stays["buried"].clip(lower=0))
    return stays, time, np.select([readmitted, dead], [1, 2], 0)


def _thrombocytopenia(second, stays, end):
    last = stays["minutes"].clip(upper=end)
    low = second.tables.events("platelets").query("value < 150 and minute >= 0")
    first = low.groupby("stay")["minute"].min().reindex(stays.index)
    low = first <= last
    died = (stays["died"] == 1) & (stays["left"] - stays["minutes"] <= 240) & (stays["minutes"] <= end)
    return stays, last.where(~low, first), np.select([low, died], [1, 2], 0)


def _at(time, cause, end):
    """Incidence by the cause-specific Nelson-Aalen increments of the sorted times: lifelines moves ties."""
    if len(set(time)) == len(time):
        fit = AalenJohansenFitter(calculate_variance=False).fit(time, cause, event_of_interest=1)
        return float(fit.cumulative_density_.loc[:end].iloc[-1, 0])
    times = np.unique(time[cause > 0])
    risk = (time[:, None] >= times).sum(0)
    one, any_ = ((time[:, None] == times) & hit[:, None] for hit in (cause == 1, cause > 0))
    survival = np.concatenate([[1], np.cumprod(1 - any_.sum(0) / risk)[:-1]])
    return float((survival * one.sum(0) / risk).sum())
