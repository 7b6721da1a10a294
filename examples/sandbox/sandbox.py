"""Sandboxes of a team for tests in Python: standard library only. Copy this file into your project."""

import contextlib
import json
import os
import urllib.error
import urllib.request


def call(method, path, headers, body=None):
    """Sends JSON to the deployment in SANDBOX_URL. The key or the token in the headers names the sandbox."""
    data = None if body is None else json.dumps(body).encode()
    sent = {"Content-Type": "application/json", **headers}
    request = urllib.request.Request(os.environ["SANDBOX_URL"] + path, data, sent, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode()}") from None


def team(method, path="", body=None):
    return call(method, f"/__sandboxes{path}", {"Authorization": f"Bearer {os.environ['SANDBOX_TOKEN']}"}, body)


@contextlib.contextmanager
def sandbox(original=None, **wanted):
    """A new sandbox, or a fork of one, which is deleted at the end: sandbox(name="CI 4711", clock="manual")."""
    made = team("POST", f"/{original.id}/fork" if original else "", wanted)
    try:
        yield Sandbox(made)
    finally:
        team("DELETE", f"/{made['id']}")


class Sandbox:
    def __init__(self, made):
        self.id, self.api_key, self.token = made["id"], made["apiKey"], made["adminToken"]

    def service(self, method, path, body=None):
        return call(method, path, {"X-API-KEY": self.api_key}, body)

    def control(self, method, path, body=None):
        """Calls one of the controls (docs/controls.md): control("POST", "/clock/advance", {"duration": "5 days"})."""
        return call(method, f"/__simulator{path}", {"Authorization": f"Bearer {self.token}"}, body)
