"""The templates, one module for each thing that is found or each category."""
