"""The reference solution: text that runs in the box. Its formulas take other ways than the library's.

``oracle.program`` puts these modules behind one another, so each uses the standard library alone and no two
define the same name.
"""
