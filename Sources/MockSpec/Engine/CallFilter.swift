/// The conditions that calls of the journal must meet.
package struct CallFilter: Sendable {
  /// The name of the request that answered; `nil` for any.
  package var request: String?
  /// The name of the response that answered; `nil` for any.
  package var response: String?
  /// Whether no request matched; `nil` for both.
  package var unmatched: Bool?
  /// The ID of the trace to which the calls belong; `nil` for any, also none.
  package var trace: String?

  package init(request: String? = nil, response: String? = nil, unmatched: Bool? = nil, trace: String? = nil) {
    self.request = request
    self.response = response
    self.unmatched = unmatched
    self.trace = trace
  }

  package func includes(_ record: CallRecord) -> Bool {
    (request.map { $0 == record.requestName } ?? true) && (response.map { $0 == record.responseName } ?? true)
      && (unmatched.map { $0 == (record.outcome == .unmatched) } ?? true)
      && (trace.map { $0 == record.traceParent?.traceID } ?? true)
  }
}
