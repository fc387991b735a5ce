/// A reply that takes several writes, or a large one. It is reported once: when it is sent, or when it is broken off.
final class LongReply {
  let decided: DecidedCall
  /// The status; `nil` if the reply is broken off on purpose.
  let status: Int?
  let note: String?
  /// The number of bytes of the body that are known to be sent.
  var size = 0
  var isReported = false

  init(_ decided: DecidedCall, status: Int?, note: String? = nil) {
    self.decided = decided
    self.status = status
    self.note = note
  }
}
