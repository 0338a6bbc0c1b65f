{% extends "by_patient.py" %}
{% set chance = "0.0" %}
{% block names %}
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Gold,
    Integer,
    Limits,
    Progress,
    Service,
    ServiceSpec,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
{% endblock %}
{% block modules %}
from {{ cookiecutter.package }} import loader, oracle
from {{ cookiecutter.package }}.service import Register
{% endblock %}
{% block constants %}

SERVICE = ServiceSpec(
    name="register",
    port=8080,
    path="/visits",
    description=(
        "GET ?patient=NAME lists a patient's visits (day, sbp_mmhg, dbp_mmhg); POST a JSON object with "
        "patient, day and purpose books one."
    ),
)
{% endblock %}
{% block docstring %}Control visits booked in a register that is reached over HTTP.{% endblock %}
{% block summary %}Book a patient's control visit in a register that is reached over HTTP.{% endblock %}
{% block answer_kinds %}"integer", "state"{% endblock %}
{% block task %}
        question = (
            f"Book the control visit of patient {patient}, with the purpose 'control': 14 days after the "
            f"last visit if the systolic pressure was 140 mmHg or more there, else 90 days after it. Answer "
            f"with the day booked."
        )
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="blood pressure",
            turns=(Turn(question=question, answer=Integer()),),
            services=(SERVICE,),
            verifier="states",
            limits=Limits(steps=10, action_s=30, memory_mb=512),
        )
{% endblock %}
{% block gold %}
        return oracle.gold(loader.visits(build, patient))
{% endblock %}
{% block more %}

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """A register of its own for every episode, with the visits of the task's patient."""
        patient = loader.patients(build, task.split)[task.index]
        return {SERVICE.name: Register(loader.visits(build, patient))}
{% endblock %}
