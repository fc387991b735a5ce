// An editor for a run-time spec. Edits are checked as they are typed, and applied on request.
import { api, Problem } from "./api.js";
import { byID, element, toast } from "./dom.js";

/// Returns the items of a list of diagnostics. With `go`, locations are buttons.
export function diagnosticItems(diagnostics, go) {
  return diagnostics.slice(0, 50).map((diagnostic) => {
    const { file, line, column, severity, message, code, help, notes = [] } = diagnostic;
    const at = go
      ? element("button", { type: "button", onclick: () => go(line, column), "aria-label": `Go to line ${line}, column ${column}` }, `${line}:${column}`)
      : element("span.at", {}, `${file}:${line}:${column}`, ": ");
    return element("li", {}, at, element(`b.${severity === "error" ? "error" : "warning"}`, {}, `${severity}: `), message, ` [${code}]`,
      help && element("span.help", {}, `help: ${help}`),
      notes.map((note) => element("span.help", {}, `note: ${note.file ? `${note.file}:${note.line}:${note.column}: ` : ""}${note.message}`)));
  }).concat(diagnostics.length > 50 ? [element("li", {}, `and ${diagnostics.length - 50} more`)] : []);
}

const delay = 300;

/// - isAdded: whether the server has the spec.
/// - removed: called when it has been removed.
export function specEditor({ name, text, format = "yaml", isAdded, removed }) {
  let timer;
  let turn = 0;
  let bad = new Set();
  const lines = element("div.lines", { "aria-hidden": "true" });
  const area = element("textarea", {
    "aria-label": `Spec ${name}`, "aria-describedby": "spec-state spec-diagnostics", spellcheck: "false",
    autocapitalize: "off", autocomplete: "off", wrap: "off",
  });
  area.value = text;
  const state = element("p.state", { role: "status", id: "spec-state" },
    isAdded ? "In use." : "Not in use yet.");
  const list = element("ul.diagnostics", { id: "spec-diagnostics" });
  const add = element("button.primary", { type: "button", onclick: () => put(false), title: "Ctrl+Enter" }, isAdded ? "Apply" : "Add for now");
  const remove = element("button", { type: "button", onclick: () => drop(), hidden: !isAdded }, "Remove");

  function number() {
    const total = area.value.split("\n").length;
    lines.replaceChildren(...Array.from({ length: Math.min(total, 5000) }, (_, index) =>
      element(bad.has(index + 1) ? "span.bad" : "span", {}, String(index + 1))));
    lines.scrollTop = area.scrollTop;
  }

  function show(message, kind, diagnostics = []) {
    state.textContent = message;
    state.className = `state ${kind}`;
    list.replaceChildren(...diagnosticItems(diagnostics, go));
    bad = new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ line }) => line));
    number();
  }

  /// Moves the caret. Columns count Unicode scalars.
  function go(line, column) {
    const before = area.value.split("\n").slice(0, line - 1).join("\n");
    const start = line > 1 ? before.length + 1 : 0;
    const inLine = [...(area.value.split("\n")[line - 1] ?? "")].slice(0, column - 1).join("").length;
    area.focus();
    area.setSelectionRange(start + inLine, start + inLine);
    area.scrollTop = Math.max(0, (line - 8) * 18);
  }

  /// Checks the text, or applies it. Only the last answer is shown.
  async function put(isDryRun) {
    clearTimeout(timer);
    const now = turn += 1;
    if (!isDryRun) add.disabled = true;
    try {
      await api.put(name, area.value, format, isDryRun);
      if (!isDryRun) {
        remove.hidden = false;
        add.textContent = "Apply";
      }
      if (now === turn) show(isDryRun ? "No errors. Not applied yet: Ctrl+Enter applies it." : "In use until the mocks stop.", isDryRun ? "" : "good");
    } catch (error) {
      if (now !== turn) return;
      const kept = remove.hidden ? "" : " The version before stays in use.";
      const isInvalid = error instanceof Problem && error.status === 422;
      show((isInvalid ? "Not valid: fix the errors." : error.message) + kept, "bad", error.diagnostics);
    } finally {
      if (!isDryRun) add.disabled = false;
    }
  }

  async function drop() {
    clearTimeout(timer);
    turn += 1;
    try {
      await api.remove(name);
      toast(`Removed ${name}.`);
      removed();
    } catch (error) {
      show(error.message, "bad");
    }
  }

  area.addEventListener("input", () => {
    number();
    clearTimeout(timer);
    timer = setTimeout(() => { if (area.isConnected) put(true); }, delay);
  });
  area.addEventListener("scroll", () => { lines.scrollTop = area.scrollTop; });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!add.disabled) put(false);
    }
  });
  number();
  const root = element("div", {}, element("div.editor", {}, lines, area), state, list, element("div.actions", {}, add, remove));
  return { root, focus: () => area.focus() };
}

/// Shows diagnostics of the project's files.
export function showProblem(problem, warnings) {
  const box = byID("problem");
  const mark = JSON.stringify(problem);
  // An alert is announced when it changes.
  if (box.dataset.mark !== mark) {
    box.dataset.mark = mark;
    box.hidden = problem === null;
    box.replaceChildren();
    if (problem) {
      box.append(element("strong", {}, problem.message),
        element("ul.diagnostics", {}, diagnosticItems(problem.diagnostics)));
    }
  }
  const more = byID("warnings");
  more.hidden = problem !== null || warnings.length === 0;
  more.replaceChildren(element("summary", {}, `${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}`),
    element("ul.diagnostics", {}, diagnosticItems(warnings)));
}
