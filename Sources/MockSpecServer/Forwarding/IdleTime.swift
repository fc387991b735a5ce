import NIOCore

/// The time without progress in an exchange with another server: the server has neither received a part of the call nor
/// sent a part of the reply.
struct IdleTime {
  private var start: NIODeadline
  private var progress = PeerProgress()

  init(start: NIODeadline) { self.start = start }

  /// Records that there is progress, or that there can't be any now.
  mutating func end(_ now: NIODeadline) { start = now }

  /// Returns the time without progress. Its precision is the time between two uses of this method.
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
