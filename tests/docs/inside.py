"""What is alone in a page's network: ``python inside.py PORT`` sets loopback up and answers as a model."""

import fcntl
import json
import socket
import struct
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_SIOCSIFFLAGS = 0x8914
_UP = 0x1
CODE = "answer = 1"


class Model(BaseHTTPRequestHandler):
    """A chat-completions endpoint that has one submission, whatever it is asked."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        call = {"code": CODE, "submit": True}
        message: dict[str, object] = {"role": "assistant", "content": ""}
        if request.get("tools"):
            function = {"name": "code_execution", "arguments": json.dumps(call)}
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
        else:
            message["content"] = json.dumps({"action": "code_execution", "arguments": call})
        reply = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 0,
            "model": request["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }
        body = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Tell nobody."""


def raise_loopback() -> None:
    """Set the loopback interface up; a new network namespace has it down."""
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", _UP))


if __name__ == "__main__":
    raise_loopback()
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Model)
    print("ready", flush=True)
    server.serve_forever()
