// The requests, grouped by file.
import { api } from "./api.js";
import { attempt, byID, element } from "./dom.js";
import { List } from "./list.js";
import { openMenu } from "./menu.js";
import { count, delayOf, reasonText, splitMatch, statusClass, statusOf } from "./text.js";

export class Requests {
  /// - edit(spec), remove(spec): for the name of a run-time spec.
  constructor({ edit, remove }) {
    this.groups = [];
    this.byName = new Map();
    this.search = byID("requests-search");
    this.list = new List(byID("requests-list"), {
      label: "Requests",
      key: (item) => item.key,
      heightOf: (item) => item.request ? 48 : 30,
      isGroup: (item) => !item.request,
      mark: (item) => item.request ? JSON.stringify([item.request, this.scene]) : `${item.title} ${item.count}`,
      fill: (row, item) => item.request ? this.fillRequest(row, item.request) : this.fillGroup(row, item),
      open: ({ request }, row) => this.choose(request, row),
      act: (action, item, row) => {
        if (action === "choose") this.choose(item.request, row);
        else if (action === "enable") this.enable(item.request);
        else if (action === "edit") edit(item.spec);
        else remove(item.spec);
      },
    });
    this.list.root.addEventListener("keydown", (event) => {
      const item = this.list.item();
      if (event.key !== "e" || event.ctrlKey || event.metaKey || event.altKey || !item) return;
      event.stopPropagation();
      this.enable(item.request);
    });
    this.search.addEventListener("input", () => this.filter());
  }

  /// Shows a new state.
  set(state) {
    this.scene = state.scene;
    this.byName = new Map();
    const groups = new Map();
    for (const request of state.requests) {
      const { key, ...group } = groupOf(request);
      if (!groups.has(key)) groups.set(key, { key, ...group, requests: [] });
      const item = { key: `request ${request.name}`, request };
      groups.get(key).requests.push(item);
      this.byName.set(request.name, item);
    }
    this.groups = [...groups.values()].sort((first, second) =>
      first.order - second.order || compare(first.title, second.title));
    for (const group of this.groups) {
      if (group.order === 2) group.requests.sort((first, second) => first.request.line - second.request.line);
    }
    this.filter();
  }

  filter() {
    const terms = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const items = [];
    let shown = 0;
    for (const { requests, ...group } of this.groups) {
      const found = terms.length === 0 ? requests : requests.filter((item) => {
        item.text ??= [item.request.name, item.request.match, item.request.file, item.request.spec ?? "",
          ...item.request.responses.map(({ name, summary }) => `${name} ${summary}`)].join("\n").toLowerCase();
        return terms.every((term) => item.text.includes(term));
      });
      if (found.length === 0) continue;
      shown += found.length;
      items.push({ ...group, count: found.length }, ...found);
    }
    const total = this.byName.size;
    byID("requests-count").textContent =
      shown === total ? total.toLocaleString("en") : `${shown.toLocaleString("en")} of ${total.toLocaleString("en")}`;
    this.list.empty.textContent = total === 0 ? "The project has no requests." : "No request has this text.";
    this.list.set(items);
  }

  /// Replaces a request, as the server answered.
  replace(request) {
    const item = this.byName.get(request.name);
    if (!item) return;
    item.request = request;
    this.list.draw();
  }

  /// Adds calls to the counts. Returns the names of the requests whose next response may have changed.
  called(calls) {
    const changed = [];
    for (const { request } of calls) {
      const item = request === null ? undefined : this.byName.get(request);
      if (!item) continue;
      item.request = { ...item.request, calls: item.request.calls + 1 };
      if (item.request.next === null || item.request.next.reason === "sequence") changed.push(request);
    }
    this.list.draw();
    return changed;
  }

  async enable(request) {
    const enabled = !request.enabled;
    const changed = await attempt(() => api.enable(request.name, enabled));
    if (changed) this.replace(changed);
  }

  choose(request, row) {
    this.list.root.focus({ preventScroll: true });
    const beside = row?.querySelector(".response") ?? this.list.root;
    openMenu(request, beside, async (response) => {
      const changed = await attempt(() =>
        response === null ? api.deselect(request.name) : api.select(request.name, response));
      if (changed) this.replace(changed);
    }, (returnsFocus) => {
      row?.querySelector(".response")?.setAttribute("aria-expanded", "false");
      if (returnsFocus) this.list.root.focus({ preventScroll: true });
    });
    row?.querySelector(".response")?.setAttribute("aria-expanded", "true");
  }

  /// Makes a request current, even if the search hides it.
  reveal(name) {
    const item = this.byName.get(name);
    if (!item) return;
    if (this.list.indexOf(item.key) < 0) {
      this.search.value = "";
      this.filter();
    }
    this.list.show(item.key);
    this.list.root.focus({ preventScroll: true });
  }

  fillGroup(row, { title, count: number, spec }) {
    row.className = "row group";
    row.append(element("span.title.one", { role: "rowheader" }, spec === undefined ? "" : "Added for now: ", element("b", {}, title)),
      element("span", { role: "gridcell" }, count(number, "request")));
    if (spec === undefined) return;
    row.append(element("span", { role: "gridcell" },
      element("button", { type: "button", "data-action": "edit", "aria-label": `Edit ${spec}` }, "Edit"), " ",
      element("button", { type: "button", "data-action": "remove", "aria-label": `Remove ${spec}` }, "Remove")));
  }

  fillRequest(row, request) {
    const { name, enabled, next, calls } = request;
    const match = splitMatch(request.match);
    row.className = enabled ? "row item" : "row item off";
    const toggle = element("button.switch", {
      type: "button", role: "switch", tabindex: "-1", "aria-checked": enabled, "aria-label": `Enabled: ${name}`,
      title: enabled ? "Disable (e)" : "Enable (e)", "data-action": "enable",
    });
    const used = request.responses.find((response) => response.name === next?.response);
    const status = used && statusOf(used.summary);
    const why = !enabled ? "disabled" : next ? reasonText(next, this.scene) : "other requests are tried";
    const details = [match.host, match.conditions].filter(Boolean).join(" · ");
    row.append(
      element("span", { role: "gridcell" }, toggle),
      element("div.what", { role: "rowheader", title: `${request.match}\n${request.file}:${request.line}` },
        element("div.one", {}, element("span.method", { "data-method": match.methods }, match.methods),
          element("span.path", {}, match.path)),
        element("div.two", {}, element("b", {}, name), details ? ` · ${details}` : "")),
      element("span.hits", { role: "gridcell", title: count(calls, "call") }, calls ? calls.toLocaleString("en") : "",
        calls ? element("span.hidden", {}, calls === 1 ? " call" : " calls") : ""),
      element("span", { role: "gridcell" },
        element("button.response", {
          type: "button", tabindex: "-1", "aria-haspopup": "listbox", "aria-expanded": "false", "data-action": "choose",
          title: used?.summary,
        },
        element("span", {}, status && element(`span.status.${statusClass(status)}`, {}, status), next?.response ?? "none now"),
        element("span.why", { "data-reason": enabled && next ? next.reason : "" }, why, used && delayOf(used.summary) && ` · ${delayOf(used.summary)}`))));
  }
}

const collator = new Intl.Collator("en", { numeric: true });
const compare = (first, second) => collator.compare(first, second);

function groupOf({ source, spec, file }) {
  if (source === "code") return { key: "code", order: 0, title: "Built in code" };
  if (source === "runtime") return { key: `spec ${spec}`, order: 1, title: spec, spec };
  return { key: `file ${file}`, order: 2, title: file };
}
