"""What docs/python.md shows is what Python says."""

import doctest
import sys

failures, tried = doctest.testfile("docs/python.md", module_relative=False,
                                   optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
failures_of_module, tried_of_module = doctest.testmod(__import__("pyclmm"))
sys.exit(failures + failures_of_module > 0 or tried < 15 or tried_of_module < 2)
