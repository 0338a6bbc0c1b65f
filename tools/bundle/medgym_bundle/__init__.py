"""medgym in one file, for machines without a network: created where there is one, installed where not.

The file is a zip archive and a Python program at once. What installs it (all but ``creation``,
``packages`` and ``documentation``) travels in it and needs nothing but the standard library.
"""
