"""Runs the curl, Python and JavaScript samples of the guides against a server."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import sync_playwright
from serving import checks, chromium, fetch, require, run, serving, state

GUIDES = pathlib.Path(__file__).parents[2] / "Sources/MockSpec/Documentation.docc"
STEERING, SESSIONS = "SteeringARunningMock", "OneServerManyTests"
# The address of the samples.
ADDRESS = "http://127.0.0.1:8080"
PROJECT = {
    "mockspec.yaml": "mockspec: 1\nscenes:\n  Airplane mode: {Login: Offline}\n",
    "app.mock.yaml": """mockspec: 1
states: {cart: [empty, filled]}
collections: {users: {path: /v1/users, items: [{id: 1, name: Ada}]}}
requests:
  Login:
    match: POST /login
    responses:
      Success: {json: {token: abc}}
      Invalid Credentials: {status: 401, json: {error: invalid}}
      Offline: {error: notConnectedToInternet}
  Page:
    match: GET /page
    responses:
      OK: {headers: {Content-Type: text/html}, text: '<!doctype html><title>mock</title>'}
""",
}
USERS = "mockspec: 1\nrequests: {Users: {match: GET /users, responses: {All: {json: []}}}}\n"
# A failure of curl ends the script. A stream of events has no end, so its timeout (28) is none.
SHELL = """set -eu
curl() {
  case "$*" in
    *events*) command curl --fail --silent --show-error --max-time 1 "$@" || [ $? = 28 ] ;;
    *) command curl --fail --silent --show-error "$@" ;;
  esac
  echo
}
"""


def samples(guide, language):
    """The samples of a language in a guide."""
    text = (GUIDES / f"{guide}.md").read_text()
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    require(found, f"{guide} has no sample of the language '{language}'")
    return found


def shell(script, base):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "users.mock.yaml").write_text(USERS)
        result = subprocess.run(
            ["bash", "-c", SHELL + script.replace(ADDRESS, base)], cwd=folder, capture_output=True, text=True, timeout=60)
    require(result.returncode == 0, f"the sample ended with {result.returncode}: {result.stderr}\n{script}")
    return result.stdout


def check_languages(_):
    """Only samples in these languages are run here, except for Swift, which the tests of the package compile."""
    for guide in [STEERING, SESSIONS]:
        text = (GUIDES / f"{guide}.md").read_text()
        languages = set(re.findall(r"^```(\w+)$", text, re.MULTILINE))
        require(languages <= {"sh", "python", "js", "swift"}, f"{guide} has samples of {languages}")
    return "the samples are of known languages"


def check_curl(_):
    with serving(PROJECT) as (_, base):
        for _ in range(4):
            fetch(f"{base}/nothing")
        script, _ = samples(STEERING, "sh")
        output = shell(script, base)
        require('"unmatched"' in output and '"explanation"' in output, f"no calls were printed: {output}")
        require("event: calls" in output or ": " in output, "no event was printed")
        ids = [session["id"] for session in json.loads(fetch(f"{base}/__mockspec/sessions")[1])["sessions"]]
        require(ids == ["test-1"], f"the sessions are {ids}")
        require(json.loads(fetch(f"{base}/__mockspec/specs")[1])["specs"] == [], "the spec wasn't removed")
        login = next(request for request in state(base)["requests"] if request["name"] == "Login")
        require(login["enabled"] and login["selected"] is None, "reset didn't reset")
    return f"{STEERING}: the curl commands work"


def check_socket(_):
    _, sample = samples(STEERING, "sh")
    serve, *calls = sample.splitlines()
    with tempfile.TemporaryDirectory() as folder:
        specs = pathlib.Path(folder) / "specs"
        specs.mkdir()
        for name, text in PROJECT.items():
            (specs / name).write_text(text)
        environment = {**os.environ, "PATH": f"{pathlib.Path(os.environ['MOCKSPEC']).parent}:{os.environ['PATH']}"}
        server = subprocess.Popen(["bash", "-c", f"exec {serve}"], cwd=folder, stdout=subprocess.PIPE, env=environment)
        try:
            server.stdout.readline()
            result = subprocess.run(
                ["bash", "-c", SHELL + "\n".join(calls)], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
        finally:
            server.terminate()
            server.wait(10)
        require(result.returncode == 0, f"the sample ended with {result.returncode}: {result.stderr}\n{sample}")
        require('"requests"' in result.stdout, f"no state was printed: {result.stdout}")
        require("Offline" in result.stdout, f"no selection was printed: {result.stdout}")
        require(not (pathlib.Path(folder) / "mocks.sock").exists(), "the socket is left")
    return f"{STEERING}: the commands for a Unix socket work"


def check_waiting(_):
    with serving(PROJECT) as (_, base):
        for _ in range(2):
            fetch(f"{base}/login", "POST", "{}", Mockspec_Session="test-1")
        (script,) = samples(SESSIONS, "sh")
        answer = json.loads(shell(f"api={base}/__mockspec\n{script}", base))
        require(answer["complete"] and answer["count"] == 2, f"the answer is {answer}")
    return f"{SESSIONS}: the curl command works"


def check_python(_):
    (sample,) = samples(SESSIONS, "python")
    # Another number of calls must fail, or the sample shows nothing.
    wrong = sample.replace("exactly=1", "exactly=2")
    require(wrong != sample, "the sample verifies no number of calls")
    for text, expected in [(sample, 0), (wrong, 1)]:
        with serving(PROJECT) as (_, base), tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "test_sample.py").write_text(text.replace(ADDRESS, base))
            result = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=folder, capture_output=True, text=True,
                timeout=60, env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
            require(result.returncode == expected, f"pytest ended with {result.returncode}: {result.stdout}{result.stderr}")
            require(json.loads(fetch(f"{base}/__mockspec/sessions")[1])["sessions"] == [], "the session wasn't ended")
    return f"{SESSIONS}: the pytest sample passes, and fails with another number of calls"


def check_javascript(_):
    """The sample runs in Node, which Playwright has: browsers can't use the control API on the port of the mocks."""
    (sample,) = samples(SESSIONS, "js")
    node = compute_driver_executable()[0]
    with serving(PROJECT) as (_, base):
        script = f"{sample.replace(ADDRESS, base)}\nconsole.log(session)"
        ended = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60)
        require(ended.returncode == 0 and "Assertion" not in ended.stderr, f"the sample failed: {ended.stderr}")
        session = ended.stdout.split()[-1]
        calls = json.loads(fetch(f"{base}/__mockspec/calls?request=Login", Mockspec_Session=session)[1])["calls"]
        require([call["response"] for call in calls] == ["Invalid Credentials"], f"the calls of the session are {calls}")
        require(json.loads(fetch(f"{base}/__mockspec/calls?request=Login")[1])["calls"] == [], "another session has the call")
    return f"{SESSIONS}: the JavaScript sample works in Node"


def main():
    with sync_playwright() as playwright, chromium(playwright) as browser:
        passed = run(checks(globals(), *sys.argv[1:2]), browser)
    sys.exit(not passed)


main()
