// The states of the mocks, each with its values.
import { api } from "./api.js";
import { attempt, byID, element } from "./dom.js";

export class States {
  /// - changed(): called when the user has chosen a value, also if the server refused it.
  constructor({ changed }) {
    this.changed = changed;
    this.root = byID("states");
    this.selects = new Map();
  }

  /// Shows states. A list of values that is open isn't touched unless the declarations have changed.
  set(states) {
    const mark = JSON.stringify(states.map(({ name, values }) => [name, values]));
    if (this.mark !== mark) {
      this.mark = mark;
      this.selects = new Map(states.map(({ name, values }) => [name, this.select(name, values)]));
      this.root.replaceChildren(...states.map(({ name }) => element("label", {}, name, " ", this.selects.get(name))));
      this.root.hidden = states.length === 0;
    }
    this.update(Object.fromEntries(states.map(({ name, value }) => [name, value])));
  }

  /// Shows the values of states, by name.
  update(values) {
    for (const [name, value] of Object.entries(values)) {
      const select = this.selects.get(name);
      if (select && select.value !== value) select.value = value;
    }
  }

  select(name, values) {
    return element("select", {
      onchange: async ({ target }) => {
        await attempt(() => api.setState(name, target.value));
        this.changed();
      },
    }, values.map((value) => element("option", { value }, value)));
  }
}
