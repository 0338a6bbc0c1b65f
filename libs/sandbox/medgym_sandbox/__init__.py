"""Boxes in which untrusted programs run: contracts, the worker that runs inside, and the three backends.

::

    BoxSpec ──start──▶ Sandbox ◀──Execution──▶ Outcome
       │                  │
       │ limits, mounts   └──requests──▶ Relay ──▶ Service
       ▼
    SandboxBackend: docker, bubblewrap or process
"""
