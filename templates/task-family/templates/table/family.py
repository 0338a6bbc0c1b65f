{% extends "by_patient.py" %}
{% set chance = "0.0" %}
{% block names %}
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Column,
    Database,
    Gold,
    InfoSource,
    Integer,
    Limits,
    Progress,
    Split,
    Table,
    Task,
    TaskFamily,
    Tier,
    Turn,
{% endblock %}
{% block constants %}

CONTEXT = """\
The table visits has one visit a row: patient, day, and sbp_mmhg and dbp_mmhg, the systolic and diastolic
pressure in mmHg. Days 1 to 30 are month 1, days 31 to 60 are month 2, and so on."""
ANSWER = Table(
    columns=(
        Column(name="month", kind=Integer()),
        Column(name="visits", kind=Integer()),
        Column(name="highest_sbp", kind=Integer(unit="mmHg")),
    )
)
{% endblock %}
{% block docstring %}Monthly summaries of a patient's visits, as a result table.{% endblock %}
{% block summary %}Summarise a patient's visits by month with SQL.{% endblock %}
{% block answer_kinds %}"table",{% endblock %}
{% block task %}
        question = (
            f"For each month in which patient {patient} had a visit, give the month, the number of visits "
            f"and the highest systolic pressure."
        )
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="blood pressure",
            turns=(Turn(question=question, answer=ANSWER),),
            context=CONTEXT,
            info=(InfoSource(name="visits", kind="sqlite", path=loader.DATABASE, description="all visits"),),
            mounts=(loader.DATABASE,),
            database=Database(path=loader.DATABASE),
            limits=Limits(steps=10, action_s=30, memory_mb=512),
        )
{% endblock %}
{% block gold %}
        return oracle.gold(build, patient)
{% endblock %}
{% block reference %}
    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The query that the question asks for; all that it knows of the task is the patient's name."""
        return oracle.reference(loader.patients(build, task.split)[task.index])
{% endblock %}
