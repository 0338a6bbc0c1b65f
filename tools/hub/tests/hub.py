"""As much of the Hugging Face Hub as pushing and pulling take, on this machine."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

TOKEN = "hf_good"
FORBIDDEN = "hf_reader"
_LARGE = (".parquet", ".mgj")


class Hub(ThreadingHTTPServer):
    """Dataset repositories in memory, and what was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.repositories: dict[str, dict[str, bytes]] = {}
        self.private: dict[str, bool] = {}
        self.large: dict[str, bytes] = {}
        self.asked: list[tuple[str, str]] = []
        self.cuts = 0
        """So many transfers of large files, up or down, are cut in their middle."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def commit_of(self, name: str) -> str:
        files = sorted(self.repositories[name].items())
        return hashlib.sha1(repr(files).encode()).hexdigest()

    def count(self, method: str, part: str) -> int:
        return sum(asked == method and part in path for asked, path in self.asked)


class _Handler(BaseHTTPRequestHandler):
    server: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *arguments: object) -> None:
        """Tell nobody."""

    def _say(self, status: int, value: Any = None, **headers: str) -> None:
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, text in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _refuse(self, status: int, code: str = "") -> None:
        self._say(status, {"error": code}, **({"X_Error_Code": code} if code else {}))

    def _begin(self) -> tuple[str, bytes]:
        path = unquote(urlsplit(self.path).path)
        self.server.asked.append((self.command, path))
        if self.headers.get("Transfer-Encoding") != "chunked":
            return path, self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return path, body

    @property
    def _token(self) -> str:
        return str(self.headers.get("Authorization", "")).removeprefix("Bearer ")

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path, _ = self._begin()
        if found := re.fullmatch(r"/api/datasets/([^/]+/[^/]+)(/tree/.*|/revision/(.*))?", path):
            name, rest, revision = found.groups()
            if name not in self.server.repositories:
                return self._refuse(404 if self._token else 401, "RepoNotFound")
            if revision not in (None, "main", self.server.commit_of(name)):
                return self._refuse(404, "RevisionNotFound")
            tree = rest is not None and rest.startswith("/tree")
            return self._say(
                200, self._tree(name) if tree else {"id": name, "sha": self.server.commit_of(name)}
            )
        if found := re.fullmatch(r"/datasets/([^/]+/[^/]+)/resolve/[^/]+/(.*)", path):
            return self._file(*found.groups())
        return self._refuse(404)

    def _tree(self, name: str) -> list[dict[str, Any]]:
        entries = []
        for path, data in self.server.repositories[name].items():
            entry = {"type": "file", "path": path, "size": len(data), "oid": _blob(data)}
            if path.endswith(_LARGE):
                entry["lfs"] = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 1}
            entries.append(entry)
        return entries

    def _file(self, name: str, path: str) -> None:
        data = self.server.repositories.get(name, {}).get(path)
        if data is None:
            return self._refuse(404, "EntryNotFound")
        etag = hashlib.sha256(data).hexdigest() if path.endswith(_LARGE) else _blob(data)
        headers = {
            "ETag": f'"{etag}"',
            "X_Repo_Commit": self.server.commit_of(name),
            "Accept_Ranges": "bytes",
        }
        begin = int(re.sub(r"\D", "", self.headers.get("Range", "0").split("-")[0]) or 0)
        if self.command == "GET" and path.endswith(_LARGE) and self.server.cuts:
            self.server.cuts -= 1
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2])
            self.close_connection = True
            return None
        if begin:
            headers["Content_Range"] = f"bytes {begin}-{len(data) - 1}/{len(data)}"
        return self._say(206 if begin else 200, data[begin:], **headers)

    def do_PUT(self) -> None:
        if self.server.cuts:
            self.server.cuts -= 1
            self.server.asked.append(("PUT", self.path))
            self.close_connection = True
            return
        path, data = self._begin()
        self.server.large[path.rpartition("/")[2]] = data
        self._say(200, b"")

    def do_POST(self) -> None:
        path, body = self._begin()
        if self._token not in (TOKEN, FORBIDDEN):
            return self._refuse(401)
        if path == "/api/validate-yaml":
            return self._say(200, {"errors": [], "warnings": []})
        if self._token == FORBIDDEN:
            return self._refuse(403)
        if path == "/api/repos/create":
            request = json.loads(body)
            name = (
                f"{request['organization']}/{request['name']}"
                if request.get("organization")
                else f"ada/{request['name']}"
            )
            self.server.repositories[name] = {".gitattributes": b""}
            self.server.private[name] = bool(request.get("private") or request.get("visibility") == "private")
            return self._say(200, {"url": f"{self.server.url}/datasets/{name}"})
        if found := re.fullmatch(r"/datasets/(.*)\.git/info/lfs/objects/batch", path):
            objects = [self._object(one) for one in json.loads(body)["objects"]]
            return self._say(200, {"transfer": "basic", "objects": objects})
        if found := re.fullmatch(r"/api/datasets/([^/]+/[^/]+)/(preupload|commit)/main", path):
            return self._preupload(body) if found[2] == "preupload" else self._commit(found[1], body)
        return self._refuse(404)

    def _object(self, one: dict[str, Any]) -> dict[str, Any]:
        if one["oid"] in self.server.large:
            return one
        return {**one, "actions": {"upload": {"href": f"{self.server.url}/lfs/{one['oid']}"}}}

    def _preupload(self, body: bytes) -> None:
        files = [
            {
                "path": file["path"],
                "uploadMode": "lfs" if file["path"].endswith(_LARGE) else "regular",
                "shouldIgnore": False,
            }
            for file in json.loads(body)["files"]
        ]
        self._say(200, {"files": files})

    def _commit(self, name: str, body: bytes) -> None:
        for line in body.splitlines():
            entry = json.loads(line)
            if entry["key"] == "file":
                data = base64.b64decode(entry["value"]["content"])
            elif entry["key"] == "lfsFile":
                data = self.server.large[entry["value"]["oid"]]
            else:
                continue
            self.server.repositories[name][entry["value"]["path"]] = data
        commit = self.server.commit_of(name)
        url = f"{self.server.url}/datasets/{name}/commit/{commit}"
        self._say(200, {"success": True, "commitOid": commit, "commitUrl": url})


def _blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


@contextmanager
def serving() -> Iterator[Hub]:
    """A hub while it is needed."""
    hub = Hub()
    thread = threading.Thread(target=hub.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield hub
    finally:
        hub.shutdown()
        thread.join()
        hub.server_close()
