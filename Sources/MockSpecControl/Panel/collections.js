// The collections of the mocks, and the items of the one that is open.
import { api } from "./api.js";
import { attempt, byID, element } from "./dom.js";
import { count, pretty } from "./text.js";

const limit = 100;

export class Collections {
  /// - detail: shows the items; changed(): called when the user has changed items.
  constructor({ detail, changed }) {
    Object.assign(this, { detail, changed });
    this.root = byID("collections");
    this.buttons = new Map();
    this.reads = 0;
  }

  /// Shows collections with their counts.
  set(collections) {
    const mark = JSON.stringify(collections.map(({ name, path }) => [name, path]));
    if (this.mark !== mark) {
      this.mark = mark;
      this.buttons = new Map(collections.map(({ name, path }) => [name,
        element("button", { type: "button", title: `Show the items of ${path}`, onclick: () => this.open(name) })]));
      this.root.replaceChildren(...this.buttons.values());
      this.root.hidden = collections.length === 0;
    }
    for (const { name, count: items } of collections) this.buttons.get(name).textContent = `${name}: ${count(items, "item")}`;
    // After a reload, there can be other items.
    if (this.buttons.has(this.name)) this.read();
  }

  open(name) {
    Object.assign(this, { name, page: 1, shown: null });
    this.text = element("pre.block", { tabindex: "0", "aria-label": `Items of ${name}` });
    this.range = element("span", { role: "status" });
    this.previous = element("button", { type: "button", onclick: () => this.turn(-1) }, "Previous");
    this.next = element("button", { type: "button", onclick: () => this.turn(1) }, "Next");
    const reset = element("button", { type: "button", title: "Bring back the items of the spec", onclick: () => this.reset() }, "Reset items");
    this.detail.open(this.key, name, element("section.part", {}, element("div.actions", {}, this.range, this.previous, this.next, reset), this.text));
    this.read();
  }

  get key() { return `collection ${this.name}`; }

  turn(by) {
    this.page += by;
    this.read();
  }

  async reset() {
    await attempt(() => api.resetItems(this.name));
    this.read();
    this.changed();
  }

  /// Reads the open collection again soon, if it is one of several that have changed.
  update(names) {
    if (names.includes(this.name)) this.timer ??= setTimeout(() => { this.timer = undefined; this.read(); }, 200);
  }

  /// Shows the items of the open collection as they are now.
  async read() {
    const { key, page } = this;
    if (this.detail.shown !== key) return;
    const number = this.reads += 1;
    const items = await attempt(() => api.items(this.name, page, limit));
    if (!items || this.detail.shown !== key || this.reads !== number) return;
    const last = Math.max(1, Math.ceil(items.total / limit));
    if (page > last) return this.turn(last - page);
    // What is selected in the text stays as long as it is the same.
    if (this.shown !== items.text) this.text.textContent = pretty(this.shown = items.text);
    this.range.textContent = last === 1 ? count(items.total, "item")
      : `${(page - 1) * limit + 1} to ${Math.min(page * limit, items.total)} of ${count(items.total, "item")}`;
    this.previous.hidden = this.next.hidden = last === 1;
    this.previous.disabled = page === 1;
    this.next.disabled = page === last;
  }
}
