/// How a response of a project ends a call.
///
/// `Reply` is its reply as far as it is known: as it is written, resolved, or as it is sent.
package enum ResponseOutcome<Reply: Sendable>: Sendable {
  case reply(Reply)
  /// A fault, and the reply that it breaks.
  case fault(Fault, Reply)
  case failure(URLFailure)
  case forward(Origin)
  case passThrough

  /// The reply, including one that a fault breaks; `nil` for other outcomes.
  var reply: Reply? {
    switch self {
    case .reply(let reply), .fault(_, let reply): reply
    case .failure, .forward, .passThrough: nil
    }
  }
}

extension ResponseOutcome: Equatable where Reply: Equatable {}

extension Decision.Outcome {
  init(_ outcome: ResponseOutcome<Reply>) {
    self =
      switch outcome {
      case .reply(let reply): .reply(reply)
      case .fault(let fault, let reply): .fault(fault, reply)
      case .failure(let failure): .failure(failure)
      case .forward(let origin): .forward(origin)
      case .passThrough: .passThrough
      }
  }
}
