"""The periods that a text names, read from its words alone."""

import re
from calendar import month_name

MONTHS = {name: f"{number:02}" for number, name in enumerate(month_name) if name}
MONTH = "|".join(MONTHS)
DAY = rf"\d{{4}}-\d\d-\d\d|\d{{1,2}} (?:{MONTH}) \d{{4}}"
ABSOLUTE = rf"(?P<day>{DAY})|(?P<month>\d\d/\d{{4}}|(?:{MONTH}) \d{{4}})|(?P<year>2\d{{3}})"
RELATIONS = {"in": "in", "on": "in", "since": "since", "until": "until"}
PHRASES = re.compile(
    rf"\b(?P<visit>(?:on|during) the (?P<which>current|first|last) (?P<spell>hospital visit|ICU stay))\b"
    rf"|\b(?P<ago>(?P<side>since|until) (?P<count>\d+) (?P<unit>day|month|year)s? ago)\b"
    rf"|\bin (?P<in_month>{MONTH}) (?:of )?(?P<of_year>this|last) year\b"
    rf"|\bon (?P<on_day>\d+) (?P<on_month>{MONTH}) (?:of )?(?P<on_year>this|last) year\b"
    rf"|\bon the (?P<nth>\d+)(?:st|nd|rd|th) of (?P<of_month>this|last) month\b"
    rf"|\b(?P<relation>in|on|since|until) (?:{ABSOLUTE})(?![\w/-])"
    rf"|\b(?P<whole>this year|last year|this month|last month|today|yesterday)\b"
)
WHOLE = {"today": "this day", "yesterday": "last day"}


def periods(text: str) -> list[tuple[str, str]]:
    """Tag and value of every period, in the order in which the text names them."""
    return [period(match.groupdict()) for match in PHRASES.finditer(text)]


def period(found: dict[str, str | None]) -> tuple[str, str]:
    words = {name: word for name, word in found.items() if word is not None}
    match words:
        case {"which": which, "spell": spell}:
            return f"rel-{'icu' if 'ICU' in spell else 'hosp'}-{which.replace('current', 'cur')}", ""
        case {"side": side, "count": count, "unit": unit}:
            return f"rel-{unit}-{side}", count
        case {"in_month": month, "of_year": year}:
            return f"mix-month-{year}_year", MONTHS[month]
        case {"on_day": day, "on_month": month, "on_year": year}:
            return f"mix-day-{year}_year", f"{MONTHS[month]}-{int(day):02}"
        case {"nth": day, "of_month": month}:
            return f"mix-day-{month}_month", f"{int(day):02}"
        case {"whole": whole}:
            which, unit = WHOLE.get(whole, whole).split()
            return f"rel-{unit}-{which}", ""
    unit = next(unit for unit in ("day", "month", "year") if unit in words)
    return f"abs-{unit}-{RELATIONS[words['relation']]}", written(words[unit])


def written(date: str) -> str:
    """A day, month or year as YYYY-MM-DD, YYYY-MM or YYYY."""
    if "/" in date:
        month, year = date.split("/")
        return f"{year}-{month}"
    parts = [MONTHS.get(part, part) for part in date.split()]
    return "-".join(f"{part:>02}" for part in reversed(parts)) if len(parts) > 1 else date
