"""Tests that only permitted clients can use the control API: with pages of other origins in Chromium, and with sockets.

After each attempt, the state is as before. After each check, the server has as many open descriptors as before.
"""

import contextlib
import http.server
import pathlib
import socket
import sys
import threading
import time

from playwright.sync_api import sync_playwright
from serving import checks, chromium, fetch, panel_of, require, run, served, state

# A page of any origin may call the mocks, but none the control API.
PROJECT = {
    "mockspec.yaml": "mockspec: 1\nserver: {cors: true}\n",
    "app.mock.yaml": """mockspec: 1
requests:
  Login:
    match: POST /login
    responses:
      Success: {json: {ok: true}}
      Offline: {status: 503}
  Page:
    match: GET /page
    responses:
      OK: {headers: {Content-Type: text/html}, text: '<!doctype html><title>mock</title><body></body>'}
""",
}


def snapshot(base):
    """Everything that an attempt could change. The journal isn't in it, since pages load icons from the mocks."""
    return [state(base), fetch(f"{base}/__mockspec/sessions")[1], fetch(f"{base}/__mockspec/specs")[1]]


def descriptors(process):
    return len(list(pathlib.Path(f"/proc/{process.pid}/fd").iterdir()))


@contextlib.contextmanager
def attacked(*options):
    """Serves the project with a selection. Yields its address; checks its descriptors after that."""
    with served(PROJECT, *options) as (_, base, process):
        require(fetch(f"{base}/__mockspec/requests/Login/selection", "PUT", '{"response": "Offline"}')[0] == 200, "no selection")
        before = settled(process)
        yield base
        end = time.monotonic() + 30
        while descriptors(process) > before:
            require(time.monotonic() < end, f"the server had {before} descriptors, and has {descriptors(process)} now")
            time.sleep(0.05)


def settled(process):
    """The number of descriptors as soon as connections of earlier calls are closed."""
    last, since = descriptors(process), time.monotonic()
    while time.monotonic() - since < 0.3:
        time.sleep(0.05)
        if descriptors(process) != last:
            last, since = descriptors(process), time.monotonic()
    return last


# MARK: - Pages

# The result is the attempts that read something, or whose element loads.
ATTEMPTS = pathlib.Path(__file__).with_name("attempts.js").read_text()

WORKER = """self.addEventListener('install', (event) => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', async ({data: base, source}) => {
    const read = [];
    for (const [path, options] of [['state', {}], ['selections', {method: 'DELETE'}], ['sessions', {method: 'POST', mode: 'no-cors', body: '{}'}]]) {
        try { const answer = await fetch(base + path, options); if (answer.ok) read.push(path); } catch {}
    }
    source.postMessage(read);
});"""

REGISTER = """async (base) => {
    const registration = await navigator.serviceWorker.register('/worker.js');
    const {active} = await navigator.serviceWorker.ready;
    const answer = new Promise((resolve) => navigator.serviceWorker.addEventListener('message', ({data}) => resolve(data)));
    active.postMessage(base);
    const read = await answer;
    try { await navigator.serviceWorker.register(base + 'app.js'); read.push('register'); } catch {}
    await registration.unregister();
    return read;
}"""


@contextlib.contextmanager
def other_site():
    """Serves pages of another origin. Yields the port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            is_worker = self.path == "/worker.js"
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript" if is_worker else "text/html")
            self.end_headers()
            self.wfile.write((WORKER if is_worker else "<!doctype html><title>other</title><body></body>").encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()


@contextlib.contextmanager
def page_at(browser, address):
    """Yields a page with a connection pool of its own. `pending` are its calls that aren't answered; `permitted` are the
    others that weren't refused, which the browser may hide from the page."""
    context = browser.new_context()
    page = context.new_page()
    page.pending, page.permitted = set(), set()
    page.on("response", lambda answer: page.permitted.add(answer.url) if answer.ok else None)
    page.on("request", lambda request: page.pending.add(request))
    for event in ["requestfinished", "requestfailed"]:
        page.on(event, lambda request: page.pending.discard(request))
    page.goto(address)
    yield page
    context.close()


def attack(page, base, address=None):
    """Makes all attempts from a page, by the addresses of the server. Nothing is read or changed, and no call stays open."""
    for target in [address] if address else [base, panel_of(base)]:
        attack_one(page, base, target)


def attack_one(page, base, address):
    before = snapshot(base)
    read = page.evaluate(ATTEMPTS, f"{address}/__mockspec/")
    where = page.evaluate("origin")
    require(read == [], f"a page of {where} could use: {', '.join(read)}")
    # Chromium replaces a page that can't be framed by a page of its own.
    frames = [frame.url for frame in page.frames if "__mockspec" in frame.url and frame.locator("#requests").count()]
    require(frames == [], f"the panel is in a frame of {where}: {frames}")
    end = time.monotonic() + 30
    # A frame that is sent to the panel, which the browser doesn't show, isn't reported as ended.
    while pending := [url for url in (request.url for request in page.pending)
                      if "__mockspec" in url and not url.endswith("/__mockspec/")]:
        require(time.monotonic() < end, f"calls of {where} are open: {pending}")
        page.wait_for_timeout(20)
    # A frame may try to load the panel, which the browser then doesn't show.
    permitted = [url for url in page.permitted if "__mockspec" in url and not url.endswith("/__mockspec/")]
    require(permitted == [], f"calls of {where} were permitted: {permitted}")
    require(snapshot(base) == before, f"a page of {where} changed the state")


def check_other_origins(browser):
    """Another site, another port of the same site, another name of this server, and a page without an origin."""
    with other_site() as port, attacked() as base:
        own = base.rsplit(":", 1)[1]
        for address in [f"http://evil.test:{port}/", f"http://127.0.0.1:{port}/", f"http://localhost:{own}/page"]:
            with page_at(browser, address) as page:
                attack(page, base)
        with page_at(browser, f"http://127.0.0.1:{port}/") as page:
            page.evaluate("""() => { const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts allow-forms';
                frame.srcdoc = '<!doctype html><body></body>'; document.body.append(frame);
                return new Promise((resolve) => { frame.onload = resolve; }); }""")
            before = snapshot(base)
            read = page.frames[1].evaluate(ATTEMPTS, f"{base}/__mockspec/")
            require(read == [], f"a page without an origin could use: {', '.join(read)}")
            require(snapshot(base) == before, "a page without an origin changed the state")
    return "pages of other origins read, change and hold nothing"


def check_own_origin(browser):
    """A page of the mocks, which has the origin of their port: it may have come from another server."""
    with attacked() as base:
        for host in ["127.0.0.1", "localhost"]:
            with page_at(browser, f"{base.replace('127.0.0.1', host)}/page") as page:
                attack(page, base, base.replace("127.0.0.1", host))
                attack(page, base)
    return "a page of the mocks' own origin reads, changes and holds nothing"


def check_forwarding_project(browser):
    """A page that was forwarded, under names for which browsers don't say who they are."""

    class Origin(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>forwarded</title><body></body>")

        def log_message(self, *_):
            pass

    origin = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
    threading.Thread(target=origin.serve_forever, daemon=True).start()
    project = {"app.mock.yaml": f"""mockspec: 1
requests:
  Login: {{match: POST /login, responses: {{Success: {{json: {{}}}}, Offline: {{status: 503}}}}}}
  Rest: {{match: GET /rest, responses: {{There: {{forward: 'http://127.0.0.1:{origin.server_port}'}}}}}}
"""}
    try:
        with served(project, "--control-host", "build.evil.test") as (_, base, process):
            port = base.rsplit(":", 1)[1]
            for host in ["127.0.0.1", "localhost", "build.evil.test"]:
                address = f"http://{host}:{port}"
                with page_at(browser, f"{address}/rest") as page:
                    require(page.title() == "forwarded", "the call wasn't forwarded")
                    attack(page, base, address)
            for host, expected in [("localhost", 204), ("127.0.0.1", 204), ("build.evil.test", 403), ("192.168.1.5", 403)]:
                status = exchange(int(port), f"{RESET}\nHost: {host}")
                require(status == expected, f"'{host}' was answered with {status}")
    finally:
        origin.shutdown()
    return "a forwarded page uses nothing, under any name"


def check_rebound_name(browser):
    """A page whose own name resolves to this server, so that its calls have the same origin for the browser."""
    with attacked() as base:
        port = base.rsplit(":", 1)[1]
        with page_at(browser, f"http://evil.test:{port}/page") as page:
            require(page.title() == "mock", "the mock didn't answer")
            status = page.evaluate("fetch('/__mockspec/state').then((answer) => answer.text().then(() => answer.status))")
            require(status == 421, f"a call was answered with {status}")
            for name in ["evil.test", "EVIL.test.", "127.0.0.1.evil.test"]:
                attack(page, base, f"http://{name}:{port}")
    return "a rebound name is refused"


def check_service_worker(browser):
    with other_site() as port, attacked() as base:
        before = snapshot(base)
        with page_at(browser, f"http://localhost:{port}/") as page:
            read = page.evaluate(REGISTER, f"{base}/__mockspec/")
            require(read == [], f"a service worker could use: {', '.join(read)}")
        require(snapshot(base) == before, "a service worker changed the state")
    return "a service worker of another origin reads and changes nothing"


def check_navigation(browser):
    with other_site() as port, attacked() as base:
        before = snapshot(base)
        with page_at(browser, f"http://evil.test:{port}/") as page:
            page.evaluate("base => { location.href = base; }", f"{base}/__mockspec/")
            page.wait_for_selector("#requests-list .row.item")
        with page_at(browser, f"http://evil.test:{port}/") as page:
            with page.expect_response("**/__mockspec/state") as answer:
                page.evaluate("base => { location.href = base; }", f"{base}/__mockspec/state")
            require(answer.value.status == 403, f"a link to data was answered with {answer.value.status}")
        with page_at(browser, f"http://evil.test:{port}/") as page:
            with page.expect_response("**/__mockspec/sessions") as answer:
                page.evaluate("""address => { const form = document.createElement('form'); form.action = address;
                    form.method = 'POST'; form.enctype = 'text/plain'; document.body.append(form); form.submit(); }""",
                    f"{base}/__mockspec/sessions")
            require(answer.value.status == 403, f"a form was answered with {answer.value.status}")
        with page_at(browser, f"http://evil.test:{port}/") as page:
            with page.expect_popup() as popup:
                page.evaluate("base => { window.panel = open(base); }", f"{base}/__mockspec/")
            popup.value.wait_for_selector("#requests-list .row.item")
            readable = page.evaluate("() => { try { return panel.document.body.textContent; } catch { return null; } }")
            require(readable is None, "the opener reads the panel")
        require(snapshot(base) == before, "a navigation changed the state")
    return "a link to the panel opens it; links to data and forms are refused"


# MARK: - Sockets


def exchange(port, head, body=b""):
    """Sends bytes. Returns the status code of the answer; 0 if there is none."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n" + body)
        connection.settimeout(10)
        answer = b""
        while b"\r\n" not in answer:
            received = connection.recv(65536)
            if not received:
                return 0
            answer += received
    return int(answer.split(b" ", 2)[1])


RESET = "DELETE /__mockspec/selections HTTP/1.1"
# What is sent, and the statuses that refuse it.
FORGED = [
    (f"{RESET}\nHost: evil.test", {421}),
    (f"{RESET}\nHost: evil.test:PORT", {421}),
    (f"{RESET}\nHost: localhost.evil.test", {421}),
    (f"{RESET}\nHost: 127.0.0.1.evil.test", {421}),
    (f"{RESET}\nHost: 2130706433", {421}),
    (f"{RESET}\nHost: 0x7f.0.0.1", {421}),
    (f"{RESET}\nHost: localhost@evil.test", {400, 421}),
    (f"{RESET}\nHost: evil.test@localhost", {400, 421}),
    (f"{RESET}\nHost: localhost, evil.test", {400, 421}),
    (f"{RESET}\nHost: ", {400, 421}),
    (RESET, {400, 421}),
    (f"{RESET}\nHost: localhost\nHost: evil.test", {400, 421}),
    (f"{RESET}\nHost: evil.test\nHost: localhost", {400, 421}),
    ("DELETE /__mockspec/selections HTTP/1.0", {400, 421, 505}),
    ("DELETE http://evil.test/__mockspec/selections HTTP/1.1\nHost: localhost", {421}),
    ("DELETE http://evil.test/__mockspec/selections HTTP/1.1\nHost: evil.test", {421}),
    ("DELETE http://localhost/__mockspec/selections HTTP/1.1\nHost: evil.test", {421}),
    ("DELETE https://evil.test:PORT/__mockspec/selections HTTP/1.1\nHost: localhost:PORT", {421}),
    (f"{RESET}\nHost: localhost:PORT\nOrigin: http://evil.test", {403}),
    (f"{RESET}\nHost: localhost:PORT\nOrigin: null", {403}),
    (f"{RESET}\nHost: localhost:PORT\nOrigin: http://localhost", {403}),
    (f"{RESET}\nHost: localhost:PORT\nOrigin: http://127.0.0.1:PORT", {403}),
    (f"{RESET}\nHost: localhost:PORT\nOrigin: http://localhost:PORT", {403}),
    (f"{RESET}\nHost: localhost:PORT\nSec-Fetch-Site: same-origin", {403}),
    (f"{RESET}\nHost: localhost:PORT\nOrigin: http://localhost:PORT\nOrigin: http://evil.test", {400, 403}),
    (f"{RESET}\nHost: localhost:PORT\nOrigin: http://localhost:PORT.evil.test", {403}),
    (f"{RESET}\nHost: evil.test:PORT\nOrigin: http://evil.test:PORT", {421}),
    (f"{RESET}\nHost: localhost:PORT\nSec-Fetch-Site: cross-site", {403}),
    (f"{RESET}\nHost: localhost:PORT\nSec-Fetch-Site: same-site\nSec-Fetch-Mode: navigate", {403}),
    ("GET /__mockspec/events HTTP/1.1\nHost: evil.test", {421}),
    ("GET /__mockspec/events HTTP/1.1\nHost: localhost\nOrigin: http://evil.test", {403}),
    ("GET /__mockspec/calls/wait?timeout=30s HTTP/1.1\nHost: evil.test", {421}),
    ("GET /__mockspec/ HTTP/1.1\nHost: evil.test\nSec-Fetch-Mode: navigate", {421}),
    ("OPTIONS /__mockspec/selections HTTP/1.1\nHost: localhost:PORT\nOrigin: http://evil.test\n"
     "Access-Control-Request-Method: DELETE", {403}),
    ("POST /__mockspec/selections HTTP/1.1\nHost: localhost\nX-HTTP-Method-Override: DELETE\nContent-Length: 0", {405}),
    # These are other paths, so that the mocks answer.
    ("DELETE //__mockspec/selections HTTP/1.1\nHost: evil.test", {400, 404, 421}),
    ("DELETE /x/../__mockspec/selections HTTP/1.1\nHost: evil.test", {400, 404, 421}),
    ("DELETE /%5f%5fmockspec/selections HTTP/1.1\nHost: evil.test", {400, 404, 421}),
    ("DELETE /__MOCKSPEC/selections HTTP/1.1\nHost: evil.test", {400, 404, 421}),
    ("CONNECT localhost:PORT HTTP/1.1\nHost: localhost:PORT", {400, 404, 405, 501}),
]


def check_forged_fields(_):
    with attacked() as base:
        port = int(base.rsplit(":", 1)[1])
        before = snapshot(base)
        for head, refusals in FORGED:
            head = head.replace("PORT", str(port))
            status = exchange(port, head)
            require(status in refusals, f"{head!r} was answered with {status}")
            require(snapshot(base) == before, f"{head!r} changed the state")
        body = b'{"response": "Success"}'
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None]:
            head = f"PUT /__mockspec/requests/Login/selection HTTP/1.1\nHost: localhost\nContent-Length: {len(body)}"
            status = exchange(port, head + (f"\nContent-Type: {type}" if type else ""), body)
            require(status == 415, f"a body of type {type} was answered with {status}")
            require(snapshot(base) == before, f"a body of type {type} changed the state")
    return f"{len(FORGED)} forged heads and 4 types of bodies are refused"


def check_via(_):
    """The server recognizes a call that it has forwarded to itself by its own pseudonym in `Via`."""

    class Upstream(http.server.BaseHTTPRequestHandler):
        seen = []

        def do_GET(self):
            self.seen.append(self.headers.get("Via"))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    upstream = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    threading.Thread(target=upstream.serve_forever, daemon=True).start()
    with socket.create_server(("127.0.0.1", 0)) as free:
        control = free.getsockname()[1]
    project = {"app.mock.yaml": f"""mockspec: 1
requests:
  Login: {{match: POST /login, responses: {{Success: {{json: {{}}}}, Offline: {{status: 503}}}}}}
  Seen: {{match: GET /seen, responses: {{There: {{forward: 'http://127.0.0.1:{upstream.server_port}'}}}}}}
"""}
    try:
        with served(project, "--control-port", str(control)) as (_, base, process):
            api = f"http://127.0.0.1:{control}"
            require(fetch(f"{api}/__mockspec/requests/Login/selection", "PUT", '{"response": "Offline"}')[0] == 200, "no selection")
            require(fetch(f"{base}/seen")[0] == 204, "the call wasn't forwarded")
            via = Upstream.seen[0]
            require(via, "the forwarded call has no 'Via'")
            before, count = snapshot(api), settled(process)
            for own in [via, f"1.0 other, {via}", f"{via}, 1.1 other", f"1.1 other\nVia: {via}"]:
                status = exchange(control, f"{RESET}\nHost: localhost\nVia: {own}")
                require(status == 403, f"'Via: {own}' was answered with {status}")
                require(snapshot(api) == before, f"'Via: {own}' changed the state")
            require(settled(process) <= count, "a call holds a connection open")
            require(fetch(f"{base}/__mockspec/state")[0] in (404, 421, 403), "the mocks' port has the control API, too")
            require(exchange(control, f"{RESET}\nHost: localhost\nVia: 1.1 other") == 204, "another proxy is refused")
    finally:
        upstream.shutdown()
    return "a call that the server forwarded to itself is refused"


@contextlib.contextmanager
def forwarded(port):
    """Forwards connections to a port, as a container does. Yields the port for clients."""
    listener = socket.create_server(("127.0.0.1", 0))

    def copy(source, target):
        with contextlib.suppress(OSError):
            while received := source.recv(65536):
                target.sendall(received)
        for end in [source, target]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def accept():
        with contextlib.suppress(OSError):
            while True:
                client = listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", port))
                for pair in [(client, server), (server, client)]:
                    threading.Thread(target=copy, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def check_forwarded_port(browser):
    for options, named in [((), 421), (("--control-host", "build-7"), 204)]:
        with attacked(*options) as base, forwarded(int(base.rsplit(":", 1)[1])) as port:
            before = snapshot(base)
            for host, origin, expected in [("evil.test", "http://evil.test", 421), (f"localhost:{port}", "http://evil.test", 403)]:
                status = exchange(port, f"{RESET}\nHost: {host}\nOrigin: {origin}")
                require(status == expected, f"through a forwarded port, '{host}' was answered with {status}")
            require(snapshot(base) == before, "a forged call through a forwarded port changed the state")
            # The panel is used through a forwarded port, too, by the name in the browser's address.
            with forwarded(int(panel_of(base).rsplit(":", 1)[1])) as panel, page_at(
                    browser, f"http://localhost:{panel}/__mockspec/") as page:
                page.wait_for_selector("#link[data-state=live]")
                page.locator("#requests-list .row.item", has_text="/login").locator(".response").click()
                page.get_by_role("option", name="Success").click()
                page.wait_for_selector(".row.item:has-text('/login') .why[data-reason=selection]:has-text('selected')")
                end = time.monotonic() + 30
                while fetch(f"{base}/login", "POST", "{}")[0] != 200:
                    require(time.monotonic() < end, "the click didn't change the answer")
            status = exchange(port, f"{RESET}\nHost: build-7:{port}")
            require(status == named, f"'build-7' was answered with {status}")
            require(exchange(port, f"{RESET}\nHost: localhost:{port}") == 204, "localhost is refused")
    return "through a forwarded port, localhost and names of --control-host are permitted, and others refused"


def main():
    with sync_playwright() as playwright, chromium(
            playwright, "--host-resolver-rules=MAP *.evil.test 127.0.0.1, MAP evil.test 127.0.0.1") as browser:
        passed = run(checks(globals(), *sys.argv[1:2]), browser)
    sys.exit(not passed)


main()
