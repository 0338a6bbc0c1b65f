"""A moment of an episode, held still: any number of episodes go on from it, each on its own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Generic, Self, TypeVar

from medgym_core.env.states import States

Env = TypeVar("Env")


class Moment(Generic[Env]):
    """An episode between two steps. Made by ``Env.hold``; closes with ``with``."""

    def __init__(self, resume: Callable[[bytes, States], Env], content: bytes, states: States) -> None:
        """``resume`` makes an episode of what a box held and of services; takes over ``states``."""
        self._resume, self._content, self._states = resume, content, states

    @property
    def size(self) -> int:
        """Bytes of what the box held."""
        return len(self._content)

    @property
    def digest(self) -> str:
        """SHA-256 over what the box holds and the services' states, hex: equal states have equal ones."""
        states = "".join(f"{name}{change.after!r}" for name, change in sorted(self._states.observe().items()))
        return hashlib.sha256(self._content + states.encode("utf-8", "backslashreplace")).hexdigest()

    def open(self) -> Env:
        """An episode that goes on from here; close it.

        Raises:
            FileRefused: if a box does not take what the other held.
            SandboxError: if its box cannot be started.
        """
        return self._go_on(self._states.fork())

    def release(self) -> Env:
        """The last episode that goes on from here; it takes over the services, and the moment is over."""
        states, self._states = self._states, States({})
        return self._go_on(states)

    def _go_on(self, states: States) -> Env:
        try:
            return self._resume(self._content, states)
        except BaseException:
            states.close()
            raise

    def close(self) -> None:
        """Close its services; episodes that were opened go on. Idempotent."""
        self._states.close()

    def __enter__(self) -> Self:
        """The moment itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close."""
        self.close()
