/// The conditions that calls of the journal must meet.
package struct CallFilter: Sendable {
  /// The name of the request that answered; `nil` for any.
  package var request: String?
  /// The name of the response that answered; `nil` for any.
  package var response: String?
  /// Whether no request matched; `nil` for both.
  package var unmatched: Bool?

  package init(request: String? = nil, response: String? = nil, unmatched: Bool? = nil) {
    self.request = request
    self.response = response
    self.unmatched = unmatched
  }

  package func includes(_ call: Call) -> Bool {
    (request.map { $0 == call.requestName } ?? true) && (response.map { $0 == call.responseName } ?? true)
      && (unmatched.map { $0 == (call.answer == .unmatched) } ?? true)
  }
}
