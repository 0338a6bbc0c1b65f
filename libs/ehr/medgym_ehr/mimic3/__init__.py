"""MIMIC-III v1.4: its raw layout, synthetic files in that layout, and the EHRSQL build."""
