{% extends "family.py" %}
{% block names %}
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    FileSpec,
    Gold,
    InfoSource,
    Limits,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
{% endblock %}
{% block constants %}

CONTEXT = """\
history.csv and last.csv in data/ have one visit a row: patient, day, and sbp_mmhg and dbp_mmhg, the systolic
and diastolic pressure in mmHg. history.csv holds all visits but each patient's last; last.csv holds the last
visit of the patients whose outcome is known; {split}.csv names the patients who are asked about."""
LIMITS = {"train": (130, 136, 142, 148), "test": (133, 139, 145)}
"""Systolic pressures that the tasks of a split ask about, in mmHg."""
{% endblock %}
{% block docstring %}Predictions of the next blood pressure, one probability a patient.{% endblock %}
{% block summary %}Predict which patients will have a raised blood pressure at their next visit.{% endblock %}
{% block answer_kinds %}"csv-file",{% endblock %}
{% block splits %}
        "train": Split(size=4, chance_rate=0.01),
        "test": Split(size=3, evaluation=True, chance_rate=0.01),
{% endblock %}
{% block tasks %}
    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients who are asked about; their outcomes are in no box."""
        # EDIT: name them as every family of the ledger does, as in mimic-iii/patient/10006.
        return (f"{self.name}/patient/{patient}" for patient in loader.patients(build, split))

    def task(self, build: Build, split: str, index: int) -> Task:
        """A file of probabilities for one limit."""
        limit = loader.pick(LIMITS[split], index)
        # EDIT: the question, and everything that its grading relies on: rows, columns, outcome, metric.
        question = (
            f"For each patient of data/{split}.csv, how likely is a systolic pressure of at least {limit} "
            f"mmHg at the last visit? Write predictions.csv. It is judged by the area under the ROC curve."
        )
        columns = ("patient", "probability")
        file = FileSpec(
            path="predictions.csv",
            format="csv",
            description=f"columns {' and '.join(columns)}, one row for each patient of data/{split}.csv",
            columns=columns,
        )
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="blood pressure",
            turns=(Turn(question=question, files=(file,)),),
            context=CONTEXT.format(split=split),
            info=(InfoSource(name="history", kind="csv", path="history.csv", description="earlier visits"),),
            mounts=("history.csv", "last.csv", f"{split}.csv"),
            verifier="predictions",
            limits=Limits(steps=10, action_s=30, memory_mb=512),
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The outcomes, and where the reward is 0 and 1."""
        return oracle.gold(build, task.split, LIMITS[task.split][task.index])

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The baseline for what the question says; it earns 1."""
        return oracle.reference(task.split, LIMITS[task.split][task.index])
{% endblock %}
