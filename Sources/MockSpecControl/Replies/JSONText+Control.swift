import HTTPTypes
import MockSpec
import MockSpecDiagnostics

extension JSONText {
  /// Writes texts by name, in the order of the names.
  mutating func members(_ texts: [String: String]) {
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { member(name, text) }
  }

  mutating func member(_ name: String, _ step: Decision.Step?) {
    guard let step else { return null(name) }
    member(name) { json in
      json.member("number", step.number)
      json.member("count", step.count)
    }
  }

  mutating func member(_ name: String, _ diagnostics: [Diagnostic]) {
    key(name)
    raw("[")
    let renderer = JSONRenderer()
    for diagnostic in diagnostics {
      separate()
      renderer.write(diagnostic, to: &self)
    }
    raw("]")
  }
}

extension JSONText {
  /// Writes the members of a request.
  mutating func write(_ request: RequestStatus, selected: String?, calls: Int) {
    member("name", request.name)
    member("match", request.match)
    member("file", request.place.file)
    member("line", request.place.line)
    member("column", request.place.column)
    member("source", request.isBuiltInCode ? "code" : request.runtimeSpec == nil ? "file" : "runtime")
    member("spec", request.runtimeSpec)
    member("enabled", request.isEnabled)
    member("responses", request.responses) { json, response in
      json.member("name", response.name)
      json.member("summary", response.summary)
    }
    member("selected", selected)
    if let next = request.next {
      member("next") { json in
        json.member("response", next.response)
        json.member("reason", next.reason.rawValue)
        json.member("step", next.step)
      }
    } else {
      null("next")
    }
    member("calls", calls)
  }

  /// Writes the members of a call that a mock made.
  mutating func write(_ record: CallbackRecord) {
    member("number", record.number)
    member("call", record.call)
    member("request", record.requestName)
    member("response", record.responseName)
    member("method", record.method)
    member("url", record.url)
    member("attempts", record.attempts)
    let (result, status, reason) = record.result.parts
    member("result", result)
    if let status { member("status", status) } else { null("status") }
    member("reason", reason)
  }

  /// Writes the members of a call, with redacted secrets.
  ///
  /// - Parameter hasBody: Whether its body is written, or `null` in its place.
  mutating func write(_ record: CallRecord, hasBody: Bool = true) {
    let record = record.redacted(withBody: hasBody)
    member("number", record.number)
    member("time", Timestamp.text(record.time))
    member("method", record.method)
    member("url", record.url)
    member("path", record.path)
    member("query", record.query)
    member("request", record.requestName)
    member("response", record.responseName)
    member("reason", record.reason?.rawValue)
    member("step", record.step)
    member("changes") { $0.members(record.changes) }
    let traceParent = record.traceParent
    member("traceId", traceParent?.traceID)
    member("spanId", traceParent?.spanID)
    member("outcome", record.outcome.kind)
    if case .reply(let status) = record.outcome { member("status", status) } else { null("status") }
    member("detail", "\(record.outcome)")
    member("duration", Int((record.duration / .milliseconds(1)).rounded()))
    write(record.fields, body: hasBody ? record.body : nil, isCut: record.call.storedBody.cut != nil)
    member("bodySize", record.bodySize)
    member("bodyNote", record.bodyNote)
    write(sentFor: record)
    write(trafficOf: record, hasMessages: hasBody)
  }

  /// Writes the members of the reply to a call, with redacted secrets.
  mutating func write(replyTo record: CallRecord) {
    guard let reply = record.redacted.reply, let sent = record.reply else { return null("reply") }
    let isHidden = reply.content.isEmpty && !sent.content.isEmpty
    let isCut = sent.content.count < record.replySize
    let isChanged = !isHidden && reply.content != sent.content
    let notes = [
      isHidden ? "not shown: it contains a name in 'redact', and its value can't be hidden" : nil,
      isCut && !isHidden ? "the first \(sent.content.count) of \(record.replySize) bytes" : nil,
      isChanged ? "secret values are replaced" : nil,
    ].compactMap(\.self)
    member("reply") { json in
      json.member("status", reply.status)
      json.write(reply.fields, body: reply.body, isCut: isCut)
      json.member("bodySize", record.replySize)
      json.member("bodyNote", notes.isEmpty ? nil : notes.joined(separator: "; "))
    }
  }

  /// Writes the members of header fields and a body.
  ///
  /// - Parameters:
  ///   - body: The bytes; `nil` to write `null`.
  ///   - isCut: Whether the body is a beginning, which can end in the middle of a character.
  mutating func write(_ fields: HTTPFields, body: [UInt8]?, isCut: Bool = false) {
    member("fields", fields) { json, field in
      json.member("name", field.name.rawName)
      json.member("value", field.value)
    }
    let text = body.flatMap { body in
      (0..<(isCut ? 4 : 1)).lazy.compactMap { String(validating: body.dropLast($0), as: UTF8.self) }.first
    }
    member("body", body.map { text ?? Base64.encode($0) })
    member("bodyIsBase64", body != nil && text == nil)
  }
}

extension CallRecord.Outcome {
  /// An identifier for programs.
  fileprivate var kind: String {
    switch self {
    case .reply: "reply"
    case .failure: "failure"
    case .fault: "fault"
    case .passThrough: "passed-through"
    case .forward: "forwarded"
    case .unmatched: "unmatched"
    case .rejected: "rejected"
    case .templateFailed, .closureFailed: "failed"
    case .pending: "pending"
    }
  }
}
