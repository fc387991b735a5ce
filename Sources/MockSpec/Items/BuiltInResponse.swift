import HTTPTypes

/// A built-in response of a collection's request, and which parts of its reply a spec writes. The others are those of what the
/// operation answers.
struct BuiltInResponse: Sendable, Equatable {
  let outcome: ItemOutcome
  /// Whether a spec writes it.
  var isWritten = false
  /// Whether the body is written.
  var hasBody = false
  /// The fields that are written, or removed by null.
  var names: Set<HTTPField.Name> = []

  /// Returns the reply to a call.
  ///
  /// - Parameters:
  ///   - reply: The reply as the spec writes it, with the fields of the defaults.
  ///   - answer: What the operation answers.
  func reply(_ reply: Reply, _ answer: ItemAnswer) -> Reply {
    var fields = reply.fields
    let added = answer.fields.filter { !names.contains($0.name) && !(hasBody && $0.name == .contentType) }
    if !fields.isEmpty {
      for field in added { fields[field.name] = nil }
    }
    fields.append(contentsOf: added)
    let body = hasBody ? reply.source : .bytes(answer.body[...])
    return Reply(status: reply.status, fields: fields, body, isShared: false)
  }
}
