"""Second programs: the functions of the packages, written another way from what their docstrings say."""
