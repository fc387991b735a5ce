/// An answer that takes several writes, or a large one. It is reported once: when it is sent, or when it is broken off.
final class LongAnswer {
  let request: DecidedRequest
  /// The status; `nil` if the answer is broken off on purpose.
  let status: Int?
  let note: String?
  /// The number of bytes of the body that are known to be sent.
  var size = 0
  var isReported = false

  init(_ request: DecidedRequest, status: Int?, note: String? = nil) {
    self.request = request
    self.status = status
    self.note = note
  }
}
