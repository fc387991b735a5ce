"""What HTTP/2 clients report of faults, as the table in the guide. With `record`, the guide is changed."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import httpx

import serving
from serving import require

GUIDE = pathlib.Path(__file__).parents[2] / "Sources/MockSpec/Documentation.docc/HTTPS.md"
MARK = "<!-- Tests/HostileClients/run faults -->\n"
FAULTS = ["connectionReset", "emptyResponse", "truncatedBody", "malformedChunk", "hang"]
SPEC = """
mockspec: 1
requests:
%s
  Error: {match: /error, responses: {R: {error: networkConnectionLost}}}
""" % "\n".join(f"  {name}: {{match: /{name}, responses: {{R: {{text: hello world, fault: {name}}}}}}}" for name in FAULTS)
NODE = """
const session = require('http2').connect(process.argv[1])
const stream = session.request({':path': process.argv[2]})
let size = 0
stream.on('data', data => size += data.length)
stream.on('error', error => console.log(`${error.code}: ${error.message}`))
stream.on('close', () => { console.log(size); session.close() })
"""


def curl(base, path):
    done = subprocess.run(
        ["curl", "--silent", "--show-error", "--http2-prior-knowledge", f"{base}{path}"], capture_output=True, text=True)
    message = re.sub(r"^curl: \(\d+\) ", "", done.stderr.strip()).split(" (")[0]
    return f"exit code {done.returncode}, `{re.sub(r'stream [0-9]+', 'stream 1', message)}`", len(done.stdout)


def python(base, path):
    size = 0
    with httpx.Client(http1=False, http2=True) as client:
        try:
            with client.stream("GET", f"{base}{path}") as answer:
                for piece in answer.iter_raw():
                    size += len(piece)
            return "no error", size
        except httpx.HTTPError as error:
            code = re.search(r"error_code:(\w+\.\w+|\d+)", str(error))
            return f"`{type(error).__name__}`" + (f", `{code[0]}`" if code else ""), size


def node(base, path):
    done = subprocess.run(["node", "-e", NODE, base, path], capture_output=True, text=True)
    *errors, size = done.stdout.splitlines()
    return f"`{errors[0]}`" if errors else "no error", int(size)


class URLSession:
    """URLSession, which speaks HTTP/2 only with TLS, and trusts only the roots of the system: others are mounted over them."""

    # `URLError.Code`.
    ERRORS = {"-1": "unknown", "-1001": "timedOut", "-1005": "networkConnectionLost"}
    ROOTS = "/etc/ssl/certs/ca-certificates.crt"

    def __init__(self, project):
        self.folder = tempfile.TemporaryDirectory()
        self.root, self.program = f"{self.folder.name}/own/root.pem", f"{self.folder.name}/client"
        source = pathlib.Path(__file__).with_name("urlsession.swift")
        subprocess.run(["swiftc", "-swift-version", "6", source, "-o", self.program], check=True)
        own = ["--authority", f"{self.folder.name}/own"]
        subprocess.run([os.environ["MOCKSPEC"], "certificate", "--yes", *own], check=True, capture_output=True)
        self.server = subprocess.Popen(
            [os.environ["MOCKSPEC"], "serve", project, "--port", "0", "--tls", *own, "--log-format", "json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.base = "https://localhost:" + re.search(r"listening on https://\S+:(\d+)", self.server.stderr.readline())[1]

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.server.terminate()
        self.server.wait(10)
        self.folder.cleanup()

    def __call__(self, _, path):
        mount = f'mount --bind "$0" {self.ROOTS} && exec "$@"'
        done = subprocess.run(
            ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, self.root, self.program, self.base + path],
            capture_output=True, text=True, timeout=90)
        size, code = done.stdout.split()
        version = json.loads(self.server.stdout.readline())["protocol"]
        require(version == "HTTP/2", f"URLSession speaks {version}")
        return "no error" if code == "none" else f"`URLError.{self.ERRORS.get(code, code)}`", int(size)


def table(base, url_session):
    lines = ["| fault | curl | URLSession | httpx | Node.js |", "| --- | --- | --- | --- | --- |"]
    for name in [*FAULTS, "error"]:
        cells = []
        for client in (curl, url_session, python, node):
            outcome, size = client(base, f"/{name}")
            cells.append(outcome + (f", after {size} bytes" if size else ""))
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    project = "mockspec: 1\ntimeout: 300ms\n"
    files = {"a.mock.yaml": SPEC, "mockspec.yaml": project}
    with serving.served(files) as (folder, address, _), URLSession(folder) as url_session:
        rows = table(address, url_session)
    text = GUIDE.read_text()
    before, rest = text.split(MARK, 1)
    after = rest[re.match(r"(\|.*\n)*", rest).end():]
    if sys.argv[1:] == ["record"]:
        GUIDE.write_text(before + MARK + rows + after)
    elif text != before + MARK + rows + after:
        print(f"✗ faults: the table in {GUIDE.name} differs; 'Tests/HostileClients/run faults record' writes:\n{rows}")
        sys.exit(1)
    print(f"✓ {len(FAULTS) + 1} outcomes of 4 clients are those of the guide")
