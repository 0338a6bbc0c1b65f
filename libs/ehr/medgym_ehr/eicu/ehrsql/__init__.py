"""EHRSQL's database of eICU-CRD, built from the published raw files."""
