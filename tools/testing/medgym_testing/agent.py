"""An agent that follows a script."""

from medgym_core import Brief, Reply


class Scripted:
    """Says given replies in order, or raises what stands among them; then gives up."""

    name = "scripted"

    def __init__(self, *replies: Reply | Exception) -> None:
        self._replies = replies

    def start(self, brief: Brief) -> "_Script":
        self.brief = brief
        return _Script(list(self._replies))

    def close(self) -> None:
        return


class _Script:
    def __init__(self, replies: list[Reply | Exception]) -> None:
        self._replies = replies

    def act(self, observation: str) -> Reply:
        reply = self._replies.pop(0) if self._replies else Reply()
        if isinstance(reply, Exception):
            raise reply
        return reply
