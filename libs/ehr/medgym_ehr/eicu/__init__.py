"""eICU-CRD v2.0: its raw layout, synthetic files in that layout, and the EHRSQL build."""
