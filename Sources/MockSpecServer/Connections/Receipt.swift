import NIOCore

/// What a client has received of the bytes that were written to it.
struct Receipt {
  /// How many bytes the client was last found to have received, and since when; `nil` if it had received all.
  private var last: (count: Int, since: NIODeadline)?

  /// Returns since when the client has received nothing; `nil` if it has received all.
  ///
  /// - Parameter written: The number of bytes that were written so far.
  mutating func stall(_ written: Int, _ now: NIODeadline, _ context: ChannelHandlerContext) -> NIODeadline? {
    let missing = context.unreceivedBytes
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
