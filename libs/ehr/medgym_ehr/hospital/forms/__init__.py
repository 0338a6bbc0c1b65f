"""Questions that several hospitals ask, in words; a hospital adds its facts and its query.

Each name is :class:`~medgym_ehr.questions.template.Template` with words, options and answer given.
"""
