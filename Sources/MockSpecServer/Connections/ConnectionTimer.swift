import MockSpec
import NIOCore

/// Ends a connection whose client sends nothing, sends too slowly, or receives nothing of what is sent.
///
/// Each connection has one timer, which calls don't set: when it fires, it compares times, and is set again.
///
/// Not thread-safe: used only on the connection's event loop.
final class ConnectionTimer {
  /// The call that has been received in part.
  private enum Part {
    /// There is none. `since` is when the client's turn began; `nil` if it hasn't begun.
    case none(since: NIODeadline?)
    case head(start: NIODeadline)
    case body(start: NIODeadline, bytes: Int)
  }

  private let limits: ServerLimits
  /// The time after which the minimum rate of a body applies.
  private let bodyGrace: TimeAmount
  private unowned let connection: ConnectionHandler
  /// The longest time between two checks: the shortest of the limits.
  private let period: TimeAmount
  private var part = Part.none(since: nil)
  /// Since when the client can send; `nil` while its calls are being answered.
  private var readSince: NIODeadline?
  private var progress = PeerProgress()
  /// The time when the TLS record that has been received in part began to arrive.
  private var recordStart: NIODeadline?
  private var isEncrypted = false
  private var timer: Scheduled<Void>?

  /// Creates a timer; `nil` if the limits need none.
  init?(_ limits: ServerContext.Limits, _ connection: ConnectionHandler) {
    self.limits = limits.server
    self.connection = connection
    bodyGrace = TimeAmount(limits.bodyGrace)
    let times = [limits.server.idleTimeout, limits.server.headerTimeout].filter { $0 > .zero }.map { TimeAmount($0) }
    guard let period = (times + (limits.server.bodyRate > 0 ? [bodyGrace] : [])).min() else { return nil }
    self.period = period
  }

  /// Starts the timer when the connection is opened.
  func start(_ context: ChannelHandlerContext) { schedule(at: context.eventLoop.now + period, context) }

  func cancel() { timer?.cancel() }

  /// Records that the client can send from now on.
  func beginRead(_ context: ChannelHandlerContext) {
    let now = context.eventLoop.now
    readSince = now
    switch part {
    case .none(nil): part = .none(since: now)
    case .none: break
    // The parts of the next calls that had arrived are answered now.
    case .head, .body: if connection.isBetweenCalls { part = .none(since: now) }
    }
  }

  /// Records that bytes have arrived, before the connection handles them.
  func endRead() { readSince = nil }

  /// Records that bytes have arrived that may not be decrypted yet. Between calls, a part of a record counts as the
  /// beginning of a head. Within a body, bytes count when they arrive, not when their record is whole.
  func receivedEncrypted(_ bytes: EncryptedBytes, _ context: ChannelHandlerContext) {
    isEncrypted = true
    if bytes.endsRecord { recordStart = nil } else { recordStart = recordStart ?? context.eventLoop.now }
    if case .body(let start, let count) = part { part = .body(start: start, bytes: count + bytes.count) }
  }

  /// Records what the connection expects after it has handled bytes.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - isSame: Whether they belong to a call that had arrived in part, or to no call yet.
  func received(_ count: Int, ofSameCall isSame: Bool, _ context: ChannelHandlerContext) {
    recordStart = nil
    switch (connection.expectedPart, part) {
    case (.nothing, _): part = .none(since: nil)
    // An empty line isn't a part of a call.
    case (.head, .none) where connection.isBetweenCalls && isSame: break
    case (.head, _) where connection.isBetweenCalls: part = .none(since: nil)
    // The beginning of the next call has arrived with the end of the previous one.
    case (.head, _) where !isSame: part = .head(start: context.eventLoop.now)
    case (.head, .head): break
    case (.head, _): part = .head(start: context.eventLoop.now)
    case (_, .body(let start, let bytes)) where isSame:
      // Encrypted bytes were counted when they arrived.
      part = .body(start: start, bytes: isEncrypted ? bytes : bytes + count)
    case (_, _): part = .body(start: context.eventLoop.now, bytes: 0)
    }
  }

  private func schedule(at time: NIODeadline, _ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
    let now = context.eventLoop.now
    var next = now + period
    if let limit = receiptLimit(now, context) {
      if limit <= now { return connection.giveUp(after: limits.idleTimeout) }
      next = min(next, limit)
    }
    if readSince != nil {
      let (limit, refusal) = limit
      if let limit, limit > now {
        next = min(next, limit)
      } else if limit != nil {
        (part, recordStart) = (.none(since: now), nil)
        if let refusal { connection.refuse(refusal, context) } else { connection.finish() }
      }
    } else {
      // The client couldn't send.
      if recordStart != nil { recordStart = now }
      switch part {
      case .none: break
      case .head: part = .head(start: now)
      case .body: part = .body(start: now, bytes: 0)
      }
    }
    if context.channel.isActive { schedule(at: next, context) }
  }

  /// Returns when the connection is reset unless the client receives more; `nil` for never.
  private func receiptLimit(_ now: NIODeadline, _ context: ChannelHandlerContext) -> NIODeadline? {
    guard limits.idleTimeout > .zero else { return nil }
    return progress.stall(connection.output.count, missing: context.unreceivedBytes, now)
      .map { $0 + TimeAmount(limits.idleTimeout) }
  }

  /// Returns when the connection ends unless something is received, and the reply then; `nil` for never.
  private var limit: (NIODeadline?, Refusal?) {
    switch part {
    case .none(let start):
      let idle = limits.idleTimeout > .zero ? start.map { $0 + TimeAmount(limits.idleTimeout) } : nil
      // Whole records without a call don't prolong the time of an idle connection.
      guard let recordStart, case let head = headLimit(recordStart), let end = head.0, idle.map({ end < $0 }) ?? true
      else { return (idle, nil) }
      return head
    case .head(let start): return headLimit(start)
    case .body(let start, let bytes):
      guard limits.bodyRate > 0 else { return (nil, nil) }
      let time = TimeAmount.milliseconds(Int64(bytes) * 1_000 / Int64(limits.bodyRate))
      return (
        start + max(bodyGrace, time),
        Refusal(status: 408, "the body was received at less than \(limits.bodyRate) bytes per second")
      )
    }
  }

  private func headLimit(_ start: NIODeadline) -> (NIODeadline?, Refusal?) {
    guard limits.headerTimeout > .zero else { return (nil, nil) }
    return (
      start + TimeAmount(limits.headerTimeout),
      Refusal(status: 408, "the head of the request wasn't received within \(limits.headerTimeout)")
    )
  }
}
