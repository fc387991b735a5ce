// Elements are made with createElement, and all text is set as text: nothing from a call or a spec is parsed as HTML.

export const byID = (id) => document.getElementById(id);

/// Returns a new element. Names of attributes that start with "on" are event handlers; children can be nodes or text.
export function element(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name || "div");
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("aria-")) made.setAttribute(key, String(value));
    else if (value === false) continue;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/// Returns a part of the details.
export function part(title, ...content) {
  return element("section.part", {}, title && element("h3", {}, title), content);
}

let toastTimer;

/// Shows a message for a few seconds.
export function toast(message) {
  byID("toast").textContent = message;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { byID("toast").textContent = ""; }, 5000);
}

/// Runs an action, and shows its error.
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    toast(error.message);
  }
}

/// Copies text, also where the page isn't in a secure context.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const focused = document.activeElement;
    const area = element("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    focused?.focus();
    if (!isCopied) return toast("The browser doesn't allow copying.");
  }
  toast("Copied.");
}
