import NIOCore

/// The phases of a connection:
///
/// ```
/// reading ⇄ answering ─▶ ending ─▶ lingering ─▶ closed
///    └──────────────────▶┘  └──────────────────▶┘
/// ```
enum ConnectionPhase {
  /// Waits for a call, or for the rest of one.
  case reading
  /// Waits for something before the reply to a call is complete. Later calls wait, too.
  case answering(PendingWork)
  /// Sends the last bytes, and ignores what the client sends.
  case ending
  /// Has ended its own side of the connection. Ignores what the client sends, until the client ends its side or a timer
  /// fires.
  case lingering(Scheduled<Void>)
  case closed

  var isReading: Bool { if case .reading = self { true } else { false } }

  /// Whether no call is answered any more.
  var isOver: Bool {
    switch self {
    case .reading, .answering: false
    case .ending, .lingering, .closed: true
    }
  }

  /// The work that the pending reply waits for; `nil` if no reply is pending.
  var work: PendingWork? { if case .answering(let work) = self { work } else { nil } }
}
