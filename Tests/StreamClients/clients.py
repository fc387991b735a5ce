"""Reads streams and WebSockets with the clients that people use. Each check reads the same stream many times."""

import json
import statistics
import subprocess
import sys
import time

import anthropic
import httpx
import httpx_sse
import openai
import websockets.sync.client
from playwright.sync_api import sync_playwright

from serving import chromium, fetch, require, serving

ROUNDS = 100
TEXT = "Your lamp, a Tiffany-style table lamp, arrives on Monday. Würden Sie? 灯は月曜日に届きます。"
TOOLS = "[{name: find_order, arguments: {id: 7, tags: [a, b], note: 'a \"quoted\" ü'}}, {name: stop}]"
ARGUMENTS = [{"id": 7, "tags": ["a", "b"], "note": 'a "quoted" ü'}, {}]
SPEC = f"""
mockspec: 1
requests:
""" + "".join(f"""
  {api} Text: {{match: POST /{api}-text{path}, responses: {{R: {{stream: {{format: {form}, text: '{TEXT}', usage: {{input: 12, output: 9}}}}}}}}}}
  {api} Tools: {{match: POST /{api}-tools{path}, responses: {{R: {{stream: {{format: {form}, text: Wait., toolCalls: {TOOLS}}}}}}}}}
  {api} Error: {{match: POST /{api}-error{path}, responses: {{R: {{stream: {{format: {form}, text: Your lamp, error: {{type: overloaded_error, message: Too many lamps, status: 529}}}}}}}}}}
  {api} Cut: {{match: POST /{api}-cut{path}, responses: {{R: {{stream: {{format: {form}, text: Your lamp arrives, fault: connectionReset}}}}}}}}
  {api} Slow: {{match: POST /{api}-slow{path}, responses: {{R: {{stream: {{format: {form}, every: 100ms, text: '{TEXT * 20}'}}}}}}}}
""" for api, form, path in [("chat", "openai-chat", "/chat/completions"), ("messages", "anthropic-messages", "/v1/messages")]) + """
  Events:
    match: GET /events
    responses:
      R:
        stream:
          every: 20ms
          events:
""" + "".join(f"            - {{id: {number}, event: tick, data: {{number: {number}, text: 'line ü'}}}}\n" for number in range(50)) + """
  Page: {match: GET /page, responses: {R: {text: <p>page</p>, headers: {Content-Type: text/html}}}}
  Socket:
    match: GET /socket
    responses:
      R:
        websocket:
          protocols: [v2]
          messages:
            - {send: {json: {type: hello}}}
            - {every: 20ms, times: 5, send: {text: tick}, delay: 20ms}
            - {receive: {text: bye}, send: {text: so long}, close: 4001}
          otherwise: echo
"""

QUESTION = [{"role": "user", "content": "Where is my lamp?"}]


def chat(base, name):
    client = openai.OpenAI(base_url=f"{base}/chat-{name}", api_key="none", max_retries=0)
    return client.chat.completions.create(
        model="lamp-1", messages=QUESTION, stream=True, stream_options={"include_usage": True})


def messages(base, name):
    client = anthropic.Anthropic(base_url=f"{base}/messages-{name}", api_key="none", max_retries=0)
    return client.messages.stream(model="lamp-1", max_tokens=100, messages=QUESTION)


def check_openai_text(base):
    for _ in range(ROUNDS):
        chunks = list(chat(base, "text"))
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
        require(text == TEXT, f"openai read {text!r}")
        require(chunks[-2].choices[0].finish_reason == "stop", "the finish reason is missing")
        require(chunks[-1].usage.total_tokens == 21, "the usage is missing")
        require({chunk.model for chunk in chunks} == {"lamp-1"}, "the model is another one")
    client = openai.OpenAI(base_url=f"{base}/chat-text", api_key="none", max_retries=0)
    whole = client.chat.completions.create(model="lamp-1", messages=QUESTION)
    require(whole.choices[0].message.content == TEXT and whole.usage.prompt_tokens == 12, "the whole reply is wrong")


def check_openai_tools(base):
    for _ in range(ROUNDS):
        calls = {}
        reason = None
        for chunk in chat(base, "tools"):
            for choice in chunk.choices:
                reason = choice.finish_reason or reason
                for part in choice.delta.tool_calls or []:
                    call = calls.setdefault(part.index, [part.id, part.function.name, ""])
                    call[2] += part.function.arguments or ""
        require([call[1] for call in calls.values()] == ["find_order", "stop"], f"openai read {calls}")
        require([json.loads(call[2]) for call in calls.values()] == ARGUMENTS, f"openai read {calls}")
        require(reason == "tool_calls" and all(call[0].startswith("call_") for call in calls.values()), f"{reason} {calls}")
    client = openai.OpenAI(base_url=f"{base}/chat-tools", api_key="none", max_retries=0)
    whole = client.chat.completions.create(model="lamp-1", messages=QUESTION)
    read = [json.loads(call.function.arguments) for call in whole.choices[0].message.tool_calls]
    require(read == ARGUMENTS, f"openai read {read}")


def check_openai_breaks(base):
    for name, kinds in [("error", openai.APIError), ("cut", (openai.APIConnectionError, httpx.HTTPError, OSError))]:
        for _ in range(ROUNDS):
            text = ""
            try:
                for chunk in chat(base, name):
                    text += "".join(choice.delta.content or "" for choice in chunk.choices)
                require(False, f"{name}: no error after {text!r}")
            except Exception as error:  # noqa: BLE001
                if type(error).__name__ == "Failure":
                    raise
                require(isinstance(error, kinds) or "RemoteProtocol" in type(error).__name__ or "Read" in type(error).__name__,
                        f"{name}: {type(error).__mro__}: {error}")
            require(text.startswith("Your lamp"), f"{name}: openai read {text!r}")
    try:
        openai.OpenAI(base_url=f"{base}/chat-error", api_key="none", max_retries=0).chat.completions.create(
            model="lamp-1", messages=QUESTION)
        require(False, "no error")
    except openai.APIStatusError as error:
        require(error.status_code == 529 and "Too many lamps" in str(error), str(error))


def check_anthropic_text(base):
    for _ in range(ROUNDS):
        with messages(base, "text") as stream:
            text = "".join(stream.text_stream)
            message = stream.get_final_message()
        require(text == TEXT and message.content[0].text == TEXT, f"anthropic read {text!r}")
        require(message.stop_reason == "end_turn" and message.model == "lamp-1", f"anthropic read {message}")
        require((message.usage.input_tokens, message.usage.output_tokens) == (12, 9), f"anthropic read {message.usage}")
    client = anthropic.Anthropic(base_url=f"{base}/messages-text", api_key="none", max_retries=0)
    whole = client.messages.create(model="lamp-1", max_tokens=100, messages=QUESTION)
    require(whole.content[0].text == TEXT and whole.usage.output_tokens == 9, f"anthropic read {whole}")


def check_anthropic_tools(base):
    for _ in range(ROUNDS):
        with messages(base, "tools") as stream:
            message = stream.get_final_message()
        tools = [block for block in message.content if block.type == "tool_use"]
        require([block.name for block in tools] == ["find_order", "stop"], f"anthropic read {message}")
        require([block.input for block in tools] == ARGUMENTS, f"anthropic read {message}")
        require(message.stop_reason == "tool_use" and message.content[0].text == "Wait.", f"anthropic read {message}")


def check_anthropic_breaks(base):
    for name in ["error", "cut"]:
        for _ in range(ROUNDS):
            text = ""
            try:
                with messages(base, name) as stream:
                    for piece in stream.text_stream:
                        text += piece
                require(False, f"{name}: no error after {text!r}")
            except Exception as error:  # noqa: BLE001
                if type(error).__name__ == "Failure":
                    raise
                require(name == "cut" or isinstance(error, anthropic.APIStatusError) and "Too many lamps" in str(error),
                        f"{name}: {type(error).__mro__}: {error}")
            require(text.startswith("Your lamp"), f"{name}: anthropic read {text!r}")


def check_cancellation(base):
    for api in [chat, messages]:
        fetch(f"{base}/__mockspec/calls", "DELETE")
        stream = api(base, "slow")
        if api is messages:
            stream = stream.__enter__()
        iterator = iter(stream)
        for _ in range(5):
            next(iterator)
        left = time.monotonic()
        stream.close()
        while "client-left" not in fetch(f"{base}/__mockspec/calls")[1]:
            require(time.monotonic() - left < 1, "the server didn't notice within a second that the client left")


def check_httpx_sse_and_timing(base):
    errors = []
    for _ in range(20):
        last = None
        with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", f"{base}/events") as source:
            numbers = []
            for event in source.iter_sse():
                now = time.monotonic()
                if last is not None:
                    errors.append(abs(now - last - 0.02))
                last = now
                require(event.event == "tick" and event.json()["text"] == "line ü", f"httpx-sse read {event}")
                numbers.append((int(event.id), event.json()["number"]))
        require(numbers == [(number, number) for number in range(50)], f"httpx-sse read {numbers}")
    ninety_nine = statistics.quantiles(errors, n=100)[98]
    print(f"timing of {len(errors)} pauses of 20 ms: p50 {statistics.median(errors) * 1000:.2f} ms, "
          f"p99 {ninety_nine * 1000:.2f} ms, at most {max(errors) * 1000:.2f} ms")


NODE = """
const response = await fetch(process.argv[1])
const chunks = []
for await (const chunk of response.body) chunks.push(new TextDecoder().decode(chunk))
console.log(JSON.stringify(chunks))
"""


def check_curl_and_node(base):
    def events(text):
        return [json.loads(line.removeprefix("data: "))["number"] for line in text.splitlines() if line.startswith("data: ")]

    for arguments in [["--http1.0"], ["--http1.1"], ["--http2-prior-knowledge"]]:
        done = subprocess.run(["curl", "-sSN", *arguments, f"{base}/events"], capture_output=True, text=True, check=True)
        require(events(done.stdout) == list(range(50)), f"curl {arguments} read {done.stdout}")
    done = subprocess.run(["node", "--input-type=module", "-e", NODE, f"{base}/events"], capture_output=True, text=True, check=True)
    chunks = json.loads(done.stdout)
    require([events(chunk) for chunk in chunks] == [[number] for number in range(50)], f"Node read {chunks}")


SOCKET = """
(base) => new Promise((resolve, reject) => {
  const [socket, received] = [new WebSocket(base.replace("http", "ws") + "/socket", ["v1", "v2"]), []]
  socket.binaryType = "arraybuffer"
  socket.onerror = reject
  socket.onclose = event => resolve({received, protocol: socket.protocol, code: event.code, clean: event.wasClean})
  let ticks = 0
  socket.onmessage = ({data}) => {
    if (data === "tick" && ++ticks < 5) return
    received.push(typeof data === "string" ? data : data.byteLength)
    if (data === "tick") {
      socket.send("灯 ü")
      socket.send(new Uint8Array(70000))
      socket.send("bye")
    }
  }
})
"""
EVENTS = """
() => new Promise((resolve, reject) => {
  const [source, numbers] = [new EventSource("/events"), []]
  source.addEventListener("tick", event => numbers.push([Number(event.lastEventId), JSON.parse(event.data).number]))
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) resolve(numbers) }
})
"""
EXPECTED = {"received": ['{"type":"hello"}', "tick", "灯 ü", 70000, "so long"], "protocol": "v2", "code": 4001, "clean": True}


def check_websocket_python(base):
    for _ in range(ROUNDS):
        with websockets.sync.client.connect(f"{base.replace('http', 'ws')}/socket", subprotocols=["v1", "v2"]) as socket:
            received = [socket.recv() for _ in range(6)]
            for message in ["灯 ü", bytes(70000), "bye"]:
                socket.send(message)
            received += [socket.recv() for _ in range(3)]
            require(received == ['{"type":"hello"}', *["tick"] * 5, "灯 ü", bytes(70000), "so long"], f"websockets read {received}")
            try:
                socket.recv()
            except websockets.ConnectionClosedError as closed:
                require(closed.rcvd.code == 4001, f"the close is {closed.rcvd}")


def check_websocket_node(base):
    program = f"console.log(JSON.stringify(await ({SOCKET.strip()})(process.argv[1])))"
    done = subprocess.run(
        ["node", "--experimental-websocket", "--input-type=module", "-e", program, base], capture_output=True, text=True, check=True)
    require(json.loads(done.stdout) == EXPECTED, f"Node read {done.stdout}")


def check_chromium(base):
    with sync_playwright() as playwright, chromium(playwright) as browser:
        page = browser.new_page()
        page.goto(f"{base}/page")
        # EventSource connects again with the last ID, and 204 ends it.
        numbers = page.evaluate(EVENTS)
        require(numbers == [[number, number] for number in range(50)], f"EventSource read {numbers}")
        socket = page.evaluate(SOCKET, base)
        require(socket == EXPECTED, f"Chromium read {socket}")


def main(part):
    checks = [(name.removeprefix("check_"), check) for name, check in globals().items() if name.startswith("check_")]
    with serving({"streams.mock.yaml": SPEC}) as (_, base):
        for name, check in checks:
            if part in name:
                check(base)
                print(f"passed: {name}")


main(sys.argv[1] if len(sys.argv) > 1 else "")
