"""EHRSQL's build of MIMIC-III a second time, from its written description alone, in pandas."""
