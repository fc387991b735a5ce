"""Clients that stall, break off and break the grammar. Others must be served meanwhile, and memory must stay bounded."""

import contextlib
import errno
import multiprocessing
import os
import re
import resource
import select
import signal
import socket
import statistics
import struct
import subprocess
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
    b"GET a HTTP/1.1", b"GET /\x7f HTTP/1.1", b"G(T /a HTTP/1.1", b"GET * HTTP/1.1",
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


def check_last_answers(base, process):
    """The last answer of a connection whose client goes on sending: unread bytes must not reset the connection."""
    size = 50 << 20
    noise = b"x" * (1 << 20)
    for request, length in [(LAST, 5), (b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", size),
                            (b"GET /large HTTP/1.0\r\n\r\n", size), (b"GET /cut HTTP/1.1\r\nHost: x\r\n\r\n", 2)]:
        with connect(base) as client:
            sender = threading.Thread(target=client.sendall, args=[request + noise])
            sender.start()
            received = b""
            while piece := client.recv(1 << 20):
                received += piece
            sender.join()
        require(len(received.split(b"\r\n\r\n", 1)[1]) == length, f"{request}: {len(received)} bytes")
    return "last answers of up to 50 MiB arrive whole although their clients send 1 MiB more"


def check_others(base, process):
    """The time of a client that behaves, while other checks run."""
    others = [check_resets, check_ends, check_bytes_one_by_one, check_smuggling, check_endless_heads, check_last_answers]
    ours, theirs = multiprocessing.Pipe()

    def measure():
        with connect(base) as client:
            durations = []
            while not theirs.poll(0.001):
                start = time.perf_counter()
                client.sendall(GET)
                client.recv(1000)
                durations.append(time.perf_counter() - start)
        theirs.recv()
        theirs.send((statistics.median(durations), len(durations)))

    def median(body):
        child = multiprocessing.get_context("fork").Process(target=measure)
        child.start()
        body()
        ours.send(None)
        result = ours.recv()
        child.join()
        return result

    quiet, _ = median(lambda: time.sleep(5))
    # The best of three, since the machine has other work, too.
    busy, count = min(median(lambda: [check(base, process) for check in others]) for _ in range(3))
    figures = f"{busy * 1e6:.0f} µs, {quiet * 1e6:.0f} µs before, ×{busy / quiet:.2f}"
    require(busy < 1.5 * quiet, figures)
    return f"median of another client's {count} calls during {len(others)} of these checks: {figures}"


def check_descriptors(base, process):
    """A server without file descriptors waits for some, and doesn't spin."""
    limits = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
    used = len(os.listdir(f"/proc/{process.pid}/fd"))
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (used + 10, limits[1]))
    clients = [connect(base) for _ in range(40)]
    for client in clients:
        client.sendall(GET)
    for client in clients[:5]:
        require(client.recv(1000).endswith(b"hello"), "no answer")
    before = processor_time(process)
    time.sleep(2)
    share = (processor_time(process) - before) / 2
    require(share < 0.2, f"the server takes {share:.0%} of a processor while it waits for descriptors")
    for client in clients[:30]:
        client.close()
    for client in clients[30:]:
        require(client.recv(1000).endswith(b"hello"), "a connection that had to wait isn't answered")
        client.close()
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, limits)
    is_served(base)
    return "connections beyond the file descriptors wait, and are served later"


def processor_time(process):
    with open(f"/proc/{process.pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check_limits(base, process):
    """Every limit of `server.limits`, with the status of what exceeds it."""
    values = {"requestLineBytes": 100, "headerBytes": 1000, "headerCount": 5, "bodyBytes": 10, "bodyRate": 1000,
              "headerTimeout": "1s", "idleTimeout": "2s", "connections": 5, "connectionsPerAddress": 4}
    with serving.served(SPEC, *[f"--limit={name}={value}" for name, value in values.items()]) as (_, base, _):
        def begins(received, status):
            require(received.startswith(b"HTTP/1.1 %d " % status) and b"Connection: close" in received, f"{status}: {received}")

        head = b" HTTP/1.1\r\nHost: x\r\n"
        slow_body = connect(base)
        slow_body.sendall(b"POST /echo" + head + b"Content-Length: 9\r\n\r\nabc")
        started = time.monotonic()
        begins(answer(base, b"GET /" + b"a" * 100 + head), 414)
        begins(answer(base, b"GET /a" + head + b"X: " + b"a" * 1000), 431)
        begins(answer(base, b"GET /a" + head + b"X: y\r\n" * 5 + b"\r\n"), 431)
        begins(answer(base, b"POST /echo" + head + b"Content-Length: 11\r\n\r\n"), 413)
        begins(answer(base, b"POST /echo" + head + b"Transfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n"), 413)
        with connect(base) as client:
            client.sendall(b"GET /a")
            begins(read_all(client), 408)
        with connect(base) as client:
            client.sendall(GET + b"\r\n")
            require(read_all(client).endswith(b"hello"), "an idle connection gets another answer")
        others = [connect(base) for _ in range(4)]
        # The last one is the fifth of the address.
        begins(read_all(others[3]), 503)
        for client in others:
            client.close()
        slow_body.settimeout(60)
        begins(read_all(slow_body), 408)
        require(15 < time.monotonic() - started < 40, "a slow body is refused too early or too late")
    return f"the limits {', '.join(values)} have their statuses"


def check_silent_readers(base, process):
    """A client that reads nothing is reset. One that reads slowly isn't."""
    with serving.served(SPEC, "--limit=idleTimeout=1s") as (_, base, _), connect(base) as silent, connect(base) as slow:
        for client in [silent, slow]:
            client.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        started = time.monotonic()
        received = 0
        while time.monotonic() - started < 6:
            received += len(slow.recv(10_000))
            time.sleep(0.05)
        rest = len(read_all(slow))
        require(received < 2_000_000, f"a slow client isn't slow: {received} bytes")
        require(received + rest > len(SPEC["large.bin"]), f"a slow client receives {received + rest} bytes")
        require(silent.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == errno.ECONNRESET, "a silent client isn't reset")
    return "a client that receives nothing is reset, and one that reads slowly isn't"


def check_ends_of_servers(base, process):
    """SIGTERM lets answers finish; a second one doesn't."""
    with serving.served(SPEC) as (_, base, process), connect(base) as client:
        client.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        require(read_all(client).endswith(b"slow"), "the answer isn't finished")
        client.close()
        require(process.wait(10) == 0, f"status {process.returncode}")
    with serving.served(SPEC, "--limit=shutdownTimeout=3600s") as (_, base, process), connect(base) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        client.recv(1000)
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(1)
        require(process.poll() is None, "the server doesn't wait for an answer")
        process.send_signal(signal.SIGTERM)
        require(process.wait(10) == 0, f"status {process.returncode}")
    return "a server finishes its answers when it is stopped, and ends at once when it is stopped twice"


def check_many_requests(base, process):
    """Other clients are answered between the requests of one that sends many at once."""
    count = 1_000
    with connect(base) as many, connect(base) as other:
        many.sendall(b"GET /none HTTP/1.1\r\nHost: x\r\n\r\n" * count)
        other.sendall(GET)
        other.recv(1000)
        received = b""
        many.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while piece := many.recv(1 << 20):
                received += piece
        many.settimeout(20)
        before = len(re.findall(rb"HTTP/1\.1 404 ", received))
        require(before < count / 2, f"another client is answered after {before} of {count} requests")
        many.shutdown(socket.SHUT_WR)
        received += read_all(many)
        answered = len(re.findall(rb"HTTP/1\.1 404 ", received))
        require(answered == count, f"{answered} of {count} requests are answered")
    return f"another client is answered after {before} of {count} requests that one client sends at once"


def check_few_descriptors(base, process):
    """A server that can't start for lack of descriptors says so."""
    with serving.served(SPEC) as (root, _, _):
        for limit, threads in [(10, 1), (64, 64)]:
            command = f'ulimit -n {limit} && exec "$MOCKSPEC" serve {root} --port 0 --threads {threads}'
            ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=20)
            require(ended.returncode == 69 and "file descriptors" in ended.stderr, f"{ended.returncode}: {ended.stderr}")
    return "a server that lacks descriptors for its threads doesn't start, and says how many it needs"


def check_threads(base, process):
    cores = len(os.sched_getaffinity(0))
    with_setting = SPEC | {"mockspec.yaml": "mockspec: 1\nserver: {threads: 0}\n"}
    for files, options, count in [
        (SPEC, ["--threads", "0"], cores), (with_setting, [], cores), (with_setting, ["--threads", "64"], 64)
    ]:
        with serving.served(files, *options) as (_, base, process):
            is_served(base)
            loops = 0
            for task in os.listdir(f"/proc/{process.pid}/task"):
                with open(f"/proc/{process.pid}/task/{task}/comm") as name:
                    loops += name.read().startswith("NIO-ELT-")
            require(loops >= count, f"{' '.join(options) or 'threads: 0'}: {loops} threads")
    return f"a server has {cores} threads with --threads 0 or threads: 0, and 64 with --threads 64"


if __name__ == "__main__":
    checks = serving.checks(globals(), *sys.argv[1:])
    with serving.served(SPEC) as (_, base, process):
        sys.exit(0 if checks and serving.run(checks, base, process) else 1)
