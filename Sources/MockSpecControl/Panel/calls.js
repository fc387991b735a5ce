// The journal, with the newest call first.
import { api, server } from "./api.js";
import { attempt, byID, element } from "./dom.js";
import { List } from "./list.js";
import { clock, duration, reasonText, statusClass } from "./text.js";

const limit = 1000;

export class Calls {
  /// - open(number): shows a call.
  constructor({ open }) {
    this.calls = [];
    this.origin = location.origin;
    this.search = byID("calls-search");
    this.unmatched = byID("unmatched");
    this.list = new List(byID("calls-list"), {
      label: "Calls",
      opensOnClick: true,
      keepsPlace: true,
      key: (call) => call.number,
      heightOf: () => 48,
      isGroup: () => false,
      mark: (call) => `${call.outcome} ${call.status} ${call.request} ${call.detail} ${call.time} ${call.duration}`,
      fill,
      open: (call) => open(call.number),
      act: () => {},
    });
    this.search.addEventListener("input", () => this.filter());
    this.unmatched.addEventListener("change", () => this.filter());
    byID("clear").addEventListener("click", () => attempt(async () => { await api.forget(); this.set([]); }));
  }

  /// Replaces all calls, which are in the order of arrival.
  set(calls) {
    this.calls = [];
    this.add(calls);
  }

  /// Adds calls that are newer, and replaces those that are there.
  add(calls) {
    const last = this.calls[0]?.number ?? 0;
    const changed = new Map();
    const added = [];
    for (const call of calls) {
      // Details are read when a call is opened.
      const { fields, ...kept } = call;
      if (call.number > last) added.push(kept); else changed.set(call.number, kept);
    }
    if (changed.size) this.calls = this.calls.map((call) => changed.get(call.number) ?? call);
    this.calls = [...added.reverse(), ...this.calls].slice(0, limit);
    this.filter();
    this.followPending();
    return added;
  }

  /// The outcome of a pending call isn't an event.
  followPending() {
    clearTimeout(this.pending);
    if (!this.calls.some(({ outcome }) => outcome === "pending")) return;
    this.pending = setTimeout(async () => {
      const first = this.calls.findLast(({ outcome }) => outcome === "pending");
      if (!first) return;
      try { this.add((await api.calls(first.number - 1)).calls); } catch { this.followPending(); }
    }, 1000);
  }

  filter() {
    const terms = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const onlyUnmatched = this.unmatched.checked;
    const shown = this.calls.filter((call) => {
      if (onlyUnmatched && call.outcome !== "unmatched") return false;
      if (terms.length === 0) return true;
      call.text ??= [call.method, call.url, call.request ?? "", call.response ?? "", call.status ?? "", call.detail].join("\n").toLowerCase();
      return terms.every((term) => call.text.includes(term));
    });
    const unmatched = this.calls.reduce((sum, { outcome }) => sum + (outcome === "unmatched"), 0);
    byID("unmatched-count").textContent = unmatched || "";
    if (this.calls.length === 0) {
      this.list.empty.replaceChildren("No calls yet. Each call of the mock appears here.", element("br"),
        element("code", {}, `curl -i ${server.session ? `-H 'Mockspec-Session: ${server.session.replaceAll("'", "'\\''")}' ` : ""}${this.origin}/…`));
    } else {
      this.list.empty.textContent = onlyUnmatched && terms.length === 0 ? "All calls were answered." : "No call has this text.";
    }
    this.list.set(shown);
  }

  /// Sets the base URL of the mocks, for the example.
  setOrigin(origin) {
    if (origin === this.origin) return;
    this.origin = origin;
    this.filter();
  }

  get(number) { return this.calls.find((call) => call.number === number); }
}

export function outcomeOf({ outcome, status, detail }) {
  if (outcome === "unmatched") return element("span.badge", {}, "unmatched");
  if (status !== null) return element(`span.status.${statusClass(status)}`, {}, String(status));
  const isBad = outcome === "failure" || outcome === "fault" || outcome === "rejected" || outcome === "failed";
  return element(`span.status${isBad ? ".sx" : ""}`, { title: detail }, outcome);
}

function fill(row, call) {
  row.className = "row item";
  const query = call.query === null ? "" : `?${call.query}`;
  const answered = call.request === null ? call.detail : `${call.request} → ${call.response ?? call.detail}`;
  row.append(
    element("div.what", { role: "rowheader", title: call.url },
      element("div.one", {}, element("span.method", { "data-method": call.method }, call.method),
        element("span.path", {}, call.path, query && element("i", {}, query))),
      element("div.two", {}, `${clock(call.time)} · ${answered}${call.duration ? ` · ${duration(call.duration)}` : ""}`,
        call.reason && call.reason !== "default" && [" · ", element("span.reason", { "data-reason": call.reason }, reasonText(call))])),
    element("span.outcome", { role: "gridcell" }, outcomeOf(call)));
}
