"""The controls of `accounting-simulator` for tests in Python. Standard library only."""

import json
import os
import re
import subprocess
import urllib.error
import urllib.request


def request(method, url, body=None, headers=None):
    """Sends JSON. Returns the status, the headers and the decoded body."""
    data = None if body is None else json.dumps(body).encode()
    sent = {"Content-Type": "application/json", **(headers or {})}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, sent, method=method)) as response:
            return response.status, response.headers, json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, json.load(error)


class World:
    """A simulated service with a clock, faults and records of its own."""

    def __init__(self, base_url):
        self.base_url = base_url
        self.api_key = self.control("GET", "/")["apiKey"]

    def control(self, method, path, body=None):
        """Calls one of the controls (docs/controls.md)."""
        status, _, result = request(method, f"{self.base_url}/__simulator{path}", body)
        if status != 200:
            raise AssertionError(f"{method} {path}: {status} {result}")
        return result

    def fork(self):
        """An independent world with the same content, so that tests do not see one another."""
        return World(self.base_url + self.control("POST", "/forks")["path"])

    def advance(self, duration):
        return self.control("POST", "/clock/advance", {"duration": duration})

    def inject(self, fault):
        return self.control("POST", "/faults", fault)

    def records(self, name):
        return self.control("GET", f"/records/{name}")["items"]

    def expect(self, matcher, **options):
        """Fails with the message of the matcher: toHaveNoDuplicates, toHaveUsedIdempotencyKeys and others."""
        verdict = self.control("POST", f"/matchers/{matcher}", {"options": options})
        assert verdict["pass"], verdict["message"]


# Below the folder in which the tests run, where npm has installed the package.
COMMAND = os.path.join("node_modules", "accounting-simulator", "dist", "node-command.js")


class Server:
    """The command, unless SIMULATOR_URL says where one runs already."""

    def __init__(self):
        self.process = None
        url = os.environ.get("SIMULATOR_URL")
        if url is None:
            # The file of the package and not npx: to end npx would leave the server behind.
            command = ["node", COMMAND, "--port", "0", "--clock", "manual", "--end-with", "stdin", "--end-with", "parent"]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            url = re.search(r"http:\S+", self.process.stdout.readline()).group()
        self.world = World(url)

    def stop(self):
        if self.process:
            self.process.communicate()  # Closes the standard input, which ends the command.
