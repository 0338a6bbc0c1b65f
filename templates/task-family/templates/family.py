"""The task family `{{ cookiecutter.name }}`: who it is, and what it asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from medgym_core import (
{% block names %}
{% endblock %}
)
{% block modules %}
from {{ cookiecutter.package }} import loader, oracle
{% endblock %}
{% block constants %}
{% endblock %}


class {{ cookiecutter.class_name }}(TaskFamily):
    """{% block docstring %}{% endblock %}"""

    name: ClassVar[str] = "{{ cookiecutter.name }}"
    # EDIT: raise it, here and in pyproject.toml, whenever scores stop being comparable.
    version: ClassVar[str] = "0.1.0"
    title: ClassVar[str] = "{{ cookiecutter.title }}"
    # EDIT: one sentence that says what is asked of the agent.
    summary: ClassVar[str] = "{% block summary %}{% endblock %}"
    # EDIT: how sensitive the published data is. Synthetic builds are open, whatever stands here.
    tier: ClassVar[Tier] = Tier.{{ cookiecutter.tier.upper() }}
    licence: ClassVar[str] = "{{ cookiecutter.licence }}"
    # EDIT: the paper or page to cite for the data.
    citation: ClassVar[str] = "Invented example data"
    # EDIT: the kinds of question by which reports are broken down.
    categories: ClassVar[tuple[Category, ...]] = (
        Category(name="blood pressure", description="blood pressures of a year of visits"),
    )
    # EDIT: tasks of the default build, and the highest mean reward of an agent that ignores the question.
    splits: ClassVar[Mapping[str, Split]] = {
{% block splits %}
{% endblock %}
    }
    # EDIT: what the tasks ask for: kinds of answer, formats of files as in "csv-file", "state" of a service.
    answer_kinds: ClassVar[tuple[str, ...]] = ({% block answer_kinds %}{% endblock %})
    # EDIT: who else derives from the same source has the same ledger of subjects, such as "mimic-iii".
    ledgers: ClassVar[tuple[str, ...]] = ("{{ cookiecutter.name }}",)
    # EDIT: name in `preload` what the boxes import at every start, such as ("numpy",).
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(recipe=Path(__file__).parent / "image")

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write invented visits in the raw layout; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read visits, invented or published; see ``loader.py``."""
        loader.build(raw, out, progress)

{% block tasks %}
{% endblock %}
