"""Questions about a hospital database: templates, and how they are filled from the data.

A :class:`~medgym_ehr.questions.template.Template` is wordings beside reference SQL. The planner draws a fact
from the database, fits a period to it, and keeps the question if its answer is neither trivial nor ambiguous.
"""
