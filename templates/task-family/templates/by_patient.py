{% extends "family.py" %}
{% block splits %}
        "train": Split(size=106, chance_rate={{ chance }}),
        "test": Split(size=44, evaluation=True, chance_rate={{ chance }}),
{% endblock %}
{% block tasks %}
    def size(self, build: Build, split: str) -> int:
        """One task for each patient of the split."""
        return len(loader.patients(build, split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients; no other split, and no other family on the same source, may name them."""
        # EDIT: name them as every family of the ledger does, as in mimic-iii/patient/10006.
        return (f"{self.name}/patient/{patient}" for patient in loader.patients(build, split))

    def task(self, build: Build, split: str, index: int) -> Task:
        """The question about one patient."""
        patient = loader.pick(loader.patients(build, split), index)
        # EDIT: the question, and everything that its grading relies on: definitions, units, rounding, ties.
{% block task %}
{% endblock %}

    def gold(self, build: Build, task: Task) -> Gold:
        """The right answer, computed from the build."""
        patient = loader.patients(build, task.split)[task.index]
{% block gold %}
{% endblock %}

{% block reference %}
    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """It knows what the question says, and holds no answer."""
        return oracle.reference(loader.patients(build, task.split)[task.index])
{% endblock %}
{% block more %}
{% endblock %}
{% endblock %}
