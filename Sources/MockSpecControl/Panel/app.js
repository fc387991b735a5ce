// The panel: requests, calls and details, kept up to date by the server's events.
import { api, Events, server } from "./api.js";
import { Calls } from "./calls.js";
import { Collections } from "./collections.js";
import { Detail } from "./detail.js";
import { attempt, byID, element, toast } from "./dom.js";
import { showProblem } from "./editor.js";
import { Requests } from "./requests.js";
import { States } from "./states.js";
import { clock, count } from "./text.js";

const app = { state: null };

app.requests = new Requests({
  edit: (spec) => app.detail.spec(spec),
  remove: (spec) => attempt(() => api.remove(spec)),
});
app.calls = new Calls({
  open: (number) => {
    const { calls } = app.calls;
    app.detail.call(number, calls[calls.findIndex((call) => call.number === number) + 1]);
  },
});
app.states = new States({ changed: () => refresh() });
app.detail = new Detail({
  app,
  closed: () => focusList(document.body.dataset.pane),
  reveal: (name) => {
    if (matchMedia("(max-width: 800px)").matches) app.detail.hide();
    showPane("requests");
    app.requests.reveal(name);
  },
});

app.collections = new Collections({ detail: app.detail, changed: () => refresh() });

// MARK: - State

function show(state) {
  app.state = state;
  const { summary } = state;
  byID("summary").textContent =
    [count(summary.requests, "request"), count(summary.responses, "response"), count(summary.files, "file")].join(" · ");
  showProblem(state.problem, state.diagnostics);
  showScenes(state);
  app.states.set(state.states);
  app.collections.set(state.collections);
  app.requests.set(state);
  // The panel may have a port of its own.
  const port = state.mocksPort ?? location.port;
  app.calls.setOrigin(`${location.protocol}//${location.hostname}${port ? `:${port}` : ""}`);
}

function showScenes({ scene, scenes }) {
  const select = byID("scene");
  const mark = JSON.stringify([scenes.map(({ name }) => name), scene]);
  if (select.dataset.mark === mark) return;
  select.dataset.mark = mark;
  select.replaceChildren(element("option", { value: "" }, scenes.length ? "None" : "No scenes"),
    ...scenes.map(({ name }) => element("option", { value: `=${name}` }, name)));
  select.value = scene === null ? "" : `=${scene}`;
  select.disabled = scenes.length === 0;
}

let isReading = false;
let isStale = false;

/// Reads the state; once more if it is asked for meanwhile.
async function refresh() {
  if (isReading) {
    isStale = true;
    return;
  }
  isReading = true;
  try {
    do {
      isStale = false;
      const session = server.session;
      const state = await api.state();
      if (session === server.session) show(state); else isStale = true;
    } while (isStale);
  } catch (error) {
    if (error.status) toast(error.message);
  } finally {
    isReading = false;
  }
}

let refreshTimer;

/// Reads the state later, for the exact counts of calls; rarely if it is large.
function refreshLater() {
  refreshTimer ??= setTimeout(() => { refreshTimer = undefined; refresh(); }, app.state?.requests.length > 1000 ? 20_000 : 2000);
}

const changed = new Set();
let readTimer;

/// Reads requests again after a delay in milliseconds; the whole state if there are many.
function readRequests(names, delay) {
  for (const name of names) changed.add(name);
  if (changed.size > 0) readTimer ??= setTimeout(readChanged, delay);
}

async function readChanged() {
  readTimer = undefined;
  const session = server.session;
  const names = [...changed];
  changed.clear();
  if (names.length > 20) return refresh();
  try {
    const requests = await Promise.all(names.map((name) => api.request(name)));
    if (session === server.session) for (const request of requests) app.requests.replace(request);
  } catch { refresh(); }
}

/// Calls that arrive while all of them are read.
let arrived = null;

async function readCalls() {
  const session = server.session;
  const meanwhile = arrived = [];
  await attempt(async () => {
    const { calls } = await api.calls();
    if (session !== server.session || arrived !== meanwhile) return;
    app.calls.set(calls);
    app.calls.add(meanwhile);
  });
  if (arrived === meanwhile) arrived = null;
}

let callsTimer = null;

/// Reads all calls, since some weren't in the events; at most once a second.
function readCallsLater() {
  callsTimer ??= setTimeout(() => { callsTimer = null; readCalls(); }, 1000);
}

const events = new Events({
  opened: () => {
    showLink("live", "live");
    byID("lost").hidden = true;
    document.body.classList.remove("lost");
    refresh();
    readCalls();
    readSessions();
  },
  received: (name, data) => {
    switch (name) {
      case "calls":
        arrived?.push(...data.calls);
        // A next response may have changed.
        readRequests(app.requests.called(app.calls.add(data.calls)), 200);
        refreshLater();
        if (data.dropped) readCallsLater();
        break;
      case "selections": selected(data); break;
      case "states":
        app.states.update(data);
        // Other responses can be the next ones.
        if (app.state?.requests.length > 1000) refreshLater(); else refresh();
        break;
      case "items":
        app.collections.update(data.collections);
        refreshLater();
        break;
      case "rejected":
        if (app.state) showProblem(app.state.problem = data, app.state.diagnostics);
        break;
      case "cleared":
        app.calls.set([]);
        refresh();
        break;
      case "gap":
        // The rest was missed, which can be that the calls were forgotten.
        readCalls();
        refresh();
        break;
      default: refresh();
    }
  },
  lost: (delay) => {
    showLink("lost", "not connected");
    byID("link").title = `Connects again in ${Math.ceil(delay / 1000)} s`;
    if (!byID("lost").hidden) return;
    byID("lost").textContent = app.state
      ? `The mocks haven't answered since ${clock(Date.now()).slice(0, 8)}. What is shown is from before; the page connects again as soon as they run.`
      : "The mocks don't answer. The page connects as soon as they run.";
    byID("lost").hidden = false;
    document.body.classList.add("lost");
  },
  failed: (problem) => {
    if (problem.status !== 410 && problem.status !== 400) return false;
    toast(problem.message);
    useSession(null);
    return true;
  },
});

function selected({ request, response, scene }) {
  const item = request ? app.requests.byName.get(request) : undefined;
  if (!item || scene !== app.state?.scene) return refresh();
  if (!response) return readRequests([request], 20);
  const { enabled, next } = item.request;
  if (item.request.selected === response && next?.response === response) return;
  app.requests.replace({ ...item.request, enabled, selected: response, next: { response, reason: "selection", step: null } });
}

function showLink(state, text) {
  const link = byID("link");
  link.dataset.state = state;
  link.textContent = text;
  link.title = "";
}

// MARK: - Sessions

async function readSessions() {
  const list = await attempt(() => api.sessions());
  if (!list) return;
  const ids = list.sessions.map(({ id }) => id);
  if (server.session && !ids.includes(server.session)) ids.push(server.session);
  const select = byID("session");
  const mark = JSON.stringify(ids);
  if (select.dataset.mark !== mark) {
    select.dataset.mark = mark;
    select.replaceChildren(element("option", { value: "" }, "Default"), ...ids.map((id) => element("option", { value: id }, id)));
  }
  select.value = server.session ?? "";
}

/// Uses another session, whose ID the address keeps.
function useSession(id) {
  server.session = id;
  history.replaceState(null, "", id ? `#session=${encodeURIComponent(id)}` : location.pathname);
  byID("session").value = id ?? "";
  byID("end-session").hidden = id === null;
  app.detail.hide();
  app.calls.set([]);
  showLink("connecting", "connecting");
  events.start();
}

byID("session").addEventListener("change", (event) => useSession(event.target.value || null));
byID("session").addEventListener("pointerdown", () => readSessions());
byID("session").addEventListener("focus", () => readSessions());
byID("new-session").addEventListener("click", () => attempt(async () => {
  const { id } = await api.begin();
  useSession(id);
  toast(`The page shows the session ${id} now.`);
}));
byID("end-session").addEventListener("click", () => attempt(async () => {
  const id = server.session;
  useSession(null);
  await api.end(id);
  await readSessions();
}));

// MARK: - Tools

byID("scene").addEventListener("change", async (event) => {
  const { value } = event.target;
  await attempt(() => api.scene(value === "" ? null : value.slice(1)));
  refresh();
});
byID("reset").addEventListener("click", () => attempt(async () => {
  await api.reset();
  await refresh();
  toast("Selections, scene, states, items and sequences are reset.");
}));
byID("help-button").addEventListener("click", () => byID("help").showModal());

server.askToken = (isWrong) => new Promise((resolve) => {
  const dialog = byID("token");
  const input = byID("token-input");
  byID("token-error").textContent = isWrong ? "The mocks don't accept this token." : "";
  const form = dialog.querySelector("form");
  input.value = "";
  form.onsubmit = (event) => {
    event.preventDefault();
    const token = input.value.trim();
    // A header field can't have other characters.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      byID("token-error").textContent = "A token has only visible ASCII characters.";
      return;
    }
    dialog.close();
    resolve(token);
  };
  dialog.oncancel = (event) => event.preventDefault();
  if (!dialog.open) dialog.showModal();
  input.focus();
});

// MARK: - Keyboard

function showPane(pane) {
  document.body.dataset.pane = pane;
  for (const name of ["requests", "calls"]) byID(`tab-${name}`).setAttribute("aria-pressed", name === pane);
  app[pane].list.draw();
}

function focusList(pane) {
  showPane(pane);
  app[pane].list.root.focus({ preventScroll: true });
}

for (const pane of ["requests", "calls"]) {
  byID(`tab-${pane}`).addEventListener("click", () => showPane(pane));
  byID(pane).addEventListener("focusin", () => { if (document.body.dataset.pane !== pane) showPane(pane); });
  const { search, list } = app[pane];
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      list.current = null;
      list.root.scrollTop = 0;
      focusList(pane);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (search.value) {
        search.value = "";
        app[pane].filter();
      } else {
        focusList(pane);
      }
    }
  });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const pane = document.body.dataset.pane;
  const { key, target } = event;
  if (key === "Escape") {
    if (app.detail.isOpen) app.detail.close();
    else if (app[pane].search.value) {
      app[pane].search.value = "";
      app[pane].filter();
    }
    return;
  }
  if (target.matches("input:not([type=checkbox]), textarea, select")) return;
  switch (key) {
    case "?": byID("help").showModal(); break;
    case "/":
      app[pane].search.focus();
      app[pane].search.select();
      break;
    case "r": case "c": {
      if (app.detail.isOpen && matchMedia("(max-width: 800px)").matches) app.detail.hide();
      focusList(key === "r" ? "requests" : "calls");
      break;
    }
    case "u":
      byID("unmatched").click();
      break;
    case "j": case "k":
      if (app.detail.isOpen && app.detail.root.contains(target)) return;
      focusList(pane);
      app[pane].list.move(key === "j" ? 1 : -1);
      break;
    case "a": app.detail.suggestion?.add(); break;
    case "y": app.detail.suggestion?.take(); break;
    default: return;
  }
  event.preventDefault();
});

/// Follows the address, which can name a session.
function followAddress() {
  const id = new URLSearchParams(location.hash.slice(1)).get("session");
  const isValid = id !== null && /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(id);
  useSession(isValid ? id : null);
}

addEventListener("hashchange", followAddress);
followAddress();
