"""Tests the control API with schemathesis, as `GET openapi.json` describes it.

`GET events` is left out, since a stream has no end; EventTests.swift tests it. All checks of schemathesis are made:
schemathesis.toml says which answers are expected where the description can't say it.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from serving import checks, fetch, require, run, serving

CONFIGURATION = pathlib.Path(__file__).with_name("schemathesis.toml")
PROJECT = {
    "mockspec.yaml": "mockspec: 1\nscenes:\n  Signed out: {Login: Offline}\n",
    "app.mock.yaml": """mockspec: 1
requests:
  Login:
    match: POST /login
    responses:
      Success: {json: {ok: true}}
      Offline: {error: notConnectedToInternet}
  Items:
    match: GET /items
    sequence: [First, Second]
    responses: {First: {json: [1]}, Second: {json: [2]}}
# With a name that many calls have.
collections:
  Login: {path: /logins, items: [{id: 1, name: Ada}]}
""",
}


def schemathesis(location, *options):
    """Runs all checks. Returns the number of calls."""
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            [pathlib.Path(sys.executable).with_name("st"), "--config-file", CONFIGURATION, "run", location,
             "--exclude-path", "/events", "--checks", "all", *options],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    require(result.returncode == 0, f"schemathesis ended with {result.returncode}:\n{result.stdout}")
    cases = re.search(r"(\d+) generated, (\d+) passed", result.stdout)
    require(cases and cases[1] == cases[2] != "0", f"schemathesis made no calls:\n{result.stdout}")
    return f"schemathesis made {cases[1]} calls and found nothing"


def check_calls(_):
    with serving(PROJECT) as (_, base):
        for number in range(20):
            fetch(f"{base}/items?page={number}")
        result = schemathesis(f"{base}/__mockspec/openapi.json")
        require(fetch(f"{base}/__mockspec/health")[0] == 200, "the server doesn't answer any more")
    return result


def check_token(_):
    """A server that needs a token. The description says that one may be needed; this says that it is."""
    with serving(PROJECT, host="0.0.0.0", MOCKSPEC_TOKEN="secret-token") as (_, base), tempfile.TemporaryDirectory() as folder:
        text = fetch(f"{base}/__mockspec/openapi.json", Authorization="Bearer secret-token")[1]
        description = pathlib.Path(folder) / "openapi.json"
        description.write_text(json.dumps({**json.loads(text), "security": [{"token": []}]}))
        result = schemathesis(
            description, "--url", f"{base}/__mockspec", "--header", "Authorization: Bearer secret-token", "--phases", "fuzzing",
            "--max-examples", "5")
    return f"{result} on a server that needs a token"


def main():
    sys.exit(not run(checks(globals(), *sys.argv[1:2]), None))


main()
