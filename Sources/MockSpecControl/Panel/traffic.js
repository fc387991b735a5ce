// What follows the head of a reply: the events of a stream, the messages of a WebSocket, and callbacks. It is read again each second
// while something runs.
import { api } from "./api.js";
import { attempt, element, part } from "./dom.js";
import { clock, count } from "./text.js";

const ends = { "whole": "all were sent", "client-left": "the client left", "stopped": "the stream was stopped", "fault": "then the connection broke" };

export class Traffic {
  /// - isShown(): whether the call is still shown.
  constructor(call, { isShown, isReadOnly }) {
    Object.assign(this, { number: call.number, isShown });
    this.parts = element("div");
    this.form = call.websocket && call.websocket.close === null && !isReadOnly ? this.messageForm() : null;
    this.root = element("div", {}, this.parts, this.form);
    this.show(call, []);
    this.follow(call, 0);
  }

  /// Reads the call and its callbacks later.
  follow(call, delay) {
    setTimeout(async () => {
      if (!this.isShown()) return;
      try {
        const [detail, callbacks] = await Promise.all([delay ? api.detail(this.number) : { call }, api.callbacks(this.number)]);
        if (!this.isShown()) return;
        this.show(detail.call, callbacks);
        const runs = detail.call.events?.end === null || detail.call.websocket?.close === null || callbacks.some(({ result }) => result === "pending");
        if (runs) this.follow(detail.call, 1000);
      } catch { if (this.isShown()) this.follow(call, 2000); }
    }, delay);
  }

  show({ events, websocket }, callbacks) {
    const mark = JSON.stringify([events, websocket, callbacks]);
    if (mark === this.mark) return;
    this.mark = mark;
    if (websocket?.close) this.form?.remove();
    this.parts.replaceChildren(...[events && this.events(events), websocket && this.socket(websocket),
      callbacks.length > 0 && this.callbacks(callbacks)].filter(Boolean));
  }

  events({ sent, end }) {
    return part("Stream", element("p.lead", { role: "status" }, `${count(sent, "event")} sent${end === null ? " until now" : `: ${ends[end] ?? end}`}`));
  }

  socket({ sent, received, messages, close }) {
    const state = close === null ? "open"
      : close.code === 1006 ? `the ${close.by} left without a close`
      : `closed by the ${close.by} with ${close.code}${close.reason ? `: ${close.reason}` : ""}`;
    return part("WebSocket", element("p.lead", { role: "status" }, `${count(sent, "message")} sent, ${received} received; ${state}`),
      messages?.length > 0 && element("ul.messages", { tabindex: "0", "aria-label": "Messages" }, messages.map((message) => element("li", {},
        element("span.mark", { role: "img", "aria-label": message.received ? "received" : "sent" }, message.received ? "←" : "→"),
        element("span.where", {}, clock(message.time)), element("span.mono", {}, message.content)))));
  }

  callbacks(callbacks) {
    return part("Callbacks", element("ul.messages", {}, callbacks.map(({ method, url, result, status, reason, attempts }) => element("li", {},
      element("span.mono", {}, `${method} ${url}`), ` → ${status ?? result}${reason ? `: ${reason}` : ""}${attempts > 1 ? ` (${count(attempts, "attempt")})` : ""}`))));
  }

  messageForm() {
    const input = element("input", { type: "text", "aria-label": "Message to the client", placeholder: "Message to the client" });
    const send = (event) => {
      event.preventDefault();
      attempt(async () => {
        await api.sendMessage(this.number, input.value);
        input.value = "";
      });
    };
    return element("form.actions", { onsubmit: send }, input, element("button", { type: "submit" }, "Send"));
  }
}
