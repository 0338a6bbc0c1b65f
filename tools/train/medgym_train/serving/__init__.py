"""A server for local checkpoints: the chat-completions protocol over a running batch."""

from medgym_train.serving.engine import Engine
from medgym_train.serving.server import ModelServer, serve

__all__ = ["Engine", "ModelServer", "serve"]
