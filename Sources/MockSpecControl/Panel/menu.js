// The responses of a request, of which one is chosen.
import { element } from "./dom.js";
import { statusClass, statusOf } from "./text.js";

let close = null;

/// Shows the responses beside an element.
///
/// - chosen: called with the name of a response, or null to remove the selection.
/// - closed: called once at the end.
export function openMenu(request, beside, chosen, closed) {
  close?.();
  const choices = request.responses.map((response) => ({ name: response.name, summary: response.summary }));
  if (request.selected !== null) choices.push({ name: null });
  let index = Math.max(0, choices.findIndex(({ name }) => name === (request.next?.response ?? request.selected)));
  const options = choices.map(({ name, summary }, index) => {
    const isUsed = name !== null && name === request.next?.response;
    const option = element("div", { role: "option", id: `option-${index}`, "aria-selected": name !== null && name === request.selected });
    if (isUsed) option.classList.add("used");
    if (name === null) {
      option.classList.add("none");
      option.append(element("span.name", {}, "Remove the selection"),
        element("span.summary", {}, "The scene, the sequence, the states or the default decides."));
    } else {
      option.append(element("span.name", {}, name),
        element(`span.summary`, {}, element(`span.status.${statusClass(statusOf(summary))}`, {}, statusOf(summary)),
          summary.replace(/^\d{3}(, )?/, "")));
    }
    option.addEventListener("click", () => choose(index));
    option.addEventListener("pointermove", () => move(index));
    return option;
  });
  const menu = element("div.menu", { role: "listbox", tabindex: "-1", "aria-label": `Responses of ${request.name}` }, options);

  function move(to) {
    options[index]?.classList.remove("current");
    index = (to + options.length) % options.length;
    options[index].classList.add("current");
    menu.setAttribute("aria-activedescendant", options[index].id);
  }

  function end(returnsFocus) {
    if (close !== end) return;
    close = null;
    removeEventListener("resize", end);
    menu.remove();
    closed(returnsFocus);
  }

  function choose(at) {
    const { name } = choices[at];
    end(true);
    chosen(name);
  }

  menu.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "j") move(index + 1);
    else if (key === "ArrowUp" || key === "k") move(index - 1);
    else if (key === "Home") move(0);
    else if (key === "End") move(options.length - 1);
    else if (key === "Enter" || key === " ") choose(index);
    else if (key === "Escape" || key === "Tab") end(true);
    else return;
    event.preventDefault();
    options[index]?.scrollIntoView({ block: "nearest" });
  });
  menu.addEventListener("focusout", (event) => { if (!menu.contains(event.relatedTarget)) end(false); });
  addEventListener("resize", end);

  close = end;
  // Inside a landmark, and outside of what scrolls.
  document.querySelector("main").append(menu);
  const box = beside.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const isBelow = box.bottom + size.height + 8 < innerHeight || box.top < size.height + 8;
  menu.style.left = `${Math.max(8, Math.min(box.right - size.width, innerWidth - size.width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(isBelow ? box.bottom + 3 : box.top - size.height - 3, innerHeight - size.height - 8))}px`;
  move(index);
  menu.focus();
  options[index].scrollIntoView({ block: "nearest" });
}
