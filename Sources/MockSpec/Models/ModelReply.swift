import MockSpecDiagnostics
import MockSpecDocument

/// A reply of a language model to one call.
struct ModelReply {
  struct ToolCall {
    let id: String
    let name: String
    /// The arguments as a JSON object.
    let arguments: [UInt8]

    /// The arguments in pieces.
    let pieces: [Substring]

    init(id: String, name: String, arguments: [UInt8]) {
      (self.id, self.name, self.arguments) = (id, name, arguments)
      pieces = ModelReply.pieces(of: String(decoding: arguments, as: UTF8.self))
    }
  }

  /// An error that takes the place of the reply's end.
  struct Failure {
    let type: String
    let message: String
    /// The status for a call that doesn't ask for a stream.
    let status: Int
  }

  let id: String
  let model: String
  /// The time in seconds since 1970-01-01 UTC.
  let created: Int
  let text: String?
  /// The text in pieces.
  let textPieces: [Substring]
  let toolCalls: [ToolCall]
  /// The numbers of tokens.
  let usage: (input: Int, output: Int)
  /// Why the model ended the reply.
  let finish: String
  let failure: Failure?

  /// - Parameters:
  ///   - json: The value of `stream`, with rendered templates.
  ///   - call: The call that is answered.
  ///   - seed: A number that depends on the call.
  ///   - now: The time since 1970-01-01 UTC.
  init(_ json: [UInt8], to call: inout ParsedCall, seed: UInt64, now: Duration, _ api: any ModelAPI.Type) {
    let root = DocumentParser.parseJSON(json, limits: .items)?.root
    func value(_ key: StreamKey) -> Node? { root?.value(key.rawValue) }
    func digits(_ number: Int) -> String { SeededNumbers.mixed(seed &+ UInt64(number)).hexadecimal() }
    id = api.messageID(digits(0))
    model = value(.model)?.text ?? call.json?.value("model").flatMap { $0.kind == .string ? $0.text : nil } ?? "mock"
    created = Int(now.components.seconds)
    text = value(.text)?.text
    textPieces = Self.pieces(of: text ?? "")
    toolCalls = (value(.toolCalls).map { Array($0.elements) } ?? []).enumerated().map { index, node in
      ToolCall(
        id: api.toolCallID(digits(index + 1)), name: node.value(ToolCallKey.name.rawValue)?.text ?? "",
        arguments: node.value(ToolCallKey.arguments.rawValue).map { JSONBody.bytes($0) } ?? Array("{}".utf8))
    }
    let usual = toolCalls.isEmpty ? api.finishes.text : api.finishes.toolCalls
    finish = value(.finish)?.text ?? usual
    failure = value(.error).map { node in
      Failure(
        type: node.value(ModelErrorKey.type.rawValue)?.text ?? "",
        message: node.value(ModelErrorKey.message.rawValue)?.text ?? "",
        status: node.value(ModelErrorKey.status.rawValue)?.intValue ?? 500)
    }
    let written = value(.usage)
    let count = textPieces.count + toolCalls.reduce(0) { $0 + $1.pieces.count }
    usage = (
      written?.value(UsageKey.input.rawValue)?.intValue ?? (call.body.count + 3) / 4,
      written?.value(UsageKey.output.rawValue)?.intValue ?? count
    )
  }

  /// The number of characters of a piece.
  private static let pieceSize = 8
  /// The number of pieces of a long text.
  private static let maximumCount = 10_000

  /// Returns a text in pieces, which are always the same: a word with the white space before it, or a part of a long word.
  private static func pieces(of text: String) -> [Substring] {
    let size = max(pieceSize, text.utf8.count / maximumCount)
    var pieces: [Substring] = []
    var start = text.startIndex
    var count = 0
    var isInWord = false
    for index in text.indices {
      let isSpace = text[index].isWhitespace
      if count >= size || isInWord && isSpace && size == pieceSize {
        pieces.append(text[start..<index])
        (start, count) = (index, 0)
      }
      isInWord = !isSpace
      count += 1
    }
    return start == text.endIndex ? pieces : pieces + [text[start...]]
  }
}
