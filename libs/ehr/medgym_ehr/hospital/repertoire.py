"""The templates that a family asks, and what is known of each by its id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from medgym_core import AnswerKind
from medgym_ehr.hospital.category import UNANSWERABLE
from medgym_ehr.questions.template import Template
from medgym_ehr.questions.unanswerable import Unanswerable


@dataclass(frozen=True)
class Repertoire:
    """What is asked of one database."""

    answerable: tuple[Template, ...]
    """Templates that the data answers."""
    unanswerable: tuple[Unanswerable, ...]
    """Templates that it does not."""
    held_out: frozenset[str] = frozenset()
    """Ids of those that it answers which the split ``ood`` asks, and no other."""

    @cached_property
    def common(self) -> tuple[Template, ...]:
        """What the counted splits ask."""
        return tuple(template for template in self.answerable if template.id not in self.held_out)

    @cached_property
    def crossed(self) -> tuple[Template, ...]:
        """What may be asked where there is no answer: none of what was asked by number is an answer, too."""
        return tuple(template for template in self.common if not template.three)

    @cached_property
    def novel(self) -> tuple[Template, ...]:
        """What the split ``ood`` asks."""
        return tuple(template for template in self.answerable if template.id in self.held_out)

    @cached_property
    def options(self) -> Mapping[str, frozenset[str]]:
        """Template to its places that hold words of its own, not of the data."""
        return {template.id: frozenset(template.options) for template in self.answerable}

    @cached_property
    def categories(self) -> Mapping[str, str]:
        """Template to category."""
        named = {template.id: template.category for template in self.answerable}
        return named | {template.id: UNANSWERABLE for template in self.unanswerable}

    @cached_property
    def answers(self) -> Mapping[str, AnswerKind]:
        """Template to answer kind."""
        kinds = {template.id: template.answer for template in self.answerable}
        return kinds | {template.id: template.answer for template in self.unanswerable}

    @cached_property
    def keywords(self) -> Mapping[str, tuple[str, ...]]:
        """Unanswerable template to what its matter would be called."""
        return {template.id: template.keywords for template in self.unanswerable}
