"""The verbs of this distribution, one file each."""
