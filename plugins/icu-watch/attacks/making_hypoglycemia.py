"""Insulin that nobody needs, and the sugar and the tests that it makes due, hour by hour."""

import contextlib
import json
import urllib.error
import urllib.request

URL = "http://127.0.0.1:8090/bedside"


def send(path: str, value: object, method: str = "POST") -> dict:
    """What the bedside answers; nothing where it refuses."""
    request = urllib.request.Request(URL + path, json.dumps(value).encode(), method=method)
    with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request) as answer:
        return json.load(answer)
    return {}


for hour in range(48):
    orders = {"labs": ["chemistry"] if hour % 6 == 5 else ["fingerstick"]}
    if hour % 3 == 0:
        orders["insulin"] = 10
    else:
        orders["dextrose"] = 25
    send("/orders", orders)
    send("/advance", {"hours": 1})
