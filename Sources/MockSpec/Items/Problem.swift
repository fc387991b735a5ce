import MockSpecDiagnostics

/// Why a call gets another response of a collection than the success, for a problem document (RFC 9457).
struct Problem: Error {
  /// An error in a body.
  struct Part {
    /// The JSON Pointer to the value (RFC 6901).
    let pointer: String
    let detail: String
  }

  static let contentType = "application/problem+json"

  let outcome: ItemOutcome
  let detail: String
  var parts: [Part] = []

  init(_ outcome: ItemOutcome, _ detail: String, parts: [Part] = []) {
    self.outcome = outcome
    self.detail = detail
    self.parts = parts
  }

  /// Returns the document of an outcome.
  ///
  /// - Parameter problem: What is known of one call; `nil` for a response that is the same for all calls.
  static func document(_ outcome: ItemOutcome, _ problem: Problem? = nil) -> [UInt8] {
    var text = JSONText()
    text.object { text in
      text.member("title", outcome.reason)
      text.member("status", outcome.status)
      guard let problem else { return }
      text.member("detail", problem.detail)
      if problem.parts.isEmpty { return }
      text.key("errors")
      text.raw("[")
      for part in problem.parts {
        text.separate()
        text.object { text in
          // The form of RFC 9457's own example: a URI fragment (RFC 6901 §6).
          text.member("pointer", "#" + PercentText.encode(part.pointer.utf8, keeping: "-._~!$&'()*+,;=:@/?"))
          text.member("detail", part.detail)
        }
      }
      text.raw("]")
    }
    return text.bytes
  }
}
