{% extends "by_patient.py" %}
{% set chance = "0.0" %}
{% block names %}
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Gold,
    InfoSource,
    Integer,
    Limits,
    ListOf,
    Number,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
{% endblock %}
{% block constants %}

CONTEXT = """\
data/visits.csv has one visit a row: patient, day, and sbp_mmhg and dbp_mmhg, the systolic and diastolic
pressure in mmHg. The pulse pressure of a visit is sbp - dbp."""
{% endblock %}
{% block docstring %}Three questions in a row about one patient, each on what the one before found.{% endblock %}
{% block summary %}Answer three questions in a row about a patient's visits.{% endblock %}
{% block answer_kinds %}"integer", "list", "number"{% endblock %}
{% block task %}
        questions = (
            (
                f"On which days was the systolic pressure of patient {patient} at or above the mean of all "
                f"their systolic pressures? Give the days in ascending order.",
                ListOf(items=Integer()),
            ),
            ("How many days lie between the first and the last of those days?", Integer(unit="days")),
            ("What is the mean pulse pressure of those visits?", Number(unit="mmHg", abs_tol=0.01)),
        )
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="blood pressure",
            turns=tuple(Turn(question=text, answer=kind, steps=6) for text, kind in questions),
            context=CONTEXT,
            info=(InfoSource(name="visits", kind="csv", path="visits.csv", description="all visits"),),
            mounts=("visits.csv",),
            limits=Limits(action_s=30, memory_mb=512),
        )
{% endblock %}
{% block gold %}
        return oracle.gold(loader.visits(build, patient))
{% endblock %}
{% block reference %}
    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One submission a turn; it knows what the questions say, and files persist between turns."""
        return oracle.reference(loader.patients(build, task.split)[task.index])
{% endblock %}
