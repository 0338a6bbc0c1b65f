{% extends "family.py" %}
{% block names %}
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    FileSpec,
    Gold,
    Limits,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
{% endblock %}
{% block constants %}

FILE = FileSpec(path="solution.py", format="python", description="defines share_raised(readings)")
{% endblock %}
{% block docstring %}Functions on series of blood pressures, graded on hidden patients.{% endblock %}
{% block summary %}Write a function that judges a series of blood pressures.{% endblock %}
{% block answer_kinds %}"python-file",{% endblock %}
{% block splits %}
        "train": Split(size=12, chance_rate=0.0),
        "test": Split(size=4, evaluation=True, chance_rate=0.0),
{% endblock %}
{% block tasks %}
    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The limits that are asked about and the patients whose readings are the hidden inputs."""
        # EDIT: name them as every family of the ledger does, as in mimic-iii/patient/10006.
        yield from (f"{self.name}/limits/{sbp}-{dbp}" for sbp, dbp in loader.limits(split))
        yield from (f"{self.name}/patient/{patient}" for patient in loader.patients(build, split))

    def task(self, build: Build, split: str, index: int) -> Task:
        """A function for one pair of limits."""
        sbp, dbp = loader.pick(loader.limits(split), index)
        # EDIT: the question, and everything that its grading relies on: types, units, edge cases.
        question = (
            f"Write share_raised(readings) in solution.py. readings is a list of [systolic, diastolic] pairs "
            f"in mmHg. It returns the fraction of readings with a systolic pressure of at least {sbp} or a "
            f"diastolic pressure of at least {dbp}, and 0 for an empty list."
        )
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="blood pressure",
            turns=(Turn(question=question, files=(FILE,)),),
            verifier="programs",
            limits=Limits(steps=10, action_s=30, memory_mb=512),
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """Hidden cases from the patients of the split, each with what must be returned."""
        limits = loader.limits(task.split)[task.index]
        return oracle.gold(loader.patients(build, task.split), *limits)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """It knows what the question says, and no hidden case."""
        return oracle.reference(*loader.limits(task.split)[task.index])
{% endblock %}
