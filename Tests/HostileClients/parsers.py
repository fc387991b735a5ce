"""Sends changed requests to a server and to h11, another parser. Where both accept, they must understand the same."""

import base64
import collections
import json
import random
import re
import sys

import h11
import serving
from hostile import answer
from serving import fetch, require

# Every call is answered with 222, and is in the journal.
SPEC = {
    "a.mock.yaml": """
mockspec: 1
requests:
  Any: {match: '/**', responses: {R: {status: 222}}}
  Server: {match: OPTIONS *, responses: {R: {status: 222}}}
""",
}
SEEDS = [
    b"GET /a?b=c HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n",
    b"POST /a HTTP/1.1\r\nHost: x:80\r\nContent-Length: 5\r\nX-Empty:\r\n\r\nhelloGET /b HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /a HTTP/1.1\r\nhost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;x=\"1\"\r\na\r\n\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n"
    b"HEAD /b HTTP/1.1\r\nHost: x\r\n\r\n",
    b"PUT http://b/c?d HTTP/1.1\r\nHost: x\r\nConnection: close, x\r\nContent-Length: 0\r\n\r\n",
    b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\nX: a\tb  c\r\nX: \xe4\r\n\r\n",
]
SNIPPETS = [
    b"\r\n", b"\n", b"\r", b" ", b"\t", b":", b",", b";", b"0", b"1", b"\x00", b"\x7f", b"\xff", b"\"", b"\\", b"%41", b"#", b"chunked",
    b"Content-Length: 1\r\n", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip\r\n",
    b"Host: y\r\n", b"HTTP/1.0", b"HTTP/1.1", b"Connection: close\r\n", b"Expect: 100-continue\r\n", b"0\r\n\r\n", b"5\r\nhello\r\n",
    b" folded\r\n", b"GET /c HTTP/1.1\r\nHost: x\r\n\r\n",
]

# Why h11 doesn't accept what the server accepts.
ONLY_SERVER = {
    "no request line received": "empty lines before a request are ignored (RFC 9112 §2.2)",
    "bytes beyond ASCII": "bytes beyond ASCII in a target are read as their percent-encoded form",
    "the connection is closed": "HTTP/1.0 has persistent connections with 'keep-alive' (RFC 9112 §9.3)",
}


def changed(generator):
    request = bytearray(generator.choice(SEEDS))
    for _ in range(generator.choice([0, 1, 1, 1, 2, 3])):
        start = generator.randrange(len(request) + 1)
        kind = generator.randrange(4)
        if kind == 0:
            request[start:start] = generator.choice(SNIPPETS)
        elif kind == 1:
            request[start:start + generator.choice([1, 1, 2, 8])] = b""
        elif kind == 2:
            request[start:start + 1] = generator.choice(SNIPPETS)
        else:
            end = start + generator.randrange(30)
            request[start:start] = request[start:end]
    return bytes(request)


def texts(value):
    return value.decode("utf-8", "replace")


def target(text):
    """A target as the journal has it: without the origin, and without a fragment, which no target can have."""
    text = text.split("#")[0]
    if re.match(r"[A-Za-z][^/?]*://", text):
        text = re.sub(r"^[^:]+://[^/?]*", "", text)
    return text if text.startswith(("/", "*")) else "/" + text


def understood(request):
    """What h11 finds in bytes: the requests, and why it stops."""
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 20)
    found = []
    current = None
    try:
        connection.receive_data(request)
        connection.receive_data(b"")
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Request):
                current = [texts(event.method), target(texts(event.target)),
                           [f"{texts(name)}: {texts(value)}" for name, value in event.headers], b""]
            elif isinstance(event, h11.Data):
                current[3] += event.data
            elif isinstance(event, h11.EndOfMessage):
                found.append(current)
                current = None
                connection.send(h11.Response(status_code=200, headers=[("content-length", "0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is not h11.DONE:
                    return found, "the connection is closed"
                connection.start_next_cycle()
            else:
                return found, "no more bytes"
    except h11.RemoteProtocolError as error:
        is_text = re.match(r"illegal request line: .*\\x[89a-f][0-9a-f]", str(error))
        return found, "bytes beyond ASCII" if is_text else str(error)


def served(base, number):
    """What the server has found since a call."""
    calls = json.loads(fetch(f"{base}/__mockspec/calls?since={number}&limit=1000")[1])["calls"]
    found = []
    for call in calls:
        text = call["path"] + ("" if call["query"] is None else "?" + call["query"])
        fields = [f"{field['name'].lower()}: {field['value']}" for field in call["fields"]]
        body = base64.b64decode(call["body"]) if call["bodyIsBase64"] else call["body"].encode()
        found.append([call["method"], text, fields, body])
    return found, calls[-1]["number"] if calls else number


def check_parsers(base, count, seed):
    generator = random.Random(seed)
    number = agreed = 0
    only_ours, only_theirs = collections.Counter(), collections.Counter()
    for _ in range(count):
        request = changed(generator)
        received = answer(base, request)
        ours, number = served(base, number)
        theirs, reason = understood(request)
        require(len(ours) == len(re.findall(rb"HTTP/1\.[01] 222 ", received)), f"{request!r}: {received!r}\n{ours}")
        for mine, other in zip(ours, theirs):
            require(mine == other, f"{request!r}\nserver: {mine}\nh11:    {other}")
            agreed += 1
        if len(ours) > len(theirs):
            require(reason in ONLY_SERVER, f"{request!r}\nserver: {ours}\nh11:    {theirs}, {reason}")
            only_ours[ONLY_SERVER[reason]] += 1
        if len(theirs) > len(ours):
            refusal = received.split(b"\r\n\r\n")[-1].decode("utf-8", "replace").strip()
            only_theirs[re.sub(r": '.*'$", "", refusal) or "nothing"] += 1
    for title, reasons in [("accepted only by the server, since:", only_ours),
                           ("accepted only by h11; the server says:", only_theirs)]:
        print(title)
        for reason, times in reasons.most_common():
            print(f"{times:7} {reason}")
    return f"{count} byte sequences (seed {seed}): {agreed} requests are the same to both"


if __name__ == "__main__":
    arguments = [int(text) for text in sys.argv[1:]] + [5000, 1][len(sys.argv) - 1:]
    with serving.serving(SPEC) as (_, base):
        sys.exit(0 if serving.run([check_parsers], base, *arguments) else 1)
