"""Clients that stall, break off and break the grammar. Others must be served meanwhile, and memory must stay bounded."""

import contextlib
import os
import re
import select
import socket
import statistics
import struct
import sys
import threading
import time

import serving
from serving import require

SPEC = {
    "a.mock.yaml": """
mockspec: 1
requests:
  A: {match: /a, responses: {R: {text: hello}}}
  Echo: {match: 'POST /echo', responses: {R: {template: true, text: '{{request.body}}'}}}
  Slow: {match: /slow, responses: {R: {delay: 200ms, text: slow}}}
  Cut: {match: /cut, responses: {R: {text: hello, fault: truncatedBody}}}
  Large: {match: /large, responses: {R: {file: large.bin, ranges: true}}}
""",
    "large.bin": "0123456789abcdef" * (50 << 16),
}
GET = b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def connect(base, **options):
    host, port = re.search(r"//([^:]+):(\d+)", base).groups()
    client = socket.create_connection((host, int(port)), timeout=20)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client


def read_all(client):
    received = b""
    with contextlib.suppress(ConnectionError):
        while piece := client.recv(1 << 16):
            received += piece
    return received


def answer(base, *pieces):
    """Sends bytes and returns all that the server sends until it closes."""
    with connect(base) as client:
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                client.sendall(piece)
            client.shutdown(socket.SHUT_WR)
        return read_all(client)


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def memory(process):
    """The resident memory of a process in kB."""
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


def is_served(base):
    require(answer(base, LAST).endswith(b"\r\n\r\nhello"), "the server doesn't answer any more")


def check_resets(base, process):
    requests = [
        GET,
        b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello" + GET,
        b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;x=1\r\nhello\r\n0\r\nT: 1\r\n\r\n",
        b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n" + GET,
        b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /cut HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
    ]
    count = 0
    for request in requests:
        for end in range(len(request) + 1):
            client = connect(base)
            client.sendall(request[:end])
            reset(client)
            # Once more, with a reset while the answer may be written.
            client = connect(base)
            client.sendall(request[:end])
            select.select([client], [], [], 0.001)
            reset(client)
            count += 2
    is_served(base)
    return f"{count} connections that are reset, after each byte of {len(requests)} requests"


def check_ends(base, process):
    requests = [GET, b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"]
    for request in requests:
        for end in range(1, len(request)):
            received = answer(base, request[:end])
            require(received.startswith(b"HTTP/1.1 400 ") and received.count(b"\r\nDate: ") == 1, f"{request[:end]}: {received}")
        require(answer(base, request).startswith(b"HTTP/1.1 200 "), "a half-closed client isn't answered")
    return "requests that end early are 400, at each byte; half-closed clients are answered"


def check_bytes_one_by_one(base, process):
    request = b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;a=b\r\nde\r\n0\r\n\r\n"
    received = answer(base, *[bytes([byte]) for byte in request + LAST])
    require(received.count(b"HTTP/1.1 200 OK") == 2 and b"\r\n\r\nabcdeHTTP" in received, received)
    return "requests are answered whose bytes arrive one by one"


# RFC 9112 §6, §5 and §11.2: what another parser on the way could read as another request.
SMUGGLING = [
    b"Content-Length: 5\r\nContent-Length: 5\r\n", b"Content-Length: 5\r\nContent-Length: 6\r\n",
    b"Content-Length: 5, 5\r\n", b"Content-Length: +5\r\n", b"Content-Length: -5\r\n", b"Content-Length: 0x5\r\n",
    b"Content-Length: 5 5\r\n", b"Content-Length:\r\n", b"Content-Length: 5.0\r\n",
    b"Content-Length: 99999999999999999999\r\n", b"Content-Length : 5\r\n",
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", b"Transfer-Encoding: chunked, chunked\r\n",
    b"Transfer-Encoding: xchunked\r\n", b"Transfer-Encoding: \"chunked\"\r\n", b"Transfer-Encoding: chunked;x=1\r\n",
    b"Transfer-Encoding: identity\r\n", b"Transfer-Encoding: chunked, identity\r\n", b"Transfer-Encoding:\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n", b"Transfer-Encoding : chunked\r\n", b"Transfer-Encoding: \x0bchunked\r\n",
    b"Transfer-Encoding\r\n: chunked\r\n", b" Transfer-Encoding: chunked\r\n", b"X: a\r\n Transfer-Encoding: chunked\r\n",
    b"X: a\nTransfer-Encoding: chunked\r\n", b"X: a\rTransfer-Encoding: chunked\r\n", b"X: a\x00\r\n",
    b"Host: y\r\n", b"X\x00: a\r\n", b"X(: a\r\n", b": a\r\n", b"no colon\r\n",
]
CHUNKS = [
    b"5\nhello\r\n0\r\n\r\n", b"5\r\nhello\n0\r\n\r\n", b"5\r\nhello0\r\n\r\n", b"5\r\nhelloworld\r\n0\r\n\r\n",
    b"+5\r\nhello\r\n0\r\n\r\n", b"0x5\r\nhello\r\n0\r\n\r\n", b" 5\r\nhello\r\n0\r\n\r\n", b"5,\r\nhello\r\n0\r\n\r\n",
    b"\r\n5\r\nhello\r\n0\r\n\r\n", b"ffffffffffffffff5\r\nhello\r\n0\r\n\r\n", b"-1\r\nhello\r\n0\r\n\r\n",
    b"5;x=\"\r\nhello\r\n0\r\n\r\n", b"5;" + b"x" * 5000 + b"\r\nhello\r\n0\r\n\r\n",
    b"5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n", b"5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"5\r\nhello\r\n0\r\n bad\r\n\r\n", b"5\r\nhello\r\n0\r\nHost: y\r\n\r\n",
]
LINES = [
    b"GET  /a HTTP/1.1", b"GET /a  HTTP/1.1", b"GET /a HTTP/1.1 ", b" GET /a HTTP/1.1", b"GET\t/a HTTP/1.1", b"GET /a",
    b"GET /a HTTP/1.1\n", b"GET /a HTTP/1.1\r", b"GET /a HTTP/2.0", b"GET /a HTTP/1.01", b"GET /a http/1.1", b"GET /a b HTTP/1.1",
    b"GET a HTTP/1.1", b"GET /\xc3\xa4 HTTP/1.1", b"GET /\x7f HTTP/1.1", b"G(T /a HTTP/1.1", b"GET * HTTP/1.1",
    b"CONNECT x:1 HTTP/1.1", b"GET http:///a HTTP/1.1", b"\x16\x03\x01\x02\x00", b"PRI * HTTP/2.0",
]


def check_smuggling(base, process):
    requests = [b"POST /echo HTTP/1.1\r\nHost: x\r\n" + fields + b"\r\n" for fields in SMUGGLING]
    requests += [b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + body for body in CHUNKS]
    requests += [line + b"\r\nHost: x\r\n\r\n" for line in LINES]
    requests += [b"GET /a HTTP/1.1\r\n\r\n", b"\r\n" * 9 + GET, b"\n" + GET, b"POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"]
    for request in requests:
        received = answer(base, request + b"hello" + GET)
        # One refusal, after which nothing is read.
        require(re.match(rb"HTTP/1\.1 (400|413|414|431|501|505) ", received) and len(re.findall(rb"HTTP/1\.1 \d", received)) == 1
                and b"\r\nConnection: close\r\n" in received, f"{request!r}: {received!r}")
    return f"{len(requests)} malformed requests are refused, and nothing that follows is answered"


def check_endless_heads(base, process):
    before = memory(process)
    endless = [(b"GET /" + b"a" * 200_000, 414), (b"GET /a HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 1000, 431),
               (b"GET /a HTTP/1.1\r\nX: " + b"a" * 500_000, 431), (b"a" * 500_000, 414),
               (b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: y\r\n" * 100_000, 431)]
    for _ in range(20):
        for request, status in endless:
            received = answer(base, request)
            require(received.startswith(b"HTTP/1.1 %d " % status), f"{request[:60]}: {received[:200]}")
    require(memory(process) - before < 30_000, f"{memory(process) - before} kB more memory")
    return "heads, targets and trailers without an end are refused"


def check_slow_clients(base, process):
    """The time of others while hundreds of clients stall in the middle of requests and answers."""

    def times():
        durations = []
        with connect(base) as client:
            for _ in range(3000):
                start = time.perf_counter()
                client.sendall(GET)
                client.recv(1000)
                durations.append(time.perf_counter() - start)
        return statistics.median(durations)

    times()
    quiet = min(times() for _ in range(3))
    before = memory(process)
    stalled = []
    for index in range(300):
        client = connect(base)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        part = [b"GET /a HT", b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nabc",
                b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n", GET * 500, b""][index % 5]
        client.sendall(part)
        stalled.append(client)
    ended = threading.Event()

    def dribble():
        while not ended.is_set():
            for client in stalled:
                with contextlib.suppress(OSError):
                    client.send(b"a")
                if ended.wait(0.002):
                    return

    thread = threading.Thread(target=dribble)
    thread.start()
    busy = min(times() for _ in range(3))
    more = memory(process) - before
    ended.set()
    thread.join()
    for client in stalled:
        reset(client)
    require(more < 60 * 1024, f"{more} kB more memory")
    require(busy < 1.5 * quiet, f"others wait ×{busy / quiet:.2f} as long")
    is_served(base)
    return f"300 stalled clients: others wait ×{busy / quiet:.2f} as long, {more} kB more memory"


def check_idle_connections(base, process):
    count = min(10_000, os.sysconf("SC_OPEN_MAX") - 200)
    clients = []
    # Measured from the second half on, after the first allocations.
    for index in range(count):
        if index == count // 10:
            before = memory(process)
        client = connect(base)
        client.sendall(GET)
        clients.append(client)
    for client in clients:
        require(client.recv(1000).endswith(b"hello"), "no answer")
    time.sleep(1)
    each = (memory(process) - before) * 1024 / (count - count // 10)
    for client in clients:
        client.sendall(GET)
        require(client.recv(1000).endswith(b"hello"), "no answer to the second request")
    for client in clients:
        reset(client)
    require(each <= 9 * 1024, f"{each:.0f} bytes for each of {count} idle connections")
    is_served(base)
    return f"{count} idle connections take {each:.0f} bytes each after a request"


if __name__ == "__main__":
    checks = serving.checks(globals(), *sys.argv[1:])
    with serving.served(SPEC) as (_, base, process):
        sys.exit(0 if checks and serving.run(checks, base, process) else 1)
