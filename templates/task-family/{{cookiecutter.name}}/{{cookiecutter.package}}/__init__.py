"""The plugin `{{ cookiecutter.name }}`: {{ cookiecutter.title }}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import TaskFamily


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from {{ cookiecutter.package }}.family import {{ cookiecutter.class_name }}

    return { {{- cookiecutter.class_name }}.name: {{ cookiecutter.class_name }}()}
