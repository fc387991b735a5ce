"""Starts servers for tests, calls them, and runs checks."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request


class Failure(Exception):
    pass


def require(condition, message):
    if not condition:
        raise Failure(message)


@contextlib.contextmanager
def served(files, *options, host="127.0.0.1", **environment):
    """Serves a temporary project. Yields its folder, its address and the process."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as errors:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).write_text(text)
        process = subprocess.Popen(
            [os.environ["MOCKSPEC"], "serve", folder, "--port", "0", "--host", host, *options],
            stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, **environment})
        try:
            line = process.stdout.readline()
            match = re.search(r"listening on https?://\S+:(\d+)", line)
            if not match:
                errors.seek(0)
                raise Failure(f"the server didn't start: {line}{errors.read()}")
            yield root, f"http://127.0.0.1:{match[1]}", process
        finally:
            process.terminate()
            process.wait(10)


@contextlib.contextmanager
def serving(files, **options):
    """Serves a temporary project. Yields its folder and its address."""
    with served(files, **options) as (root, base, _):
        yield root, base


def fetch(url, method="GET", body=None, **fields):
    """Returns the status and the body of an answer."""
    data = None if body is None else body.encode()
    if data is not None:
        fields.setdefault("Content_Type", "application/json")
    request = urllib.request.Request(
        url, data, {name.replace("_", "-"): value for name, value in fields.items()}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        # The mock broke the connection.
        return 0, ""


def panel_of(base):
    """The address of the panel, to which the port of the mocks sends browsers."""
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    try:
        urllib.request.build_opener(Stay).open(f"{base}/__mockspec/", timeout=30)
    except urllib.error.HTTPError as error:
        if error.code == 307:
            return error.headers["Location"].removesuffix("/__mockspec/")
    return base


def state(base):
    return json.loads(fetch(f"{base}/__mockspec/state")[1])


@contextlib.contextmanager
def chromium(playwright, *arguments):
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
    # Without a sandbox, since tests often run as root in a container.
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *arguments])
    yield browser
    browser.close()


def checks(names, only=None):
    """Returns the checks of a module: the functions whose names begin with `check_`, or only one of them."""
    return [check for name, check in names.items() if name.startswith("check_") and only in (None, name[6:])]


def run(checks, *arguments):
    """Runs checks, which return a line to print. Returns whether all passed."""
    failures = 0
    for check in checks:
        try:
            print(f"✓ {check(*arguments)}", flush=True)
        except Exception as error:
            failures += 1
            print(f"✗ {check.__name__[6:]}: {error}", flush=True)
    return failures == 0
