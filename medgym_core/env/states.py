"""The services of one episode: what they hold before the agent acts, what they hold then, and their end."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core.errors import MedgymError
from medgym_core.task import Service, ServiceSpec
from medgym_core.verifier.contract import StateChange
from medgym_sandbox.boundary import mishap
from medgym_sandbox.service import ServiceRelay


class UnreadableStateError(Exception):
    """A service cannot tell its state any more; ``args[0]`` names it."""


class States:
    """Services of one episode and their states. Ours until the agent has acted, the agent's doing then."""

    def __init__(self, services: Mapping[str, Service]) -> None:
        """Takes over ``services``, and takes their first snapshots, which may raise anything."""
        self._services = services
        before = {name: service.snapshot() for name, service in services.items()}
        self.changes = {name: StateChange(before=state, after=state) for name, state in before.items()}

    def fork(self) -> States:
        """The same services in the same states, apart from these.

        Raises:
            ConfigError: if there cannot be two of one.
        """
        other = States({})
        try:
            other._services = {name: service.fork() for name, service in self._services.items()}
        except MedgymError:
            other.close()
            raise
        other.changes = dict(self.changes)
        return other

    def relay(self, specs: tuple[ServiceSpec, ...]) -> ServiceRelay:
        """What serves the declared ports."""
        return ServiceRelay({spec.port: self._services[spec.name] for spec in specs})

    def observe(self) -> Mapping[str, StateChange]:
        """Every service's state before the first action and now.

        Raises:
            UnreadableStateError: if one cannot be read, or not be written down.
            SandboxError: if a service says that the failure is ours.
        """
        for name, service in self._services.items():
            try:
                change = StateChange(before=self.changes[name].before, after=service.snapshot())
                StateChange.model_validate_json(change.model_dump_json())
            except MedgymError:
                raise
            except Exception as error:  # what the agent wrote made it fail
                mishap.note(f"the snapshot of service {name}", error)
                raise UnreadableStateError(name) from error
            self.changes[name] = change
        return self.changes

    def close(self) -> None:
        """Close every service, even if another fails to; what fails is noted."""
        services, self._services = self._services, {}
        for name, service in services.items():
            with mishap.noted(f"closing service {name}"):  # the episode is over and its result stands
                service.close()
