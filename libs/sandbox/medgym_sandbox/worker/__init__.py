"""The program that runs inside every box, on every backend.

Standard library only, Python 3.9 or newer: its sources travel to the box over the stream itself (see
``medgym_sandbox.boot``), so an image holds no copy that could be out of date, and nothing here may
import a package of medgym. The modules: ``frame`` (the wire), ``main`` (the loop), ``template`` (workers by
fork), ``child`` (fork, orders, reaping), ``pipes``, ``jail`` with ``landlock``, ``seccomp`` and ``libc``
(what a child gives up), ``program`` (run Python, SQL, shell), ``answer`` (values to JSON), ``failure``
(exceptions to data), ``files`` (in and out without following links), ``lifeline`` (death with the driver),
``relay`` (loopback connections).
"""
