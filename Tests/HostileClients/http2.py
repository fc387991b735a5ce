"""HTTP/2 clients that break the rules of RFC 9113. Each rule has its error, other streams go on, and floods end."""

import contextlib
import socket
import sys
import threading
import time

import hpack
from hyperframe import frame as frames

import hostile
import serving
from serving import require

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
NO_ERROR, PROTOCOL, INTERNAL, FLOW, CLOSED, SIZE, REFUSED, COMPRESSION, CALM = 0, 1, 2, 3, 5, 6, 7, 9, 11
GET = [(":method", "GET"), (":scheme", "http"), (":path", "/a"), (":authority", "x")]
POST = [(":method", "POST"), (":scheme", "http"), (":path", "/echo"), (":authority", "x")]
SLOW = [*GET[:2], (":path", "/slow"), GET[3]]
LARGE = [*GET[:2], (":path", "/large"), GET[3]]


def raw(kind, flags, stream, payload=b"", length=None):
    """The bytes of a frame that hyperframe wouldn't make."""
    size = len(payload) if length is None else length
    return size.to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def headers(stream, fields, end=True, **options):
    # Without the table, so that the order of frames doesn't matter.
    block = b"".join(b"\x00" + text(name) + text(value) for name, value in fields)
    flags = ["END_HEADERS"] + (["END_STREAM"] if end else [])
    return frames.HeadersFrame(stream, block, flags=flags, **options).serialize()


def text(value):
    value = value.encode("latin-1") if isinstance(value, str) else value
    return hpack.hpack.encode_integer(len(value), 7) + value


def data(stream, body=b"", end=True):
    return frames.DataFrame(stream, body, flags=["END_STREAM"] if end else []).serialize()


def window(stream, size):
    return frames.WindowUpdateFrame(stream, size).serialize()


class Client:
    def __init__(self, base, settings=None, preface=PREFACE):
        self.socket = hostile.connect(base)
        self.received = b""
        self.decoder = hpack.Decoder()
        if preface:
            self.send(preface, frames.SettingsFrame(settings=settings or {}).serialize())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.socket.close()

    def send(self, *pieces):
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(b"".join(pieces))

    def next(self):
        """The next frame; None at the end of the connection."""
        while True:
            if len(self.received) >= 9:
                frame, length = frames.Frame.parse_frame_header(memoryview(self.received[:9]))
                if len(self.received) >= 9 + length:
                    frame.parse_body(memoryview(self.received[9:9 + length]))
                    self.received = self.received[9 + length:]
                    if isinstance(frame, frames.HeadersFrame):
                        frame.fields = dict(self.decoder.decode(frame.data))
                    return frame
            try:
                piece = self.socket.recv(1 << 16)
            except ConnectionError:
                return None
            if not piece:
                return None
            self.received += piece

    def until(self, stream):
        """How a stream, or the connection (0), ends: a status, ('reset', code), ('goaway', code) or None."""
        status = None
        while frame := self.next():
            if isinstance(frame, frames.GoAwayFrame):
                return "goaway", frame.error_code
            if frame.stream_id != stream:
                continue
            if isinstance(frame, frames.RstStreamFrame):
                return "reset", frame.error_code
            if isinstance(frame, frames.HeadersFrame):
                status = int(frame.fields[":status"])
            if "END_STREAM" in frame.flags:
                return status or "the end"
        return None


def is_served(base):
    with Client(base) as client:
        client.send(headers(1, GET))
        require(client.until(1) == 200, "the server doesn't answer any more")


def stream_errors():
    """What is an error of its stream alone (§5.4.2), by section. The server may answer malformed requests with 400 (§8.1.1)."""
    def get(*fields, without=()):
        return [field for field in GET if field[0] not in without] + list(fields)
    yield "8.2.1 a name in capital letters", headers(1, get(("X-A", "b")))
    yield "8.2.1 a name with a space", headers(1, get(("x a", "b")))
    yield "8.2.1 a name with a colon", headers(1, get(("x:a", "b")))
    for byte in b"\0\x1f\x7f\x80\xff":
        yield f"8.2.1 a name with the byte {byte}", headers(1, get((b"x" + bytes([byte]), "b")))
    for value in [" b", "b ", "\tb", "b\t"]:
        yield f"8.2.1 the value {value!r} with a blank outside", headers(1, get(("x", value)))
    for byte in b"\0\r\n":
        yield f"8.2.1 a value with the byte {byte}", headers(1, get(("x", b"a" + bytes([byte]) + b"b")))
    for name in ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]:
        yield f"8.2.2 '{name}'", headers(1, get((name, "close")))
    yield "8.2.2 'te' with another value than trailers", headers(1, get(("te", "gzip")))
    yield "8.3 a pseudo-header field after others", headers(1, [("x", "y")] + GET)
    yield "8.3 an unknown pseudo-header field", headers(1, [(":x", "y")] + GET)
    yield "8.3 a pseudo-header field of answers", headers(1, [(":status", "200")] + GET)
    for name in [":method", ":scheme", ":path"]:
        yield f"8.3.1 no {name}", headers(1, get(without=[name]))
        yield f"8.3.1 {name} twice", headers(1, [dict((field[0], field) for field in GET)[name]] + GET)
    yield "8.3.1 an empty :path", headers(1, [(":path", "")] + get(without=[":path"]))
    yield "8.3.1 a :path without a slash", headers(1, [(":path", "a")] + get(without=[":path"]))
    yield "8.3.1 a :path with a fragment", headers(1, [(":path", "/a#b")] + get(without=[":path"]))
    yield "8.3.1 '*' without OPTIONS", headers(1, [(":path", "*")] + get(without=[":path"]))
    yield "8.3.1 ':authority' that differs from 'host'", headers(1, get(("host", "y")))
    yield "8.3.1 ':authority' with user information", headers(1, [*get(without=[":authority"]), ][:3] + [(":authority", "a@x")])
    yield "8.1.1 a body that is shorter than 'content-length'", headers(1, POST + [("content-length", "3")], end=False) + data(1, b"ab")
    yield "8.1.1 a body that is longer than 'content-length'", headers(1, POST + [("content-length", "1")], end=False) + data(1, b"ab")
    yield "8.1.1 'content-length' without a body", headers(1, POST + [("content-length", "1")])
    yield "8.1 trailers with a pseudo-header field", headers(1, POST, end=False) + headers(1, [(":path", "/")])
    yield "8.1 trailers that don't end the stream", headers(1, POST, end=False) + headers(1, [("t", "1")], end=False)
    yield "8.5 CONNECT without :authority", headers(1, [(":method", "CONNECT")])
    yield "8.5 CONNECT with :scheme", headers(1, [(":method", "CONNECT"), (":scheme", "http"), (":authority", "x:1")])
    yield "8.5 CONNECT to a server that isn't a proxy", headers(1, [(":method", "CONNECT"), (":authority", "x:1")], end=False)
    yield "5.1 HEADERS on a half-closed stream", headers(1, SLOW) + headers(1, GET)
    yield "5.1 DATA on a half-closed stream", headers(1, SLOW) + data(1, b"a")
    yield "8.5 CONNECT with :path", headers(1, [(":method", "CONNECT")] + get(without=[":method"]))
    yield "6.9 an increment of 0 on a stream", headers(1, POST, end=False) + raw(8, 0, 1, bytes(4))
    yield "6.9.1 a window of a stream that overflows", headers(1, POST, end=False) + window(1, 2**31 - 1)


def connection_errors():
    """What ends the connection (§5.4.1), by section, with the possible errors."""
    settings = frames.SettingsFrame(flags=["ACK"]).serialize()
    open_stream = headers(1, POST, end=False)
    yield "4.2 a frame that is larger than the maximum", raw(0, 0, 1, bytes(16385)), {SIZE}
    yield "4.2 a block that is larger than the maximum", raw(1, 5, 1, bytes(16385)), {SIZE}
    yield "4.3 an index of 0", raw(1, 5, 1, b"\x80"), {COMPRESSION}
    yield "4.3 an index beyond the table", raw(1, 5, 1, b"\xff\x80\x01"), {COMPRESSION}
    yield "4.3 a table that is larger than the maximum", raw(1, 5, 1, b"\x3f\xe2\x1f"), {COMPRESSION}
    yield "4.3 a change of the table after a field", raw(1, 5, 1, b"\x82\x20"), {COMPRESSION}
    yield "4.3 padding of a whole byte", raw(1, 5, 1, b"\x82\x84\x86\x00\x01a\x81\xff"), {COMPRESSION}
    yield "4.3 a block that can't be decompressed", raw(1, 5, 1, b"\xff\xff\xff\xff\xff\xff"), {COMPRESSION}
    # An error of the stream would do, but NIO's decoder refuses the block. A server may end the connection (§5.4.1).
    yield "8.2.1 an empty name", headers(1, [*GET, ("", "b")]), {COMPRESSION}
    yield "5.1 DATA on an idle stream", data(1), {PROTOCOL, CLOSED}
    yield "5.1 RST_STREAM on an idle stream", raw(3, 0, 1, bytes(4)), {PROTOCOL}
    yield "5.1 WINDOW_UPDATE on an idle stream", window(1, 1), {PROTOCOL}
    yield "5.1.1 a stream with an even number", headers(2, GET), {PROTOCOL}
    yield "5.1.1 a stream with a lower number", headers(5, GET) + headers(3, GET), {PROTOCOL, CLOSED}
    # Was an error of the stream, which RFC 9113 doesn't ask for any more (§5.3.2).
    yield "RFC 7540 5.3.1 a stream that depends on itself", raw(1, 0x25, 1, b"\0\0\0\1\0" + b"".join(b"\x00" + text(n) + text(v) for n, v in GET)), {PROTOCOL}
    yield "5.5 an unknown frame in a block", raw(1, 0, 1, b"\x82") + raw(0x42, 0, 0), {PROTOCOL}
    yield "6.1 padding that is as long as the payload", open_stream + raw(0, 8, 1, b"\x01"), {PROTOCOL}
    # NIO reports the error of padding that is too long.
    yield "4.2 DATA without the length of its padding", open_stream + raw(0, 8, 1), {SIZE, PROTOCOL}
    yield "4.2 HEADERS without the length of their padding", raw(1, 0xD, 1), {SIZE, PROTOCOL}
    yield "6.1 DATA on stream 0", raw(0, 0, 0), {PROTOCOL}
    yield "6.1 padding that is longer than the payload", open_stream + raw(0, 8, 1, b"\x05a"), {PROTOCOL}
    yield "6.2 HEADERS on stream 0", raw(1, 5, 0, b"\x82"), {PROTOCOL}
    yield "6.2 another frame in a block", raw(1, 0, 1, b"\x82") + raw(6, 0, 0, bytes(8)), {PROTOCOL}
    yield "6.2 another block in a block", raw(1, 0, 1, b"\x82") + headers(3, GET), {PROTOCOL}
    yield "6.2 a block that goes on on another stream", raw(1, 0, 1, b"\x82") + raw(9, 4, 3, b"\x84"), {PROTOCOL}
    yield "6.2 padding that is longer than the block", raw(1, 0xD, 1, b"\x05\x82"), {PROTOCOL}
    yield "6.3 PRIORITY on stream 0", raw(2, 0, 0, bytes(5)), {PROTOCOL}
    # An error of the stream would do.
    yield "6.3 PRIORITY with 4 bytes", raw(2, 0, 1, bytes(4)), {SIZE}
    yield "6.4 RST_STREAM on stream 0", raw(3, 0, 0, bytes(4)), {PROTOCOL}
    yield "6.4 RST_STREAM with 3 bytes", open_stream + raw(3, 0, 1, bytes(3)), {SIZE}
    yield "6.5 SETTINGS on a stream", raw(4, 0, 1), {PROTOCOL}
    yield "6.5 SETTINGS with 5 bytes", raw(4, 0, 0, bytes(5)), {SIZE}
    yield "6.5 an acknowledgement with a payload", raw(4, 1, 0, bytes(6)), {SIZE}
    yield "6.5.2 ENABLE_PUSH of 2", raw(4, 0, 0, b"\0\2\0\0\0\2"), {PROTOCOL}
    yield "6.5.2 an initial window of 2³¹", raw(4, 0, 0, b"\0\4\x80\0\0\0"), {FLOW}
    yield "6.5.2 a frame size of 16383", raw(4, 0, 0, b"\0\5\0\0\x3f\xff"), {PROTOCOL}
    yield "6.5.2 a frame size of 2²⁴", raw(4, 0, 0, b"\0\5\1\0\0\0"), {PROTOCOL}
    yield "6.5.3 an acknowledgement too many", settings + settings, {PROTOCOL}
    yield "6.6 PUSH_PROMISE of a client", open_stream + raw(5, 4, 1, b"\0\0\0\2\x82"), {PROTOCOL}
    yield "6.7 PING on a stream", raw(6, 0, 1, bytes(8)), {PROTOCOL}
    yield "6.7 PING with 7 bytes", raw(6, 0, 0, bytes(7)), {SIZE}
    yield "6.8 GOAWAY on a stream", raw(7, 0, 1, bytes(8)), {PROTOCOL}
    yield "6.8 GOAWAY with 7 bytes", raw(7, 0, 0, bytes(7)), {SIZE}
    yield "6.9.2 settings with which a window overflows", open_stream + window(1, 2**31 - 1 - 65535) + raw(4, 0, 0, b"\0\4\0\1\0\0"), {FLOW}
    yield "6.9 an increment of 0", raw(8, 0, 0, bytes(4)), {PROTOCOL}
    yield "6.9 WINDOW_UPDATE with 3 bytes", raw(8, 0, 0, bytes(3)), {SIZE}
    yield "6.9.1 a window that overflows", window(0, 2**31 - 1), {FLOW}
    yield "6.10 CONTINUATION without a block", raw(9, 4, 1, b"\x82"), {PROTOCOL}
    yield "6.10 CONTINUATION after a block", headers(1, SLOW) + raw(9, 4, 1, b"\x82"), {PROTOCOL}
    yield "6.10 CONTINUATION on stream 0", raw(1, 0, 1, b"\x82") + raw(9, 4, 0, b"\x84"), {PROTOCOL}
    yield "3.4 no SETTINGS after the preface", None, {PROTOCOL}


def check_windows(base, process):
    """Streams whose windows stay at 0. Before other checks, whose memory could be used again."""
    before = hostile.memory(process)
    clients = []
    for _ in range(20):
        client = Client(base, {frames.SettingsFrame.INITIAL_WINDOW_SIZE: 0})
        client.send(*[headers(2 * number + 1, LARGE) for number in range(100)], raw(6, 0, 0, b"12345678"))
        while not isinstance(client.next(), frames.PingFrame):
            pass
        clients.append(client)
    is_served(base)
    size = (hostile.memory(process) - before) / 2000
    for client in clients:
        client.socket.close()
    require(size < 32, f"{size:.0f} KiB for each stream")
    return f"2000 streams of large answers that wait for their windows take {size:.0f} KiB each"


def check_stream_errors(base, process):
    count = 0
    for name, pieces in stream_errors():
        with Client(base) as client:
            client.send(pieces, headers(3, GET))
            end = client.until(1)
            # NIO answers fields on a half-closed stream with PROTOCOL_ERROR.
            codes = {FLOW} if "overflows" in name else {CLOSED, PROTOCOL} if "half-closed" in name else {PROTOCOL}
            require(end == 400 and "half-closed" not in name or end in {("reset", code) for code in codes}, f"{name}: {end}")
            # The answer of the other stream may have come before.
            client.send(headers(5, GET))
            require(client.until(5) == 200, f"{name}: other streams don't go on")
            count += 1
    is_served(base)
    return f"{count} violations are errors of their streams, and others go on"


def check_connection_errors(base, process):
    count = 0
    for name, pieces, codes in connection_errors():
        with Client(base, preface=PREFACE if pieces is not None else None) as client:
            client.send(PREFACE + headers(1, GET) if pieces is None else pieces)
            end = client.until(0)
            require(end in {("goaway", code) for code in codes}, f"{name}: {end}")
            client.socket.shutdown(socket.SHUT_WR)
            while client.next():
                pass
            count += 1
    is_served(base)
    return f"{count} violations end their connections with the right errors"


def check_streams(base, process):
    """As many streams as the limit allows, and one more (§5.1.2), before and after the settings are acknowledged."""
    for acknowledges in [False, True]:
        with Client(base) as client:
            if acknowledges:
                client.send(frames.SettingsFrame(flags=["ACK"]).serialize())
            client.send(*[headers(2 * number + 1, POST, end=False) for number in range(100)])
            client.send(*[data(2 * number + 1, b"hello") for number in range(100)])
            # In any order.
            open_streams = set(range(1, 200, 2))
            while open_streams and (frame := client.next()):
                require(not isinstance(frame, (frames.RstStreamFrame, frames.GoAwayFrame)), "a stream of 100 ends")
                if "END_STREAM" in frame.flags:
                    open_streams.discard(frame.stream_id)
            client.send(*[headers(2 * number + 1, POST, end=False) for number in range(100, 201)])
            end = client.until(0)
            # An error of the stream would do for clients, but NIO ends the connection.
            require(end == ("goaway", PROTOCOL), f"a stream too many: {end}")
    is_served(base)
    return "100 streams are open at once, and the 101st ends its connection"


def check_ignored(base, process):
    """What a server must ignore (§4.1, §5.5, §6.3, §6.5.2), and what it must accept."""
    with Client(base) as client:
        client.send(
            raw(0x42, 0xFF, 0, b"unknown"), raw(0x42, 0, 1, b"unknown"), raw(4, 0, 0, b"\xff\xff\0\0\0\1"),
            raw(2, 0, 9, b"\0\0\0\0\1"), raw(1, 0x2D, 1, b"\3\0\0\0\0\1" + b"".join(b"\x00" + text(n) + text(v) for n, v in GET) + bytes(3)))
        require(client.until(1) == 200, "unknown frames, flags and settings must be ignored")
        block = b"".join(b"\x00" + text(n) + text(v) for n, v in GET)
        client.send(raw(1, 1, 3, block[:5]), raw(9, 0, 3, block[5:9]), raw(9, 4, 3, block[9:]))
        require(client.until(3) == 200, "a block in several frames")
        client.send(headers(5, POST, end=False), raw(0, 8, 5, b"\3ab\0\0\0"), headers(5, [("t", "1")]))
        require(client.until(5) == 200, "padding and trailers")
        # An answer to a ping isn't answered, and the reserved bit is ignored (§4.1).
        client.send(raw(6, 1, 0, b"87654321"), raw(6, 0, 1 << 31, b"12345678"))
        while not isinstance(frame := client.next(), frames.PingFrame):
            pass
        require("ACK" in frame.flags and frame.opaque_data == b"12345678", "a ping must be answered")
        # Late frames of a stream that the server has ended.
        client.send(window(5, 1), raw(3, 0, 5, bytes(4)), raw(2, 0, 5, bytes(5)), headers(7, GET))
        require(client.until(7) == 200, "late frames must be ignored")
    return "unknown frames, flags and settings, padding, trailers and late frames are accepted"


def check_settings(base, process):
    """Windows and settings that change while an answer is sent (§6.9.2)."""
    with Client(base, {frames.SettingsFrame.INITIAL_WINDOW_SIZE: 5}) as client:
        client.send(headers(1, LARGE))
        size = 0
        while size < 5:
            frame = client.next()
            size += len(frame.data) if isinstance(frame, frames.DataFrame) else 0
        require(size == 5, "more than the window")
        client.send(frames.SettingsFrame(settings={frames.SettingsFrame.INITIAL_WINDOW_SIZE: 3}).serialize())
        client.send(window(1, 2), headers(3, GET))
        sizes = {1: 0, 3: 0}
        while sizes[3] < 3:
            frame = client.next()
            if isinstance(frame, frames.DataFrame):
                sizes[frame.stream_id] += len(frame.data)
        require(sizes[1] == 0, "a window below 0 is used")
        client.send(window(3, 2))
        require(client.until(3) == "the end", "the rest of an answer")
    is_served(base)
    return "windows of streams follow the settings, also below 0"


def check_resets(base, process):
    request = PREFACE + frames.SettingsFrame().serialize() + headers(1, POST, end=False) + data(1, b"hello")
    for end in range(len(request) + 1):
        with hostile.connect(base) as client:
            client.sendall(request[:end])
            hostile.reset(client)
    is_served(base)
    return f"{len(request) + 1} connections that are reset after each byte of a request"


def check_memory(base, process):
    """Floods by clients that read nothing, and slow readers of large answers."""
    before = hostile.memory(process)
    clients = []
    floods = [
        frames.PingFrame(0).serialize(), frames.SettingsFrame().serialize(), window(0, 1),
        raw(1, 1, 1, b"") + raw(9, 0, 1, b"") * 20,
    ]
    for flood in floods:
        for _ in range(10):
            client = Client(base)
            client.socket.setblocking(False)
            with contextlib.suppress(OSError):
                for _ in range(200):
                    client.socket.sendall(flood * 100)
            clients.append(client)
    for _ in range(20):
        client = Client(base, {frames.SettingsFrame.INITIAL_WINDOW_SIZE: 1})
        client.send(*[headers(2 * number + 1, LARGE) for number in range(100)])
        clients.append(client)
    # Bombs: one entry of the table that is named again and again.
    for _ in range(10):
        client = Client(base)
        client.send(raw(1, 5, 1, b"\x40\x01a\x7f\x81\x1e" + b"b" * 3968 + b"\xbe" * 12000))
        clients.append(client)
    is_served(base)
    growth = hostile.memory(process) - before
    for client in clients:
        client.socket.close()
    is_served(base)
    require(growth < 400 << 10, f"{growth >> 10} MiB for {len(clients)} connections")
    return f"floods, slow readers of {20 * 100} large answers and bombs take {growth >> 10} MiB"


def check_bursts(base, process):
    """A client that always has as many streams as it can. Others must not wait for all of them."""
    count, burst = 6000, 100
    with Client(base) as client:
        waits, answers = [], 0

        def call():
            nonlocal answers
            received = b""
            # Not decoded, so that the other client isn't slowed down by this one.
            for first in range(0, count, burst):
                client.send(*[headers(2 * number + 1, GET) for number in range(first, first + burst)])
                while answers < first + burst and (piece := client.socket.recv(1 << 16)):
                    received, start = received + piece, 0
                    while len(received) >= start + 9 + (length := int.from_bytes(received[start:start + 3])):
                        kind, flags = received[start + 3:start + 5]
                        answers += kind == 0 and flags & 1
                        start += 9 + length
                    received = received[start:]

        caller = threading.Thread(target=call)
        start = time.monotonic()
        caller.start()
        while caller.is_alive():
            before = time.monotonic()
            is_served(base)
            waits.append(time.monotonic() - before)
        caller.join()
        total = time.monotonic() - start
    require(answers == count, f"{answers} answers")
    require(max(waits) < max(total / 3, 0.1), f"another client waits {max(waits):.2f} s of {total:.2f} s")
    return f"{count} requests, {burst} at once, take {total:.2f} s, and other clients wait at most {1000 * max(waits):.0f} ms"


def check_time(base, process):
    """A client that cancels all that it asks for; others don't wait."""
    with Client(base) as client:
        client.socket.settimeout(20)
        start = time.monotonic()
        sender = threading.Thread(target=lambda: client.send(*[
            headers(stream, GET) + raw(3, 0, stream, (8).to_bytes(4, "big")) for stream in range(1, 40_000, 2)]))
        sender.start()
        end = client.until(0)
        require(end == ("goaway", CALM), f"resets without a limit: {end}")
        client.socket.shutdown(socket.SHUT_RDWR)
        sender.join()
    before = time.monotonic() - start
    start = time.monotonic()
    is_served(base)
    return f"calls that are cancelled end their connection after {before:.2f} s; another client waits {1000 * (time.monotonic() - start):.0f} ms"


if __name__ == "__main__":
    with serving.served(hostile.SPEC) as (_, address, server):
        if not serving.run(serving.checks(globals(), *sys.argv[1:]), address, server):
            sys.exit(1)
