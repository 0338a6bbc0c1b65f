"""Questions that several hospitals ask, in words; a hospital adds its facts and its query.

Each form is :class:`~medgym_ehr.questions.template.Template`, or
:class:`~medgym_ehr.questions.unanswerable.Unanswerable`, with words, options and answer given::

    count.patients_with_drug(facts=..., period=..., sql=...)

Beside them stand the periods, options and pieces of queries that such questions have in common.
"""
