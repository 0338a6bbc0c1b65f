"""Raw data as it is published: layouts of files, and reading them in pieces."""
