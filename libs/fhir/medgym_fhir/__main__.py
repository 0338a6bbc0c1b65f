"""``python -m medgym_fhir FILE``: serve a file of resources on loopback, to try the server."""

from __future__ import annotations

import argparse
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from medgym_fhir.loopback import server
from medgym_fhir.service import FhirService
from medgym_fhir.store import Snapshot


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m medgym_fhir", description=__doc__)
    parser.add_argument("file", type=Path, help="resources, one JSON object a line")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument(
        "--now", default=datetime.now(UTC).isoformat(timespec="seconds"), help="server's time"
    )
    asked = parser.parse_args()
    http = server(FhirService(Snapshot.read(asked.file), asked.now), asked.port)
    print(f"http://127.0.0.1:{http.server_port}/fhir", flush=True)
    with suppress(KeyboardInterrupt):
        http.serve_forever()


if __name__ == "__main__":
    main()
