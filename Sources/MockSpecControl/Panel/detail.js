// The details of a call, or of a run-time spec.
import { api } from "./api.js";
import { outcomeOf } from "./calls.js";
import { attempt, byID, copy, element, part } from "./dom.js";
import { specEditor } from "./editor.js";
import { clock, count, duration, pretty, reasonText, specName } from "./text.js";
import { Traffic } from "./traffic.js";

export class Detail {
  /// - closed(): called when the user closes it; reveal(name): shows a request; app: has the state.
  constructor({ closed, reveal, app }) {
    Object.assign(this, { closed, reveal, app });
    this.root = byID("detail");
    this.shown = null;
  }

  get isOpen() { return !this.root.hidden; }

  close() {
    this.hide();
    this.closed();
  }

  hide() {
    this.shown = null;
    this.suggestion = null;
    this.root.hidden = true;
    this.root.replaceChildren();
    document.body.classList.remove("open");
  }

  open(key, title, ...parts) {
    this.shown = key;
    this.root.hidden = false;
    document.body.classList.add("open");
    this.root.replaceChildren(element("div.detail-bar", {}, element("h2", {}, title),
      element("button", { type: "button", title: "Close (Escape)", onclick: () => this.close() }, "Close")), ...parts.filter(Boolean));
    this.root.scrollTop = 0;
    this.root.focus({ preventScroll: true });
  }

  async call(number, previous) {
    const key = `call ${number}`;
    this.asked = key;
    const detail = await attempt(() => api.detail(number));
    if (!detail || this.asked !== key) return;
    const { call, reply, explanation } = detail;
    this.suggestion = null;
    const traffic = new Traffic(call, { isShown: () => this.shown === key, isReadOnly: this.app.state.readOnly });
    this.open(key, [element("span.method", { "data-method": call.method }, call.method), element("span.mono", {}, call.path)],
      this.summary(call, previous), traffic.root, this.explanation(call, explanation), this.suggested(call, explanation),
      this.request(call), this.reply(call, reply));
  }

  async spec(name) {
    const spec = await attempt(() => api.spec(name));
    if (!spec) return;
    this.suggestion = null;
    const editor = specEditor({ name, text: spec.text, format: spec.format, isAdded: true, removed: () => this.close() });
    this.open(`spec ${name}`, name, part("Added for now",
      element("p.lead", {}, "This spec is kept in memory until you remove it or the mocks stop."), editor.root,
      spec.problem && element("p.state.bad", {}, spec.problem.message)));
    editor.focus();
  }

  summary(call, previous) {
    const facts = [["Arrived", [clock(call.time), previous && `, ${duration(Math.max(0, new Date(call.time) - new Date(previous.time)))} after the call before`]]];
    if (call.request !== null) {
      facts.push(["Answered by", [element("button.link", { type: "button", onclick: () => this.reveal(call.request) }, call.request),
        call.response === null ? "" : ` → ${call.response}`]]);
    }
    if (call.reason) facts.push(["Why", element("span.reason", { "data-reason": call.reason }, reasonText(call))]);
    const changes = Object.entries(call.changes);
    if (changes.length > 0) facts.push(["Changed", changes.map(([state, value]) => `${state} to ${value}`).join(", ")]);
    facts.push(["Outcome", [outcomeOf(call), call.outcome === "unmatched" || call.detail === String(call.status) ? "" : ` ${call.detail}`]]);
    if (call.duration > 0) facts.push(["Duration", `${duration(call.duration)}, as the mock decides it`]);
    facts.push(["URL", element("span.mono", {}, call.url)]);
    return part(null, definitions("facts", facts));
  }

  explanation(call, explanation) {
    const wasUnmatched = call.outcome === "unmatched";
    const candidates = explanation.answer ? [explanation.answer.candidate, ...explanation.candidates] : explanation.candidates;
    const lead = explanation.answer
      ? [`${explanation.answer.candidate.request} → ${explanation.answer.response} (${explanation.answer.summary}), ${explanation.answer.why}`]
      : [explanation.message];
    const content = [element("p.lead", {}, lead), explanation.notes.map((note) => element("p.lead", {}, note)),
      candidates.map((candidate) => this.candidate(candidate)),
      explanation.moreCandidates > 0 && element("p.lead", {}, `${explanation.moreCandidates} more with this path`)];
    if (wasUnmatched && !explanation.answer) return part("Why no request matches", ...content);
    return element("section.part", {}, element("details", { open: wasUnmatched },
      element("summary", {}, "How this call would be answered now"), content));
  }

  candidate({ request, file, line, column, note, conditions }) {
    return element("div.candidate", {},
      element("h4", {}, this.app.requests.byName.has(request)
        ? element("button.link", { type: "button", onclick: () => this.reveal(request) }, request) : request,
      element("span.where", {}, `${file}:${line}:${column}`)),
      note && element("p.note", {}, note),
      element("ul.conditions", {}, conditions.map(conditionItem)));
  }

  suggested(call, { suggestedSpec }) {
    if (!suggestedSpec) return null;
    const root = element("section.part", {}, element("h3", {}, "A spec that answers this call"));
    const code = element("pre.block", { tabindex: "0", "aria-label": "Suggested spec" }, suggestedSpec);
    const actions = element("div.actions", {});
    let editor = null;
    const take = () => copy(editor ? root.querySelector("textarea").value : suggestedSpec);
    actions.append(element("button", { type: "button", title: "Copy spec (y)", onclick: take }, "Copy spec"));
    const add = () => {
      if (editor) return editor.focus();
      const used = new Set(this.app.state.requests.map(({ spec }) => spec));
      editor = specEditor({
        name: specName(call.method, call.path, used), text: suggestedSpec, isAdded: false, removed: () => this.close(),
      });
      code.replaceWith(editor.root);
      button?.remove();
      editor.focus();
    };
    let button = null;
    if (!this.app.state.readOnly) {
      button = element("button.primary", { type: "button", title: "Add for now (a)", onclick: add }, "Add for now");
      actions.prepend(button);
    }
    this.suggestion = { take, add: button ? add : () => {} };
    root.append(code, actions);
    return root;
  }

  request(call) {
    return element("div", {},
      call.query !== null && part("Query", definitions("facts.mono", [...new URLSearchParams(call.query)])),
      fieldsPart("Header fields", call.fields), bodyPart("Body", call));
  }

  reply(call, reply) {
    return reply && element("div", {}, fieldsPart("Header fields of the reply", reply.fields),
      call.method !== "HEAD" && bodyPart("Body of the reply", reply));
  }
}

function fieldsPart(title, fields) {
  return part(title, fields.length ? definitions("facts.mono", fields.map(({ name, value }) => [name, value])) : "None");
}

/// The body of a call or of a reply, and how it differs from what was sent.
function bodyPart(title, { body, bodyIsBase64, bodySize, bodyNote }) {
  if (bodySize === 0) return null;
  return part(`${title} (${count(bodySize, "byte")}${bodyIsBase64 ? ", in Base64" : ""})`,
    bodyNote !== null && element("p.note", {}, `${bodyNote[0].toUpperCase()}${bodyNote.slice(1)}.`),
    body && element("pre.block", { tabindex: "0", "aria-label": title }, bodyIsBase64 ? body : pretty(body)));
}

function definitions(kind, facts) {
  return element(`dl.${kind}`, {}, facts.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

function conditionItem(condition) {
  const { kind, name, met, expected, found, file, line, column, details = [], differences = [] } = condition;
  return element(met ? "li" : "li.not", {},
    element("span.mark", { role: "img", "aria-label": met ? "met" : "not met" }, met ? "✓" : "✗"),
    element("div", {}, element("span.kind", {}, name ? `${kind} ${name}` : kind), ": ",
      met ? element("span", {}, found) : ["expected ", element("ins", {}, expected), ", found ", element("del", {}, found)],
      !met && element("span.where", {}, ` ${file}:${line}:${column}`),
      details.map((detail) => element("span.more", {}, detail)),
      differences.map(({ kind, pointer, expected, found }) => element("span.more", {}, `${pointer || "/"}: `,
        kind === "missing" ? `missing, expected ${expected}` : kind === "extra" ? `not expected: ${found}` : `expected ${expected}, found ${found}`))));
}
