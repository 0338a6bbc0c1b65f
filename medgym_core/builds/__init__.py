"""Builds: made, identified by what they are made of, trained on, removed."""
