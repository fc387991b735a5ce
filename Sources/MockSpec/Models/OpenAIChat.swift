import MockSpecDiagnostics
import MockSpecDocument

/// Chat completions: chunks without names, and `[DONE]` at the end.
struct OpenAIChat: ModelAPI {
  static let finishes = (text: "stop", toolCalls: "tool_calls", others: ["length", "content_filter"] as Set)
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
        delta.member("content", reply.text.map { _ in "" })
      }
    }
    for piece in reply.textPieces {
      events.addPiece(nil) { json in writeChunk(to: &json) { $0.member("content", String(piece)) } }
    }
    for (index, call) in reply.toolCalls.enumerated() {
      addToolCall(index, to: &events) { part in
        part.member("id", call.id)
        part.member("type", "function")
        part.member("function") {
          $0.member("name", call.name)
          $0.member("arguments", "")
        }
      }
      for piece in call.pieces {
        addToolCall(index, to: &events) { part in part.member("function") { $0.member("arguments", String(piece)) } }
      }
    }
  }

  private func addToolCall(_ index: Int, to events: inout ModelEvents, _ write: (inout JSONText) -> Void) {
    events.addPiece(nil) { json in
      writeChunk(to: &json) { delta in
        delta.member("tool_calls", [index]) { part, index in
          part.member("index", index)
          write(&part)
        }
      }
    }
  }

  func addEnd(to events: inout ModelEvents) {
    events.add(nil) { writeChunk(to: &$0, finish: reply.finish) { _ in } }
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
      body.member("error") { error in
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
      body.member("choices", [0]) { choice, index in
        choice.member("index", index)
        choice.member("message") { writeMessage(to: &$0) }
        choice.null("logprobs")
        choice.member("finish_reason", reply.finish)
      }
      writeUsage(to: &body)
    }
  }

  private func writeMessage(to message: inout JSONText) {
    message.member("role", "assistant")
    message.member("content", reply.text)
    message.null("refusal")
    if reply.toolCalls.isEmpty { return }
    message.member("tool_calls", reply.toolCalls) { part, call in
      part.member("id", call.id)
      part.member("type", "function")
      part.member("function") {
        $0.member("name", call.name)
        $0.member("arguments", String(decoding: call.arguments, as: UTF8.self))
      }
    }
  }

  private func writeChunk(to json: inout JSONText, finish: String? = nil, _ writeDelta: (inout JSONText) -> Void) {
    json.object { chunk in
      writeHead(to: &chunk, object: "chat.completion.chunk")
      chunk.member("choices", [0]) { choice, index in
        choice.member("index", index)
        choice.member("delta", writeDelta)
        choice.null("logprobs")
        choice.member("finish_reason", finish)
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
    json.member("usage") { usage in
      usage.member("prompt_tokens", reply.usage.input)
      usage.member("completion_tokens", reply.usage.output)
      usage.member("total_tokens", reply.usage.input + reply.usage.output)
    }
  }
}
