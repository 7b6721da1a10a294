"""`accounting-simulator` for tests in Python: standard library only, Python 3.8 or later. Copy this file into your project.

The command of the package is started with the first world and ends with the tests, also if they are killed.
"""

import atexit
import contextlib
import functools
import json
import os
import subprocess
import sys
import unittest
import urllib.error
import urllib.parse
import urllib.request
import warnings


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

    @contextlib.contextmanager
    def fork(self):
        """An independent world with the same content, so that tests do not see one another."""
        made = self.control("POST", "/forks")
        try:
            yield World(self.base_url + made["path"])
        finally:
            self.control("DELETE", f"/forks/{made['id']}")

    @property
    def now(self):
        """Virtual time, ISO 8601."""
        return self.control("GET", "/clock")["now"]

    def advance(self, duration):
        """Moves time by "5 days" or {"seconds": 30}, and runs what is due on the way."""
        return self.control("POST", "/clock/advance", {"duration": duration})

    def sleep(self, seconds):
        """In the place of time.sleep: with a manual clock to wait is to move the clock."""
        self.advance({"seconds": seconds})

    def inject(self, fault):
        """Makes requests fail: {"on": "POST /public/v1/invoices/", "times": 2, "then": {"status": 503}}."""
        return self.control("POST", "/faults", fault)

    def records(self, name, /, **query):
        """Records by the parameters of the list operation."""
        return self.control("GET", f"/records/{name}?{urllib.parse.urlencode(query)}")["items"]

    def create(self, name, body):
        """Makes a record by the rules of the service, without rate limits."""
        return self.control("POST", f"/records/{name}", body)

    def make(self, name, /, **members):
        """Makes up a record and whatever it needs: make("customerPayment", items=[{"invoice_number": 1, "amount": "5.00"}])."""
        return self.control("POST", f"/make/{name}", members)

    def age(self, **options):
        """Gives the world a past that ends now: age(invoices=100, upTo="1 year")."""
        self.control("POST", "/age", options)

    def expect(self, matcher, /, **options):
        """Fails with the message of the matcher: toHaveNoDuplicates, toHaveUsedIdempotencyKeys and others."""
        verdict = self.control("POST", f"/matchers/{matcher}", {"options": options})
        assert verdict["pass"], verdict["message"]

    def problems(self):
        """What is wrong at the end of a test: faults that hit nothing, broken books, responses held back, and others."""
        return self.control("GET", "/ending")["problems"]

    def end_test(self):
        """Fails if something is wrong at the end of a test that passed."""
        ending = self.control("GET", "/ending")
        problems = ending["problems"]
        for warning in ending.get("warnings", ()):
            warnings.warn(warning, stacklevel=2)
        assert not problems, "\n  ".join(["the test leaves things undone:", *problems])

    def timeline(self):
        """What happened, in order, with the reason of each answer, as text."""
        with urllib.request.urlopen(f"{self.base_url}/__simulator/timeline?format=text") as response:
            return response.read().decode()


def _command():
    """The file of the package, above or in the folder in which the tests run."""
    folder = os.getcwd()
    while True:
        file = os.path.join(folder, "node_modules", "accounting-simulator", "dist", "node-command.js")
        if os.path.exists(file):
            return file
        if folder == os.path.dirname(folder):
            raise FileNotFoundError("npm install accounting-simulator: it is in no node_modules from here upwards")
        folder = os.path.dirname(folder)


def _tell_rest(shared):
    """Tells what is undone in the first world. Tests that share it, on purpose or not, have no end there."""
    with contextlib.suppress(OSError):
        for problem in shared.problems():
            print(f"accounting_simulator: left in the world that tests share: {problem}", file=sys.stderr)


@functools.lru_cache(maxsize=None)
def world(*options):
    """The world of the command, which is started once for equal options, unless SIMULATOR_URL says where one runs."""
    url = os.environ.get("SIMULATOR_URL")
    if url is None:
        # The file of the package and not npx: to end npx would leave the server behind.
        command = ["node", _command(), "--port", "0", "--json", "--clock", "manual", *options]
        # It ends with its standard input or with this process, whichever comes first.
        process = subprocess.Popen(
            [*command, "--end-with", "stdin", "--end-with", "parent"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(process.communicate)
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(command)} ended with {process.wait()}")
        made = World(json.loads(line)["url"])
        # It runs before the command is ended.
        atexit.register(_tell_rest, made)
        return made
    return World(url)


def explain(error, told):
    """Adds the timeline of the world to the message of an error."""
    text = f"What the service saw:\n{told.timeline()}"
    if hasattr(error, "add_note"):
        error.add_note(text)
    else:
        error.args = (f"{error}\n\n{text}",)


class WorldTestCase(unittest.TestCase):
    """Each test has a world of its own, `self.world`. The message of a failing test has its timeline.

    A test that passed fails nevertheless if it leaves something undone, such as a fault that hit nothing.
    """

    def __init__(self, name="runTest"):
        super().__init__(name)
        method = getattr(self, name, None)
        if method is None:
            return

        @functools.wraps(method)
        def explained(*given):
            with self._explained():
                made = method(*given)
            self._passed = True
            return made

        setattr(self, name, explained)

    @contextlib.contextmanager
    def _explained(self):
        try:
            yield
        except unittest.SkipTest:
            raise
        except Exception as error:
            explain(error, self.world)
            raise

    def _end(self):
        if self._passed:
            with self._explained():
                self.world.end_test()

    def run(self, result=None):
        self._passed = False
        with world().fork() as self.world:
            # The first cleanup runs last, after tearDown.
            self.addCleanup(self._end)
            return super().run(result)
