{% extends "by_patient.py" %}
{% set chance = "0.1" %}
{% block names %}
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Gold,
    InfoSource,
    Limits,
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
pressure in mmHg. The mean arterial pressure of a visit is (sbp + 2 dbp) / 3."""
{% endblock %}
{% block docstring %}Mean arterial pressures from a table of visits.{% endblock %}
{% block summary %}Compute a patient's mean arterial pressure from a table of visits.{% endblock %}
{% block answer_kinds %}"number",{% endblock %}
{% block task %}
        question = f"What is the mean arterial pressure of patient {patient}, averaged over all visits?"
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="blood pressure",
            turns=(Turn(question=question, answer=Number(unit="mmHg", abs_tol=0.01)),),
            context=CONTEXT,
            info=(InfoSource(name="visits", kind="csv", path="visits.csv", description="all visits"),),
            mounts=("visits.csv",),
            limits=Limits(steps=10, action_s=30, memory_mb=512),
        )
{% endblock %}
{% block gold %}
        return oracle.gold(loader.visits(build, patient))
{% endblock %}
