import MockSpecDiagnostics

/// Messages: named events, with blocks of content that begin and end.
struct AnthropicMessages: ModelAPI {
  static let finishes = (
    text: "end_turn", toolCalls: "tool_use", others: ["max_tokens", "stop_sequence", "pause_turn", "refusal"] as Set
  )
  static let failureName: String? = "error"

  static func messageID(_ digits: String) -> String { "msg_" + digits }
  static func toolCallID(_ digits: String) -> String { "toolu_" + digits }

  private let reply: ModelReply

  init(_ reply: ModelReply, _ call: inout ParsedCall) { self.reply = reply }

  func addEvents(to events: inout ModelEvents) {
    add("message_start", to: &events) { event in
      event.member("message") { writeMessage(to: &$0, isWhole: false) }
    }
    add("ping", to: &events) { _ in }
    if reply.text != nil {
      addBlock(0, reply.textPieces, "text_delta", "text", to: &events) { writeText("", to: &$0) }
    }
    for (number, call) in reply.toolCalls.enumerated() {
      let index = number + (reply.text == nil ? 0 : 1)
      if index > 0 { addBlockEnd(index - 1, to: &events) }
      addBlock(index, call.pieces, "input_json_delta", "partial_json", to: &events) {
        write(call, input: Array("{}".utf8), to: &$0)
      }
    }
  }

  /// Adds a block of content up to its end.
  ///
  /// - Parameters:
  ///   - pieces: The content in pieces.
  ///   - type: The type of the events with the pieces.
  ///   - key: The key of a piece in its event.
  ///   - write: Writes the members of the block before its content.
  private func addBlock(
    _ index: Int, _ pieces: [Substring], _ type: String, _ key: String, to events: inout ModelEvents,
    _ write: (inout JSONText) -> Void
  ) {
    add("content_block_start", to: &events) { event in
      event.member("index", index)
      event.member("content_block", write)
    }
    for piece in pieces {
      let name = "content_block_delta"
      events.addPiece(name) { json in
        json.object { event in
          event.member("type", name)
          event.member("index", index)
          event.member("delta") { delta in
            delta.member("type", type)
            delta.member(key, String(piece))
          }
        }
      }
    }
  }

  private func addBlockEnd(_ index: Int, to events: inout ModelEvents) {
    add("content_block_stop", to: &events) { $0.member("index", index) }
  }

  func addEnd(to events: inout ModelEvents) {
    let count = reply.toolCalls.count + (reply.text == nil ? 0 : 1)
    if count > 0 { addBlockEnd(count - 1, to: &events) }
    add("message_delta", to: &events) { event in
      event.member("delta") { delta in
        delta.member("stop_reason", reply.finish)
        delta.null("stop_sequence")
      }
      event.member("usage") { $0.member("output_tokens", reply.usage.output) }
    }
    add("message_stop", to: &events) { _ in }
  }

  /// Adds an event without a pause.
  private func add(_ name: String, to events: inout ModelEvents, _ write: (inout JSONText) -> Void) {
    events.add(name) { json in
      json.object { event in
        event.member("type", name)
        write(&event)
      }
    }
  }

  func write(_ failure: ModelReply.Failure, to json: inout JSONText) {
    json.object { body in
      body.member("type", "error")
      body.member("error") { error in
        error.member("type", failure.type)
        error.member("message", failure.message)
      }
    }
  }

  func writeWhole(to json: inout JSONText) { json.object { writeMessage(to: &$0, isWhole: true) } }

  private func writeMessage(to message: inout JSONText, isWhole: Bool) {
    message.member("id", reply.id)
    message.member("type", "message")
    message.member("role", "assistant")
    message.member("model", reply.model)
    message.key("content")
    message.raw("[")
    if isWhole {
      if let text = reply.text { message.object { writeText(text, to: &$0) } }
      for call in reply.toolCalls {
        message.separate()
        message.object { write(call, input: call.arguments, to: &$0) }
      }
    }
    message.raw("]")
    message.member("stop_reason", isWhole ? reply.finish : nil)
    message.null("stop_sequence")
    message.member("usage") { usage in
      usage.member("input_tokens", reply.usage.input)
      usage.member("output_tokens", isWhole ? reply.usage.output : 1)
    }
  }

  private func writeText(_ text: String, to block: inout JSONText) {
    block.member("type", "text")
    block.member("text", text)
  }

  private func write(_ call: ModelReply.ToolCall, input: [UInt8], to block: inout JSONText) {
    block.member("type", "tool_use")
    block.member("id", call.id)
    block.member("name", call.name)
    block.key("input")
    block.raw(input)
  }
}
