import MockSpecDiagnostics
import MockSpecDocument

extension ModelFormat {
  var api: any ModelAPI.Type {
    switch self {
    case .openAIChat: OpenAIChat.self
    case .anthropicMessages: AnthropicMessages.self
    }
  }
}

/// How an API sends a reply.
protocol ModelAPI {
  init(_ reply: ModelReply, _ call: inout ParsedCall)

  /// Adds the events of the reply up to its end, or to what takes the place of the end.
  func addEvents(to events: inout ModelEvents)

  /// Adds the events that end a complete reply.
  func addEnd(to events: inout ModelEvents)

  /// Writes an error, which is the data of an event, or the whole body.
  func write(_ failure: ModelReply.Failure, to json: inout JSONText)

  /// Writes the body for a call that doesn't ask for a stream.
  func writeWhole(to json: inout JSONText)

  /// The reasons for which a reply ends: after a text, for calls of tools, and others.
  static var finishes: (text: String, toolCalls: String, others: Set<String>) { get }

  /// The name of the event that has an error; `nil` if events have no names.
  static var failureName: String? { get }

  /// Returns an ID.
  ///
  /// - Parameter digits: Hexadecimal digits that are derived from the call.
  static func messageID(_ digits: String) -> String
  static func toolCallID(_ digits: String) -> String
}

/// The answer to one call of a model's API.
enum ModelAnswer {
  case stream(EventStream)
  /// - Parameter status: The status of an error; `nil` for that of the response.
  case whole(status: Int?, body: [UInt8])

  /// - Parameters:
  ///   - written: The stream as the spec has it, with the reply as its only event.
  ///   - call: The call. It asks for a stream with `"stream": true`.
  init(
    _ written: EventStream, _ format: ModelFormat, to call: inout ParsedCall, seed: UInt64, now: Duration
  ) {
    let api = format.api
    let reply = ModelReply(written.events.first?.bytes ?? [], to: &call, seed: seed, now: now, api)
    let sender = api.init(reply, &call)
    if call.json?.value("stream")?.boolValue != true {
      var json = JSONText()
      if let failure = reply.failure { sender.write(failure, to: &json) } else { sender.writeWhole(to: &json) }
      self = .whole(status: reply.failure?.status, body: json.bytes)
      return
    }
    var events = ModelEvents(firstDelay: written.events.first?.delay)
    sender.addEvents(to: &events)
    if let failure = reply.failure {
      events.addPiece(api.failureName) { sender.write(failure, to: &$0) }
    } else if written.end == .close {
      sender.addEnd(to: &events)
    }
    self = .stream(EventStream(events: events.all, every: written.every, times: 1, end: written.end))
  }
}

/// The events of a reply. Only those with a piece of it have pauses before them.
struct ModelEvents {
  private(set) var all: [EventStream.Event] = []
  /// The pause before the first piece, in place of the usual one.
  private var firstDelay: Delay?

  init(firstDelay: Delay?) { self.firstDelay = firstDelay }

  /// Adds an event after a pause.
  mutating func addPiece(_ name: String?, _ write: (inout JSONText) -> Void) {
    add(name, delay: firstDelay.take(), write)
  }

  /// Adds an event without a pause.
  mutating func add(_ name: String?, _ write: (inout JSONText) -> Void) { add(name, delay: .fixed(.zero), write) }

  private mutating func add(_ name: String?, delay: Delay?, _ write: (inout JSONText) -> Void) {
    var json = JSONText()
    write(&json)
    let fields = EventFields(data: json.bytes, name: name.map { Array($0.utf8) })
    all.append(EventStream.Event(bytes: StreamFormat.sse.bytes(of: fields), delay: delay))
  }
}
