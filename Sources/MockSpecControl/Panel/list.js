// A grid of which only the visible rows are in the document. The height of each row is known before it is made.
import { element } from "./dom.js";

const margin = 6;
let lastID = 0;

export class List {
  /// - root: the element that scrolls.
  /// - key(item): identifies an item; heightOf(item): in pixels; isGroup(item): whether it can't be current.
  /// - mark(item): a text that changes with what is shown; fill(row, item): fills an empty row.
  /// - open(item, row): for Enter and clicks; act(action, item, row): for buttons with data-action.
  constructor(root, options) {
    Object.assign(this, options);
    this.root = root;
    this.items = [];
    this.offsets = [0];
    this.rows = new Map();
    this.current = null;
    this.sizer = element("div.sizer", { role: "rowgroup" });
    this.empty = element("div.empty", { hidden: true });
    root.append(this.sizer, this.empty);
    root.setAttribute("role", "grid");
    root.setAttribute("tabindex", "0");
    root.setAttribute("aria-label", this.label);
    root.addEventListener("scroll", () => this.later(), { passive: true });
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("focus", () => { if (this.index() < 0) this.move(1); });
    new ResizeObserver(() => this.later()).observe(root);
  }

  /// Replaces the items. Those in view stay where they are, unless the start is in view.
  set(items) {
    const top = this.root.scrollTop;
    const first = top > 0 ? this.at(top) : -1;
    const anchor = first >= 0 && first < this.items.length
      ? { key: this.key(this.items[first]), by: top - this.offsets[first] } : null;
    this.items = items;
    this.positions = null;
    this.offsets = new Array(items.length + 1);
    let offset = 0;
    for (let index = 0; index < items.length; index += 1) {
      this.offsets[index] = offset;
      offset += this.heightOf(items[index]);
    }
    this.offsets[items.length] = offset;
    this.sizer.style.height = `${offset}px`;
    this.sizer.hidden = items.length === 0;
    this.empty.hidden = items.length > 0;
    this.root.setAttribute("aria-rowcount", items.length);
    if (anchor && this.keepsPlace) {
      const index = this.indexOf(anchor.key);
      if (index >= 0) this.root.scrollTop = this.offsets[index] + anchor.by;
    }
    this.draw();
  }

  indexOf(key) {
    this.positions ??= new Map(this.items.map((item, index) => [this.key(item), index]));
    return this.positions.get(key) ?? -1;
  }

  index() { return this.current === null ? -1 : this.indexOf(this.current); }
  item() { return this.items[this.index()]; }

  later() {
    this.frame ??= requestAnimationFrame(() => { this.frame = null; this.draw(); });
  }

  /// Returns the index of the row at an offset.
  at(offset) {
    let [low, high] = [0, this.items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.offsets[middle + 1] <= offset) low = middle + 1; else high = middle;
    }
    return low;
  }

  draw() {
    const height = this.root.clientHeight;
    const top = this.root.scrollTop;
    const start = Math.max(0, this.at(top) - margin);
    const end = height === 0 ? 0 : Math.min(this.items.length, this.at(top + height) + 1 + margin);
    const unused = new Set(this.rows.keys());
    for (let index = start; index < end; index += 1) {
      const item = this.items[index];
      const key = this.key(item);
      const mark = this.mark(item);
      let shown = this.rows.get(key);
      unused.delete(key);
      if (!shown) {
        shown = { row: element("div.row", { role: "row", id: `row-${lastID += 1}` }), index: -1, offset: -1 };
        this.rows.set(key, shown);
      }
      // A row that shows the same isn't touched, so that a click on it isn't lost.
      if (shown.mark !== mark) {
        shown.row.replaceChildren();
        this.fill(shown.row, item);
        shown.mark = mark;
      }
      shown.item = item;
      if (shown.index !== index) {
        shown.index = index;
        shown.row.setAttribute("aria-rowindex", index + 1);
      }
      if (shown.offset !== this.offsets[index]) {
        shown.offset = this.offsets[index];
        shown.row.style.transform = `translateY(${shown.offset}px)`;
      }
      const isCurrent = key === this.current;
      if (shown.row.classList.contains("current") !== isCurrent) shown.row.classList.toggle("current", isCurrent);
      if (!shown.row.isConnected) this.sizer.append(shown.row);
    }
    for (const key of unused) {
      this.rows.get(key).row.remove();
      this.rows.delete(key);
    }
    const active = this.current === null ? undefined : this.rows.get(this.current);
    if (active) this.root.setAttribute("aria-activedescendant", active.row.id);
    else this.root.removeAttribute("aria-activedescendant");
  }

  /// Makes an item current and scrolls it into view. Returns its row.
  show(key) {
    const index = this.indexOf(key);
    if (index < 0) return null;
    this.current = key;
    const [from, to] = [this.offsets[index], this.offsets[index + 1]];
    const height = this.root.clientHeight;
    // The title of its group comes along.
    const above = index > 0 && this.isGroup(this.items[index - 1]) ? this.offsets[index - 1] : from;
    if (above < this.root.scrollTop) this.root.scrollTop = above;
    else if (to > this.root.scrollTop + height) this.root.scrollTop = to - height;
    this.draw();
    return this.rows.get(key)?.row;
  }

  /// Moves by a number of items; at the ends, to the last one.
  move(by) {
    const step = Math.sign(by);
    let index = this.index();
    if (index < 0) index = step > 0 ? this.at(this.root.scrollTop) - 1 : this.items.length;
    let found = -1;
    for (let left = Math.abs(by); left > 0;) {
      index += step;
      if (index < 0 || index >= this.items.length) break;
      if (this.isGroup(this.items[index])) continue;
      found = index;
      left -= 1;
    }
    if (found >= 0) this.show(this.key(this.items[found]));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.root.clientHeight / 48) - 1);
    const moves = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const by = moves[event.key];
    if (by !== undefined) this.move(by);
    // A button in a row handles its own Enter.
    else if (event.key === "Enter" && event.target === this.root && this.item()) this.open(this.item(), this.show(this.current));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  clicked(event) {
    const row = event.target.closest(".row");
    const shown = row && [...this.rows.values()].find((shown) => shown.row === row);
    if (!shown) return;
    const action = event.target.closest("[data-action]")?.dataset.action;
    if (!this.isGroup(shown.item)) {
      this.current = this.key(shown.item);
      this.draw();
    }
    if (action) this.act(action, shown.item, row);
    else if (this.opensOnClick && !this.isGroup(shown.item)) this.open(shown.item, row);
  }
}
