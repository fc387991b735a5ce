// Facts of the control API as text.

/// Splits the short form of a match, such as "POST https://example.com/login, body".
export function splitMatch(match) {
  const [, methods, rest] = /^(?:([A-Z][A-Z0-9|_-]*) )?([^]*)$/.exec(match);
  const comma = rest.indexOf(", ");
  const target = comma < 0 ? rest : rest.slice(0, comma);
  const [, authority, path] = /^((?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*)?([^]*)$/i.exec(target);
  return {
    methods: methods ?? "ANY", path: path || target, conditions: comma < 0 ? "" : rest.slice(comma + 2),
    host: (authority ?? "").replace(/^.*\/\//, ""),
  };
}

export function reasonText({ reason, step }, scene) {
  switch (reason) {
    case "selection": return "selected";
    case "scene": return scene ? `scene ${scene}` : "scene";
    case "sequence": return step ? `step ${step.number} of ${step.count}` : "sequence";
    case "state": return "by a state";
    case "header": return "named by the call";
    default: return "default";
  }
}

/// Returns the status at the start of a summary such as "200, application/json, 12 bytes"; "error" if there is none.
export function statusOf(summary) {
  return /^\d{3}\b/.exec(summary)?.[0] ?? "error";
}

/// Returns the delay in a summary, such as "after 3s"; an empty text if there is none.
export function delayOf(summary) {
  return /, (after [^,]+)/.exec(summary)?.[1] ?? "";
}

export const statusClass = (status) => `s${/^[1-5]/.exec(String(status))?.[0] ?? "x"}`;

export const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

const pad = (number, digits = 2) => String(number).padStart(digits, "0");

export function clock(time) {
  const date = new Date(time);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
}

export function duration(milliseconds) {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 120_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}

/// Returns JSON with line breaks, with its numbers and names as they are; other text unchanged.
export function pretty(text) {
  if (text.length > 200_000 || !/^\s*[{[]/.test(text)) return text;
  try { JSON.parse(text); } catch { return text; }
  let result = "";
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of text.matchAll(/[{[]\s*[}\]]|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === "{" || token === "[") { depth += 1; result += token + line(); }
    else if (token === "}" || token === "]") { depth -= 1; result += line() + token; }
    else if (token === ",") result += token + line();
    else result += token === ":" ? ": " : token;
  }
  return result;
}

/// Returns a name for a run-time spec that isn't in use.
export function specName(method, path, used) {
  const base = `${method}${path}`.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "spec";
  let name = base;
  for (let number = 2; used.has(name); number += 1) name = `${base}-${number}`;
  return name;
}
