"""The templates, one module a category."""
