"""The command line: one file a verb; each body parses, calls the library once, and prints."""
