"""Which question a reworded text asks: its words are read as a colleague does, and the likest is taken."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches

BRANDS = """
activase=alteplase aldactone=spironolactone ambien=zolpidem amidate=etomidate apresoline=hydralazine
aricept=donepezil actos=pioglitazone ativan=lorazepam betapace=sotalol capoten=captopril cardizem=diltiazem
catapres=clonidine celexa=citalopram cipro=ciprofloxacin coreg=carvedilol corgard=nadolol coumadin=warfarin
cozaar=losartan crestor=rosuvastatin demadex=torsemide diamox=acetazolamide dilaudid=hydromorphone
diovan=valsartan diprivan=propofol dulcolax=bisacodyl flagyl=metronidazole flomax=tamsulosin
glucophage=metformin haldol=haloperidol imodium=loperamide keppra=levetiracetam lasix=furosemide
levaquin=levofloxacin levophed=norepinephrine lexapro=escitalopram lipitor=atorvastatin lopressor=metoprolol
lovenox=enoxaparin merrem=meropenem mylicon=simethicone namenda=memantine neurontin=gabapentin
norvasc=amlodipine pacerone=amiodarone pepcid=famotidine plavix=clopidogrel pravachol=pravastatin
prevacid=lansoprazole prilosec=omeprazole protonix=pantoprazole prozac=fluoxetine reglan=metoclopramide
rocephin=ceftriaxone seroquel=quetiapine sublimaze=fentanyl diflucan=fluconazole synthroid=levothyroxine
tenormin=atenolol trandate=labetalol tylenol=acetaminophen ultram=tramadol valium=diazepam vancocin=vancomycin
vasotec=enalapril ventolin=albuterol versed=midazolam zantac=ranitidine zestril=lisinopril
zithromax=azithromycin zocor=simvastatin zofran=ondansetron zoloft=sertraline zyloprim=allopurinol
zyvox=linezolid
"""
"""Brands of the United States and their drugs."""
SHORT_NAMES = """
alb: albumin
bun: urea nitrogen
hct: hematocrit
hco3: bicarbonate
hgb: hemoglobin
lac: lactate
phos: phosphate
plt ct: platelet count
t bili: total bilirubin
trop t: troponin t
"""
"""How wards call lab tests."""
MONTHS = """
january jan januar janvier enero
february feb februar février febrero
march mar märz mars marzo
april apr avril abril
may mai mayo
june jun juni juin junio
july jul juli juillet julio
august aug août agosto
september sep septembre septiembre
october oct oktober octobre octubre
november nov novembre noviembre
december dec dezember décembre diciembre
"""
NUMBER = {
    name: f"{number:02}"
    for number, names in enumerate(MONTHS.strip().splitlines(), start=1)
    for name in names.split()
}
MONTH = rf"(?P<month>{'|'.join(sorted(NUMBER, key=len, reverse=True))})"
DATES = (
    rf"\b(?P<day>\d\d?)\.? (?:de )?{MONTH}(?: de)? (?P<year>\d{{4}})\b",
    rf"\b(?P<day>\d\d)-{MONTH}-(?P<year>\d{{4}})\b",
    r"\b(?P<day>\d\d)\.(?P<number>\d\d)\.(?P<year>\d{4})\b",
    rf"\b{MONTH}(?: de)? (?P<year>\d{{4}})\b",
    r"\b(?P<number>\d\d)[./](?P<year>\d{4})\b",
    r"\b(?P<year>\d{4})/(?P<number>\d\d)\b",
    rf"\b(?P<day>\d\d?) {MONTH}(?= (?:of|last)\b)",
    rf"\bin {MONTH}(?= (?:of|last)\b)",
)
UNIT = r"(year|yr|month|mo|week|day|hour)s?"
LENGTHS = {
    **dict.fromkeys(("year", "yr"), (12, "month")),
    **dict.fromkeys(("month", "mo"), (1, "month")),
    **{"week": (7 * 24, "hour"), "day": (24, "hour"), "hour": (1, "hour")},
}


def lasting(count: str, unit: str) -> str:
    """A length of time in months or in hours."""
    number, smallest = LENGTHS[unit]
    return f"{int(count) * number} {smallest}"


READ: Sequence[tuple[str, str | Callable[[re.Match[str]], str]]] = (
    (r"\badm'd\b", "admitted"),
    (r"\bdx'd\b", "diagnosed"),
    (r"\badm(s?)\b", r"admission\1"),
    (r"\bhosp\b", "hospital"),
    (r"\bd/c'd\b", "discharged"),
    (r"\b(?:dear colleague, for the case conference we still need the following|kind regards)\b", ""),
    (r"\bfor the quality report, please look this up in the database\b", ""),
    (r"\ba question that came up in clinic today\b|\bhey, can you check something for me\b|\bthanks!", ""),
    (r"\bsorry to bother you again, one more for the round\b|\bsomebody upstairs wants to know\b", ""),
    (r"\bno rush\b|\bquick one before handover\b|^please\b", ""),
    (r"\(calendar year\)|\b(?:the|calendar) year(?= 2\d{3}\b)", ""),
    (r"\b(?:on the very (first) admission|(?:during|on) (?:the )?(first) hospital visit)\b", r"visit-\1\2"),
    (r"\bon the (?:last) finished admission\b|\b(?:during|on) (?:the )?last hospital visit\b", "visit-last"),
    (
        r"\bthis admission\b|\b(?:during|on) (?:the )?current (?:hospital )?(?:visit|stay|admission)\b",
        "visit-now",
    ),
    (r"\bin the very (?:first) icu stay\b|\bduring (?:the )?first icu stay\b", "stay-first"),
    (r"\bin the last finished icu stay\b|\bduring (?:the )?last icu stay\b", "stay-last"),
    (r"\bin the icu now\b|\bduring (?:the )?current icu stay\b", "stay-now"),
    (r"\b(?:of|in) (?:the )?(?:previous|last) year\b|\blast year\b", "year-before"),
    (r"\b(?:of|in) (?:the )?(?:current|this) year\b|\bthis year\b", "year-now"),
    (r"\b(?:of|in) (?:the )?(?:previous|last) month\b|\blast month\b", "month-before"),
    (r"\b(?:of|in) (?:the )?(?:current|this) month\b|\bthis month\b", "month-now"),
    (r"\bon the current day\b", "today"),
    (r"\bthe day before today\b", "yesterday"),
    (r"\bon (?:the |day )(\d+)(?:st|nd|rd|th)?(?: of)? month-", r"day-\1 month-"),
    (rf"\bover the past {UNIT}\b", lambda found: f"since {lasting('1', found[1])}"),
    (rf"\bover the past (\d+) {UNIT}\b", lambda found: f"since {lasting(found[1], found[2])}"),
    (rf"\bat least (\d+) {UNIT} back\b", lambda found: f"until {lasting(found[1], found[2])}"),
    (rf"\b(since|until) (\d+) {UNIT} ago\b", lambda found: f"{found[1]} {lasting(found[2], found[3])}"),
    (r"\bup to and including\b", "until"),
    (r"\bfrom\s+(\S+)\s+on\b", r"since \1"),
    (r"\bprior to\b", "before"),
    (r"\bnext-to-last\b", "second-to-last"),
    (r"(?<=\w)'d\b|[?\"]| - ", " "),
    (r"\bw/o\b", "without"),
    (r"\bw/(?=\s)", "with"),
    (r"\s&\s", " and "),
    (r"\bd/c\b", "discharge"),
    (r"\bspo2\b", "oxygen saturation"),
    (r"\bsbp\b", "systolic blood pressure"),
    (r"\bdbp\b", "diastolic blood pressure"),
    (r"^(?:how many|count)\b", "number of"),
    *((rf"\b{brand}\b", drug) for brand, _, drug in (pair.partition("=") for pair in BRANDS.split())),
    *(
        (rf"(?<![\w/]){short}(?![\w/])", name)
        for short, _, name in (line.partition(": ") for line in SHORT_NAMES.strip().splitlines())
    ),
)
"""What is read, and how; in this order."""
VOICED: Sequence[tuple[str, str]] = (
    (r"\bwith regard to (the patient registered as \S+?),|\babout (the person on file as \S+?):", r"\1\2"),
    (r"\b(?:our |of our )?pts?\b|\b(?:the )?(?:patient registered|person on file) as\b", "patient"),
    (r"\bpeople\b|\bpatients concerned\b", "patients"),
    (r"\bpatients? who (?:are|is) (female|male)\b|\bpatients? of (female|male) sex\b", r"\1\2 patients"),
    (r"\bkindly (?:inform us of|provide us with|set out a list of|specify by name|compute the sum of)\b", ""),
    (r"\bkindly (?:confirm whether|determine|specify|state|undertake to establish)?|\bdo we know if\b", ""),
    (r"\bcan you please tell me(?: if)?\b|\bwrite down for me\b|\bplease (?:count up|look for)\b", ""),
    (r"\bwhat've we got (?:as|for)\b|\b(?:pull up|tot up) for me\b|\brun me through\b|\btell me\b", ""),
    (r"\bany idea\b|\bdo we have\b", ""),
    (r"\bso what time exactly\b|\bwhen exactly\b|\bon which date and at which time\b", "when"),
    (r"\bat what time\b", "when"),
    (r"\bwhat (?:number|amount)\b(?: of)?", "how many"),
    (r"\bin respect of(?: which)?\b|\bthe said patient\b|\bthey\b|\bthat's\b|\bour\b", ""),
    (r"'s\b", ""),
    (r"\bwhat does one have to pay for\b|\bwhat do we charge for\b|\b(?:amount )?charged for\b", "cost"),
    (r"\bprice(?: tag)? o[nf]\b", "cost"),
    (r"\bbrought onto\b", "admitted to"),
    (r"\brun to\b|\bbill\b", "cost"),
    (r"\b(?:were|was|been) (?:put on|written up)\b|\bwritten up\b|\bput on(?! record)\b", "prescribed"),
    (r"\b(?:were |was )?(?:issued|given) a prescription for\b", "prescribed"),
    (r"\ba prescription for (.+?) was issued\b", r"prescribed \1"),
    (r"\bprescriptions issued for\b|\bscripts for\b|\bprescriptions for\b", "prescriptions of"),
    (r"\bprescription issued for\b|\bscript for\b|\bprescription for\b", "prescription of"),
    (r"\bscript(s?)\b", r"prescription\1"),
    (r"\b(?:found to have|given a diagnosis of|a diagnosis of (.+?) was made)\b", r"diagnosed \1"),
    (r"\b(?:doctor |documented )diagnosis\b|\bdown as a diagnosis\b", "diagnosis"),
    (r"\bdiagnosed conditions\b|\btimes (\S+) was diagnosed\b", r"diagnoses \1"),
    (r"\b(?:med|medicine|medication)(s?)\b", r"drug\1"),
    (r"\bgerm tests?\b|\bmicro tests?\b|\bmicrobiological examinations?\b", "microbiology test"),
    (r"\bgerm testing\b|\bfor germs\b|\bmicro\b", "microbiology"),
    (r"\bgerm(s?)\b", r"organism\1"),
    (r"\bsample(s?)\b", r"specimen\1"),
    (r"\bpicked (?:them )?up\b|\bidentif(?:y|ied)\b|\bpick up\b", "found"),
    (r"\b(?:laboratory investigation|laboratory test|lab)s?\b|\blaboratory\b", "lab"),
    (r"\bcharted\b|\bput down\b|\bdocumented\b|\bnoted\b|\bon the chart\b|\bis down\b", "recorded"),
    (r"\bkind of admission\b", "admission-type"),
    (r"\badmission (type|location|source|weight|height|time)\b", r"admission-\1"),
    (r"\b(?:brought in|hospitalised|taken into the hosp\w*|admitted to (?:the )?hospital)\b", "admitted"),
    (r"\b(?:let out of|released from|discharged from) (?:the )?hospital(?: care)?\b", "discharged"),
    (r"\b(?:episode of hospitalisation|hospital (?:visit|stay|admission)|hospitalisation)\b", "visit"),
    (r"\b(?:episodes of hospitalisation|hospital (?:visits|stays|admissions)|hospitalisations)\b", "visits"),
    (r"\bstay with us\b|(?<!this )(?<!very first )(?<!finished )\badmission\b(?!-)", "visit"),
    (r"\bstays with us\b|\badmissions\b", "visits"),
    (r"\b(?:intensive care unit|intensive care|icu) stay(s?)\b|\bstay(s?) on an icu\b", r"icu stay\1\2"),
    (r"\bintensive care(?: unit)?\b", "icu"),
    (r"\bfull name|\btitle in full\b", "long title"),
    (r"\bfull names|\btitles in full\b", "long titles"),
    (r"\b(?:short name|abbreviated title)\b", "short title"),
    (r"\b(?:short names|abbreviated titles)\b", "short titles"),
    (r"\bmost common\b|\bmost (?:often|frequently)(?: occurring)?\b", "most frequent"),
    (r"\bmax\b", "maximum"),
    (r"\bmin\b", "minimum"),
    (r"\bmean\b", "average"),
    (r"\bpercent(?:age)?\b|\bproportion in percent\b", "percentage"),
    (r"\bpassed away\b", "died"),
    (r"\bcarried out\b|\bperformed\b|\badministered\b", "done"),
    (r"\bcommenced\b|\bstarted\b", "began"),
    (r"\bdistinct\b", "different"),
    (r"\bdurations?\b", "length"),
    (r"\bidentifier(s?)\b", r"id\1"),
    (r"\bunderw(?:e|o)nt\b|\bundergone?\b|\bundergo\b", "had"),
    (r"\bgot\b|\bget\b|\breceive\b", "received"),
)
"""How wards, letters and relatives put it, and what templates say for it; the same is read in templates."""
ABBREVIATED = """
pt=patient pts=patients dx=diagnosis dxs=diagnoses rx=prescription rxs=prescriptions proc=procedure
procs=procedures tx=treatment txs=treatments temp=temperature wt=weight
ht=height max=maximum min=minimum avg=average no=number spec=specimen specs=specimens mo=month mos=months
yr=year yrs=years 1st=first 2nd=second 3=three 4=four 5=five labs=lab micro=microbiology
micros=microbiology mg=magnesium cr=creatinine k=potassium na=sodium cl=chloride hr=heart rr=respiratory
"""
SHORT = dict(pair.split("=") for pair in ABBREVIATED.split())
FILLING = "the an a was were is are did been what which give find name list tell every of test tests"
SILENT = frozenset(FILLING.split())


class Reader:
    """Reads texts as one of those that may have been meant."""

    def __init__(self, asked: Iterable[str]) -> None:
        """``asked`` are all that may have been meant."""
        self._asked = {one: words(one) for one in asked}
        self._vocabulary = sorted({word for found in self._asked.values() for word in found})

    def likest(self, text: str) -> str:
        """What ``text`` says; the first of several."""
        spelt = Counter(self._spelling(word) for word in words(text).elements())
        return max(self._asked, key=lambda one: likeness(spelt, self._asked[one]))

    def _spelling(self, word: str) -> str:
        """The word that was meant: itself if it is known or no word."""
        if word in self._vocabulary or not word.isalpha():
            return word
        return next(iter(get_close_matches(word, self._vocabulary, n=1, cutoff=0.75)), word)


def misread(plain: Mapping[str, str], reworded: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Reworded texts that are not read as the plain text of the same question, each with that text.

    Args:
        plain: question, as it may be identified, to its text.
        reworded: questions, each with another text.
    """
    meant = {text: question for question, text in plain.items()}
    reader = Reader(plain.values())
    return [
        (text, plain[question])
        for question, text in reworded
        if meant[reader.likest(text)] != question or told(text) != told(plain[question])
    ]


def told(text: str) -> set[str]:
    """Numbers, dates and periods that a text names, but for a visit that goes on: templates name it too."""
    return {
        word
        for word in words(text)
        if re.search(
            r"\d|^(?:visit|stay)-(?:first|last)$|^(?:year|month)-before$|day$|^(?:since|until)$", word
        )
    }


def words(text: str) -> Counter[str]:
    """The words of a text that tell it from others, dates as YYYY-MM-DD."""
    text = text.lower()
    for pattern in DATES:
        text = re.sub(pattern, date, text)
    for pattern, said in (*READ, *VOICED):
        text = re.sub(pattern, said, text)
    found = (word.strip(".,:!()") for word in text.split())
    return Counter(SHORT.get(word, word) for word in found if word and word not in SILENT)


def date(found: re.Match[str]) -> str:
    parts = {"month": "", **found.groupdict()}
    number = NUMBER[parts["month"]] if parts["month"] else parts["number"]
    day = parts.get("day")
    return "-".join(part for part in (parts.get("year"), number, f"{int(day):02}" if day else None) if part)


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Share of words in common."""
    return (one & other).total() / (one | other).total()
