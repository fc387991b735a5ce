/// What is sent over a WebSocket, and when. The contents of the messages are known to a `SocketContent`.
package struct SocketPlan: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    /// Whether it answers messages. Otherwise, it follows the entry before it.
    package var isAnswer = false
    package var hasMessage = false
    /// The code with which the WebSocket is closed after the message; `nil` if it stays open.
    package var closeCode: Int?
    /// The pause before it.
    package var delay: Delay?
    /// The pause between repetitions; `nil` if there are none.
    package var every: Delay?
    /// How often the message is sent; `nil` for forever. Applies only with `every`.
    package var times: Int?

    package init() {}
  }

  /// What happens with messages that no entry answers.
  package enum Otherwise: Sendable, Hashable {
    case ignore, echo
    case close(Int)
  }

  package var entries: [Entry] = []
  package var otherwise = Otherwise.ignore

  package init(_ entries: [Entry] = [], otherwise: Otherwise = .ignore) {
    (self.entries, self.otherwise) = (entries, otherwise)
  }
}

/// A position in the plan of a WebSocket: what is due next. The adapter does what `next(at:)` returns, one after the other.
///
/// Times are those of any clock that doesn't go back.
package struct SocketCursor: Sendable {
  package enum Action: Sendable, Equatable {
    /// The message of an entry is sent, as an answer to another one if that isn't `nil`.
    case entry(Int, answering: SocketMessage?)
    case send(SocketMessage)
    case close(Int)
  }

  /// The number of pending answers from which no more messages should be read, and the size in bytes of the messages that they
  /// answer.
  private static let (answerLimit, sizeLimit) = (100, 1 << 20)
  /// The shortest pause between repetitions, since a random one can be zero.
  private static let shortestPause = Duration.milliseconds(1)

  private struct Pending: Sendable {
    enum Work: Sendable {
      /// An entry is reached.
      case begin(Int, answering: SocketMessage?)
      /// - Parameter rest: How often the message is still sent; `nil` for forever.
      case `repeat`(Int, answering: SocketMessage?, rest: Int?)
      case send(SocketMessage)
      case close(Int)
    }

    let due: Duration
    let work: Work

    var repeatedEntry: Int? { if case .repeat(let index, _, _) = work { index } else { nil } }

    /// The message that is answered, or sent back; `nil` if there is none, or if the first answer to it was sent.
    var message: SocketMessage? {
      switch work {
      case .begin(_, let message): message
      case .send(let message): message
      case .repeat, .close: nil
      }
    }
  }

  private let plan: SocketPlan
  /// Returns a random pause.
  private let sample: @Sendable (Delay) -> Duration
  /// What is to do, sorted by time. Of what is due at the same time, the first that was added comes first.
  private var pending: ArraySlice<Pending> = []
  private var isClosed = false

  /// Creates the position at the start.
  ///
  /// - Parameter sample: Returns a random pause.
  package init(_ plan: SocketPlan, at now: Duration, sample: @escaping @Sendable (Delay) -> Duration) {
    (self.plan, self.sample) = (plan, sample)
    follow(from: 0, at: now)
  }

  /// When the next action is due; `nil` if none is expected.
  package var due: Duration? { pending.first?.due }

  /// Whether so many answers are pending that no more messages should be read.
  package var isBusy: Bool {
    let answers = pending.lazy.compactMap(\.message)
    return pending.count >= Self.answerLimit && answers.count >= Self.answerLimit
      || answers.reduce(0) { $0 + $1.content.count } >= Self.sizeLimit
  }

  /// Receives a message.
  ///
  /// - Parameter entry: The entry that answers it; `nil` if none does.
  package mutating func receive(_ message: SocketMessage, answeredBy entry: Int?, at now: Duration) {
    if let entry { return begin(entry, answering: message, at: now) }
    switch plan.otherwise {
    case .ignore: break
    case .echo: add(.send(message), due: now)
    case .close(let code): add(.close(code), due: now)
    }
  }

  /// Removes and returns the next action that is due; `nil` if none is.
  package mutating func next(at now: Duration) -> Action? {
    while let first = pending.first, first.due <= now {
      switch pending.removeFirst().work {
      case .send(let message): return .send(message)
      case .close(let code):
        (isClosed, pending) = (true, [])
        return .close(code)
      case .repeat(let index, let message, let rest):
        again(index, answering: message, rest: rest, at: now)
        return .entry(index, answering: message)
      case .begin(let index, let message):
        let entry = plan.entries[index]
        if entry.every != nil {
          // Of an answer that is repeated, only the last one is.
          pending.removeAll { $0.repeatedEntry == index }
          again(index, answering: message, rest: entry.times, at: now)
        }
        if let code = entry.closeCode { add(.close(code), due: now) }
        if !entry.isAnswer, entry.closeCode == nil { follow(from: index + 1, at: now) }
        if entry.hasMessage { return .entry(index, answering: message) }
      }
    }
    return nil
  }

  /// Adds the next entry in turn.
  private mutating func follow(from index: Int, at now: Duration) {
    guard let next = plan.entries[index...].firstIndex(where: { !$0.isAnswer }) else { return }
    begin(next, answering: nil, at: now)
  }

  private mutating func begin(_ index: Int, answering message: SocketMessage?, at now: Duration) {
    let entry = plan.entries[index]
    guard entry.hasMessage || entry.closeCode != nil else { return }
    add(.begin(index, answering: message), due: now + (entry.delay.map(sample) ?? .zero))
  }

  private mutating func again(_ index: Int, answering message: SocketMessage?, rest: Int?, at now: Duration) {
    guard rest != 1, let every = plan.entries[index].every else { return }
    add(
      .repeat(index, answering: message, rest: rest.map { $0 - 1 }), due: now + max(sample(every), Self.shortestPause))
  }

  private mutating func add(_ work: Pending.Work, due: Duration) {
    guard !isClosed else { return }
    let place = pending.lastIndex { $0.due <= due }.map { $0 + 1 } ?? pending.startIndex
    pending.insert(Pending(due: due, work: work), at: place)
  }
}
