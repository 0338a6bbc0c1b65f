"""The published layout: rows of CSV and JSONL releases, their entities and their labels."""
