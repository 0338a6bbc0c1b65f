"""The question templates of the family, a module for each category."""
