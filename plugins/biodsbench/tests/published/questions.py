"""Questions in the published layout, on a study of ten invented patients."""

import json

PATIENTS = """\
#Identifier\tAge in years\tMonths\tVital status
#Text\tNumber\tNumber\tText
PATIENT_ID\tAGE\tOS_MONTHS\tOS_STATUS
X-1\t61\t3.5\t1:DECEASED
X-2\t48\t20.0\t0:LIVING
X-3\t55\t\t
X-4\t70\t8.25\t1:DECEASED
X-5\t39\t31.0\t0:LIVING
X-6\t66\t12.0\t1:DECEASED
X-7\t52\t15.5\t0:LIVING
X-8\t58\t6.0\t1:DECEASED
X-9\t44\t27.0\t1:DECEASED
X-10\t63\t9.75\t0:LIVING
"""
MUTATIONS = """\
Hugo_Symbol\tTumor_Sample_Barcode\tVariant_Classification
GENEA\tX-1-T1\tMissense_Mutation
GENEA\tX-2-T1\tSilent
GENEB\tX-2-T1\tNonsense_Mutation
GENEC\tX-4-T1\tMissense_Mutation
GENEA\tX-4-T1\tFrame_Shift_Del
GENED\tX-6-T1\tSilent
"""
READ = "import pandas as pd\npatients = pd.read_csv('/workdir/data_clinical_patient.csv')\n"
READ_MUTATIONS = "import pandas as pd\nmutations = pd.read_csv('/workdir/data_mutations.csv')\n"
GENES = READ_MUTATIONS + "kept = mutations[mutations.Variant_Classification != 'Silent']\n"
FIT = (
    READ + "from lifelines import KaplanMeierFitter\nknown = patients.dropna()\n"
    "kmf = KaplanMeierFitter().fit(known.OS_MONTHS, known.OS_STATUS.str.startswith('1'))\n"
)
TABLE = GENES + "counts = kept.groupby('Hugo_Symbol').size().reset_index(name='altered')\n"


def row(reference, assertions, number=0, study="10000001", **fields):
    """One question."""
    return {
        "study_ids": study,
        "question_ids": str(number),
        "unique_question_ids": f"{study}_{number}",
        "queries": "Find what is asked in /workdir.",
        "cot_instructions": "1. Read the table.\n2. Count.",
        "code_histories": "",
        "reference_answer": reference,
        "test_cases": assertions,
        "tables": "[]",
    } | fields


NUMBERS = row(
    READ + "dead = int((patients.OS_STATUS == '1:DECEASED').sum())\noldest = patients.AGE.max()\n",
    "assert dead == 5\nassert abs(oldest - 70) < 1e-6\n",
)
SUBSET = row(
    GENES + "genes = sorted(kept.Hugo_Symbol.unique())\n",
    "assert len(set(genes) - {'GENEA', 'GENEB', 'GENEC', 'GENED'}) == 0\n",
    number=1,
)
STRUCTURE = row(
    TABLE, "assert list(counts.columns) == ['Hugo_Symbol', 'altered']\nassert counts.shape == (3, 2)\n", 2
)
NO_OP = row(TABLE, "len(counts) == 3\n", 3)
TAUTOLOGY = row(TABLE, "assert counts.columns.tolist() == counts.columns.tolist()\n", 4)
SURVIVAL = row(
    FIT, "assert kmf.event_observed.sum() == 5\nassert abs(kmf.median_survival_time_ - 27) < 1e-6\n", 5
)
REREAD = row(
    READ + "mean_age = patients.AGE.mean()\n",
    "again = pd.read_csv('/workdir/data_clinical_patient.csv')\nassert mean_age == again.AGE.mean()\n",
    number=6,
)
CONTINUED = row(
    "eldest = patients.sort_values('AGE').PATIENT_ID.iloc[-1]\nage = patients.AGE.max()\n",
    "assert eldest == 'X-4'\nassert age == 70\n",
    number=7,
    code_histories=repr([READ, "limit = 60\n"]),
)
TEST = row(
    FIT + "from lifelines.statistics import logrank_test\nold = known.AGE > 57\n"
    "dead = known.OS_STATUS.str.startswith('1')\n"
    "result = logrank_test(known.OS_MONTHS[old], known.OS_MONTHS[~old], dead[old], dead[~old])\n",
    "assert 0 < result.p_value < 1\n",
    number=8,
)
SOUND = (NUMBERS, SUBSET, STRUCTURE, NO_OP, TAUTOLOGY, SURVIVAL, REREAD, CONTINUED, TEST)

UNSOUND = (
    row(
        READ + "import matplotlib.pyplot as plt\nfigure = plt.figure()\n",
        "assert isinstance(figure, plt.Figure)\n",
        "figure",
    ),
    row("count = len(patients)\n", "assert count == 10\n", "failing"),
    row(READ + "any_old = bool((patients.AGE > 60).any())\n", "assert any_old\n", "guessed"),
    row("import uuid\nname = str(uuid.uuid4())\n", "assert len(name) == 36\n", "changing"),
    row(READ + "count = len(patients)\n", "assert count == 11\n", "wrong"),
    row(READ + "count = len(patients))\n", "assert count == 10\n", "broken"),
    row(READ + "count = len(patients)\n", "print(count)\n", "nothing"),
    row("count = 3\n", "assert 2 + 1 == 3\n", "elsewhere"),
    row(GENES + "genes = []\n", "assert len(genes) == 0\n", "empty"),
    row(READ + "def mean():\n    return 1\n", "assert mean() == 1\n", "function"),
    row("count = 3\n", "assert count == 3\n", "stranger", study="10000009"),
    row(READ + "import package_of_nobody\ncount = 1\n", "assert count == 1\n", "dependent"),
    row(READ + "n = 1\n", "import os\nassert n == len(os.listdir('/workdir'))\n", "listing"),
    row(READ + "n = 1\n", "assert n == len(pd.read_csv('/workdir/data_sv.csv'))\n", "absent"),
)


def write(folder, rows):
    """A user's copy: the questions, and the studies' folders."""
    lines = "".join(json.dumps(one) + "\n" for one in rows)
    (folder / "python_tasks_with_class.jsonl").write_text(lines, encoding="utf-8")
    tables = folder / "datasets" / "10000001" / "a_study_2026"
    tables.mkdir(parents=True)
    (tables / "meta_study.txt").write_text("cancer_study_identifier: a_study_2026\n")
    (tables / "data_clinical_patient.txt").write_text(PATIENTS)
    (tables / "data_mutations.txt").write_text(MUTATIONS)
    return folder
