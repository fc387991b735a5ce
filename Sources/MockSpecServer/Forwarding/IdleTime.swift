import NIOCore

/// How long an exchange with another server has been without news: without a part of the call that the server takes, or
/// of the reply.
struct IdleTime {
  private var start: NIODeadline
  private var progress = PeerProgress()

  init(start: NIODeadline) { self.start = start }

  /// Records that there is news, or that none can come now.
  mutating func end(_ now: NIODeadline) { start = now }

  /// Returns how long there has been no news. It is exact to the time between two calls.
  ///
  /// - Parameters:
  ///   - written: The number of bytes of the call that were written so far.
  ///   - missing: How many of them the server's system hasn't received.
  mutating func duration(_ written: Int, missing: Int, _ now: NIODeadline) -> TimeAmount {
    let wasPartial = progress.isPartial
    let stall = progress.stall(written, missing: missing, now)
    if let since = stall ?? (wasPartial ? now : nil) { start = max(start, since) }
    return now - start
  }
}
