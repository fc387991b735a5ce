"""What HTTP/2 clients report of faults, as the table in the guide. With `record`, the guide is changed."""

import pathlib
import re
import subprocess
import sys

import httpx

import serving

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


def table(base):
    lines = ["| fault | curl | httpx | Node.js |", "| --- | --- | --- | --- |"]
    for name in [*FAULTS, "error"]:
        cells = []
        for client in (curl, python, node):
            outcome, size = client(base, f"/{name}")
            cells.append(outcome + (f", after {size} bytes" if size else ""))
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    project = "mockspec: 1\ntimeout: 300ms\n"
    with serving.served({"a.mock.yaml": SPEC, "mockspec.yaml": project}) as (_, address, _):
        rows = table(address)
    text = GUIDE.read_text()
    before, rest = text.split(MARK, 1)
    after = rest[re.match(r"(\|.*\n)*", rest).end():]
    if sys.argv[1:] == ["record"]:
        GUIDE.write_text(before + MARK + rows + after)
    elif text != before + MARK + rows + after:
        print(f"✗ faults: the table in {GUIDE.name} differs; 'Tests/HostileClients/run faults record' writes:\n{rows}")
        sys.exit(1)
    print(f"✓ {len(FAULTS) + 1} outcomes of 3 clients are those of the guide")
