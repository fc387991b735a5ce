/// Chat completions: chunks without names, and `[DONE]` at the end.
struct OpenAIChat: ModelAPI {
  static let failureName: String? = nil

  static func messageID(_ digits: String) -> String { "chatcmpl-" + digits }
  static func toolCallID(_ digits: String) -> String { "call_" + digits }

  private let reply: ModelReply
  /// Whether the client asks for the usage at the end of the stream.
  private let includesUsage: Bool

  init(_ reply: ModelReply, _ call: inout ParsedCall) {
    self.reply = reply
    includesUsage = call.json?.value("stream_options")?.value("include_usage")?.boolValue == true
  }

  func addEvents(to events: inout ModelEvents) {
    events.add(nil) { json in
      writeChunk(to: &json) { delta in
        delta.member("role", "assistant")
        delta.member("content", orNull: reply.text.map { _ in "" })
      }
    }
    for piece in reply.textPieces {
      events.addPiece(nil) { json in writeChunk(to: &json) { $0.member("content", String(piece)) } }
    }
    for (index, call) in reply.toolCalls.enumerated() {
      addToolCall(index, to: &events) { part in
        part.member("id", call.id)
        part.member("type", "function")
        part.object("function") {
          $0.member("name", call.name)
          $0.member("arguments", "")
        }
      }
      for piece in call.pieces {
        addToolCall(index, to: &events) { part in part.object("function") { $0.member("arguments", String(piece)) } }
      }
    }
  }

  private func addToolCall(_ index: Int, to events: inout ModelEvents, _ write: (inout JSONText) -> Void) {
    events.addPiece(nil) { json in
      writeChunk(to: &json) { delta in
        delta.list("tool_calls", [index]) { part, index in
          part.object {
            $0.member("index", index)
            write(&$0)
          }
        }
      }
    }
  }

  func addEnd(to events: inout ModelEvents) {
    events.add(nil) { writeChunk(to: &$0, finish: finish) { _ in } }
    if includesUsage {
      events.add(nil) { json in
        json.object { chunk in
          writeHead(to: &chunk, object: "chat.completion.chunk")
          chunk.member("choices", [])
          writeUsage(to: &chunk)
        }
      }
    }
    events.add(nil) { $0.raw("[DONE]") }
  }

  func write(_ failure: ModelReply.Failure, to json: inout JSONText) {
    json.object { body in
      body.object("error") { error in
        error.member("message", failure.message)
        error.member("type", failure.type)
        error.null("param")
        error.null("code")
      }
    }
  }

  func writeWhole(to json: inout JSONText) {
    json.object { body in
      writeHead(to: &body, object: "chat.completion")
      body.list("choices", [0]) { choices, index in
        choices.object { choice in
          choice.member("index", index)
          choice.object("message") { writeMessage(to: &$0) }
          choice.null("logprobs")
          choice.member("finish_reason", finish)
        }
      }
      writeUsage(to: &body)
    }
  }

  private func writeMessage(to message: inout JSONText) {
    message.member("role", "assistant")
    message.member("content", orNull: reply.text)
    message.null("refusal")
    if reply.toolCalls.isEmpty { return }
    message.list("tool_calls", reply.toolCalls) { json, call in
      json.object { part in
        part.member("id", call.id)
        part.member("type", "function")
        part.object("function") {
          $0.member("name", call.name)
          $0.member("arguments", String(decoding: call.arguments, as: UTF8.self))
        }
      }
    }
  }

  private var finish: String { reply.finish ?? (reply.toolCalls.isEmpty ? "stop" : "tool_calls") }

  private func writeChunk(to json: inout JSONText, finish: String? = nil, _ writeDelta: (inout JSONText) -> Void) {
    json.object { chunk in
      writeHead(to: &chunk, object: "chat.completion.chunk")
      chunk.list("choices", [0]) { choices, index in
        choices.object { choice in
          choice.member("index", index)
          choice.object("delta", writeDelta)
          choice.null("logprobs")
          choice.member("finish_reason", orNull: finish)
        }
      }
      if includesUsage { chunk.null("usage") }
    }
  }

  private func writeHead(to json: inout JSONText, object: String) {
    json.member("id", reply.id)
    json.member("object", object)
    json.member("created", reply.created)
    json.member("model", reply.model)
  }

  private func writeUsage(to json: inout JSONText) {
    json.object("usage") { usage in
      usage.member("prompt_tokens", reply.usage.input)
      usage.member("completion_tokens", reply.usage.output)
      usage.member("total_tokens", reply.usage.input + reply.usage.output)
    }
  }
}
