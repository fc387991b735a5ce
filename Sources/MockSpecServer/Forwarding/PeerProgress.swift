import NIOCore

/// The progress of a peer in receiving the bytes that were written to it.
struct PeerProgress {
  /// The number of bytes that the peer had received at the last check, and since when; `nil` if it had received all.
  private var last: (count: Int, since: NIODeadline)?

  /// Whether the peer hadn't received all bytes at the last check.
  var isPartial: Bool { last != nil }

  /// Returns the time since which the peer has received nothing; `nil` if it has received all.
  ///
  /// - Parameters:
  ///   - written: The number of bytes that were written so far.
  ///   - missing: How many of them the peer hasn't received.
  mutating func stall(_ written: Int, missing: Int, _ now: NIODeadline) -> NIODeadline? {
    guard missing > 0 else {
      last = nil
      return nil
    }
    let count = written - missing
    let since = last.flatMap { count > $0.count ? nil : $0.since } ?? now
    last = (count, since)
    return since
  }
}
