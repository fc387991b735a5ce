// The control API. openapi.json describes it.

/// A call that the server refused (RFC 9457).
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.diagnostics = body?.diagnostics ?? [];
  }
}

const tokenKey = "mockspec-token";

function stored() {
  try { return sessionStorage.getItem(tokenKey); } catch { return null; }
}

export const server = {
  token: stored(),
  /// The ID of the session; null for the default one.
  session: null,
  /// Asks for a token; called once while several calls wait for it.
  askToken: async () => null,
};

let asking = null;

function renewToken(isWrong) {
  asking ??= server.askToken(isWrong).then((token) => {
    server.token = token;
    try { sessionStorage.setItem(tokenKey, token); } catch { /* The token lasts until the page is left. */ }
  }).finally(() => { asking = null; });
  return asking;
}

async function send(method, path, { body, type = "application/json", headers = {}, signal } = {}) {
  for (;;) {
    const token = server.token;
    const fields = { ...headers };
    if (token) fields.Authorization = `Bearer ${token}`;
    if (server.session) fields["Mockspec-Session"] = server.session;
    if (body !== undefined) fields["Content-Type"] = type;
    const response = await fetch(path, { method, headers: fields, body, signal, cache: "no-store", redirect: "error" });
    if (response.ok) return response;
    if (response.status === 401) {
      // Another call may have asked meanwhile.
      if (token === server.token) await renewToken(token !== null);
      continue;
    }
    throw new Problem(response.status, await response.json().catch(() => null));
  }
}

export async function call(method, path, options) {
  const response = await send(method, path, options);
  return response.status === 204 ? null : response.json();
}

const json = (value) => ({ body: JSON.stringify(value) });
const name = encodeURIComponent;

export const api = {
  state: () => call("GET", "state"),
  request: (request) => call("GET", `requests/${name(request)}`),
  calls: (since = 0) => call("GET", `calls?limit=1000&bodies=false&since=${since}`),
  detail: (number) => call("GET", `calls/${number}`),
  forget: () => call("DELETE", "calls"),
  callbacks: async (number) => (await call("GET", "callbacks")).callbacks.filter((callback) => callback.call === number),
  sendMessage: (number, text) => call("POST", `sockets/${number}/messages`, json({ text })),
  select: (request, response) => call("PUT", `requests/${name(request)}/selection`, json({ response })),
  deselect: (request) => call("DELETE", `requests/${name(request)}/selection`),
  enable: (request, enabled) => call("PUT", `requests/${name(request)}/enabled`, json({ enabled })),
  scene: (scene) => scene === null ? call("DELETE", "scene") : call("PUT", "scene", json({ scene })),
  setState: (state, value) => call("PUT", `states/${name(state)}`, json({ value })),
  /// A page of items as JSON, and the number of all.
  items: async (collection, page, limit) => {
    const response = await send("GET", `collections/${name(collection)}?page=${page}&limit=${limit}`);
    return { text: await response.text(), total: Number(response.headers.get("X-Total-Count")) };
  },
  resetItems: (collection) => call("DELETE", `collections/${name(collection)}`),
  reset: () => call("DELETE", "selections"),
  sessions: () => call("GET", "sessions"),
  begin: () => call("POST", "sessions", json({})),
  end: (id) => call("DELETE", `sessions/${name(id)}`),
  spec: (spec) => call("GET", `specs/${name(spec)}`),
  /// Checks a spec, or adds it.
  put: (spec, text, format, dryRun) =>
    call("PUT", `specs/${name(spec)}?dryRun=${dryRun}`, { body: text, type: `application/${format}` }),
  remove: (spec) => call("DELETE", `specs/${name(spec)}`),
};

/// The events of a session. It reads them with fetch, since an EventSource can't send a token, and reconnects with
/// increasing delays.
export class Events {
  constructor({ opened, received, lost, failed }) {
    Object.assign(this, { opened, received, lost, failed });
    const wake = () => { if (document.visibilityState === "visible") this.wake?.(); };
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
  }

  /// Starts again, without the last event.
  start() {
    this.control?.abort();
    this.control = new AbortController();
    this.run(this.control.signal);
  }

  async run(signal) {
    let last = null;
    let delay = 500;
    while (!signal.aborted) {
      const attempt = new AbortController();
      signal.addEventListener("abort", () => attempt.abort(), { once: true });
      // The server sends a comment each 15 seconds.
      let silence;
      const listen = () => { clearTimeout(silence); silence = setTimeout(() => attempt.abort(), 40_000); };
      try {
        listen();
        const headers = last === null ? {} : { "Last-Event-ID": last };
        const response = await send("GET", "events?bodies=false", { headers, signal: attempt.signal });
        if (signal.aborted) return;
        this.opened();
        for await (const message of messages(response.body, listen)) {
          if (signal.aborted) return;
          if (message.id) last = message.id;
          if (message.event) this.received(message.event, JSON.parse(message.data));
          delay = 500;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem && this.failed(error)) return;
      } finally {
        clearTimeout(silence);
      }
      if (signal.aborted) return;
      this.lost(delay);
      await new Promise((resolve) => { this.wake = resolve; setTimeout(resolve, delay * (0.8 + Math.random() * 0.4)); });
      this.wake = null;
      delay = Math.min(delay * 2, 15_000);
    }
  }
}

/// Yields the messages of an event stream (WHATWG HTML §9.2), whose lines end with LF.
async function* messages(body, onBytes) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const message = { id: "", event: "", data: "" };
      for (const line of part.split("\n")) {
        const colon = line.indexOf(": ");
        if (colon > 0) message[line.slice(0, colon)] = line.slice(colon + 2);
      }
      yield message;
    }
  }
}
