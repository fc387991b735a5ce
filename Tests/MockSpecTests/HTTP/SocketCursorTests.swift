import Testing

@testable import MockSpec

/// What is sent over a WebSocket and when, on a manual clock.
struct SocketCursorTests {
  private typealias Entry = SocketPlan.Entry

  private static func entry(
    isAnswer: Bool = false, sends: Bool = true, close: Int? = nil, delay: Int? = nil, every: Int? = nil,
    times: Int? = nil
  ) -> Entry {
    var entry = Entry()
    (entry.isAnswer, entry.hasMessage, entry.closeCode, entry.times) = (isAnswer, sends, close, times)
    entry.delay = delay.map { .fixed(.seconds($0)) }
    entry.every = every.map { .fixed(.seconds($0)) }
    return entry
  }

  /// Performs what is due until a time, and returns it as `time: action`.
  private static func run(_ cursor: inout SocketCursor, from start: Int = 0, until end: Int) -> [String] {
    var done: [String] = []
    for second in start...end {
      while let action = cursor.next(at: .seconds(second)) {
        switch action {
        case .entry(let index, nil): done.append("\(second): \(index)")
        case .entry(let index, let message?): done.append("\(second): \(index) \(message.text)")
        case .send(let message): done.append("\(second): \(message.text)")
        case .close(let code): done.append("\(second): close \(code)")
        }
      }
    }
    return done
  }

  private static func cursor(_ entries: [Entry], otherwise: SocketPlan.Otherwise = .ignore) -> SocketCursor {
    SocketCursor(SocketPlan(entries, otherwise: otherwise), at: .zero) { $0.longest }
  }

  @Test func `entries without receive follow each other`() {
    var cursor = Self.cursor([
      Self.entry(), Self.entry(isAnswer: true), Self.entry(delay: 2), Self.entry(close: 1000, delay: 1), Self.entry(),
    ])
    #expect(Self.run(&cursor, until: 9) == ["0: 0", "2: 2", "3: 3", "3: close 1000"])
    #expect(cursor.due == nil)
  }

  @Test func `a repeated entry doesn't hold those after it`() {
    var cursor = Self.cursor([Self.entry(delay: 1, every: 2, times: 3), Self.entry(), Self.entry(delay: 3)])
    #expect(Self.run(&cursor, until: 9) == ["1: 0", "1: 1", "3: 0", "4: 2", "5: 0"])
    #expect(cursor.due == nil)
  }

  @Test func `without times, an entry is repeated forever`() {
    var cursor = Self.cursor([Self.entry(every: 1)])
    #expect(Self.run(&cursor, until: 50).count == 51)
    #expect(cursor.due == .seconds(51))
  }

  @Test func `repetitions that were held up aren't made up for`() {
    var cursor = Self.cursor([Self.entry(every: 1)])
    #expect(Self.run(&cursor, until: 0) == ["0: 0"])
    #expect(Self.run(&cursor, from: 20, until: 21) == ["20: 0", "21: 0"])
  }

  @Test func `each message is answered, after the delay of the entry`() {
    var cursor = Self.cursor([Self.entry(isAnswer: true, delay: 2), Self.entry(isAnswer: true)])
    for (entry, text) in [(0, "a"), (1, "b"), (0, "c")] {
      cursor.receive(SocketMessage(text: text), answeredBy: entry, at: .zero)
    }
    #expect(Self.run(&cursor, until: 9) == ["0: 1 b", "2: 0 a", "2: 0 c"])
  }

  @Test func `a repeated answer begins anew with the next message`() {
    var cursor = Self.cursor([Self.entry(isAnswer: true, every: 2)])
    cursor.receive(SocketMessage(text: "a"), answeredBy: 0, at: .zero)
    #expect(Self.run(&cursor, until: 2) == ["0: 0 a", "2: 0 a"])
    cursor.receive(SocketMessage(text: "b"), answeredBy: 0, at: .seconds(3))
    #expect(Self.run(&cursor, from: 3, until: 6) == ["3: 0 b", "5: 0 b"])
  }

  @Test func `an answer without a message ignores what it answers`() {
    var cursor = Self.cursor([Self.entry(isAnswer: true, sends: false)], otherwise: .echo)
    cursor.receive(SocketMessage(text: "a"), answeredBy: 0, at: .zero)
    cursor.receive(SocketMessage(text: "b"), answeredBy: nil, at: .zero)
    #expect(Self.run(&cursor, until: 0) == ["0: b"])
  }

  @Test(arguments: [
    (SocketPlan.Otherwise.ignore, []), (.echo, ["0: a"]), (.close(1008), ["0: close 1008"]),
  ])
  func `a message that no entry answers`(otherwise: SocketPlan.Otherwise, expected: [String]) {
    var cursor = Self.cursor([], otherwise: otherwise)
    cursor.receive(SocketMessage(text: "a"), answeredBy: nil, at: .zero)
    #expect(Self.run(&cursor, until: 0) == expected)
  }

  @Test func `nothing follows a close`() {
    var cursor = Self.cursor([Self.entry(every: 1), Self.entry(isAnswer: true, sends: false, close: 1000)])
    cursor.receive(SocketMessage(text: "bye"), answeredBy: 1, at: .zero)
    cursor.receive(SocketMessage(text: "bye"), answeredBy: 1, at: .zero)
    #expect(Self.run(&cursor, until: 5) == ["0: 0", "0: close 1000"])
    cursor.receive(SocketMessage(text: "bye"), answeredBy: 1, at: .zero)
    #expect(cursor.due == nil)
  }

  @Test func `many pending answers are busy until one is sent`() {
    var cursor = Self.cursor([Self.entry(isAnswer: true, delay: 1)])
    for _ in 1..<100 { cursor.receive(SocketMessage(text: "a"), answeredBy: 0, at: .zero) }
    #expect(!cursor.isBusy)
    cursor.receive(SocketMessage(text: "a"), answeredBy: 0, at: .zero)
    #expect(cursor.isBusy)
    _ = cursor.next(at: .seconds(1))
    #expect(!cursor.isBusy)
  }

  @Test func `an answer that is repeated isn't busy`() {
    var cursor = Self.cursor([Self.entry(isAnswer: true, every: 1)])
    cursor.receive(SocketMessage(bytes: Array(repeating: 0, count: 1 << 20)), answeredBy: 0, at: .zero)
    #expect(cursor.isBusy)
    _ = cursor.next(at: .zero)
    #expect(!cursor.isBusy && cursor.due == .seconds(1))
  }

  @Test func `what is due at the same time is done in its order`() {
    var cursor = Self.cursor([Self.entry(isAnswer: true, delay: 2), Self.entry(isAnswer: true, delay: 1)])
    for (text, entry) in [("a", 0), ("b", 1), ("c", 0), ("d", 1)] {
      cursor.receive(SocketMessage(text: text), answeredBy: entry, at: .zero)
    }
    #expect(Self.run(&cursor, until: 2) == ["1: 1 b", "1: 1 d", "2: 0 a", "2: 0 c"])
  }

  @Test func `pending answers to large messages are busy`() {
    var cursor = Self.cursor([Self.entry(isAnswer: true, delay: 1)])
    let message = SocketMessage(bytes: Array(repeating: 0, count: 1 << 19))
    cursor.receive(message, answeredBy: 0, at: .zero)
    #expect(!cursor.isBusy)
    cursor.receive(message, answeredBy: 0, at: .zero)
    #expect(cursor.isBusy)
  }
}

extension Delay {
  fileprivate var longest: Duration { if case .fixed(let delay) = self { delay } else { .zero } }
}

/// The messages that the journal keeps.
struct SocketTrafficTests {
  private static func traffic(_ messages: [SocketMessage]) -> SocketTraffic {
    var traffic = SocketTraffic()
    for message in messages { traffic.add(message, isReceived: true, at: .zero) }
    return traffic
  }

  @Test func `the last 100 messages are kept`() {
    let traffic = Self.traffic((1...250).map { SocketMessage(text: "\($0)") })
    #expect(traffic.messages.map(\.message.text) == (151...250).map(String.init))
    #expect(traffic.received == 250 && traffic.sent == 0)
  }

  @Test func `of large messages, the last 64 KiB are kept`() {
    let large = SocketMessage(bytes: Array(repeating: 1, count: 30_000))
    let traffic = Self.traffic([large, large, large])
    #expect(traffic.messages.map(\.size) == [30_000, 30_000] && traffic.received == 3)
  }

  /// `é` has two bytes, so that the limit is within the last character.
  @Test func `a larger message is cut, a text between characters`() {
    let text = SocketMessage(text: "x" + String(repeating: "é", count: 40_000))
    let traffic = Self.traffic([text])
    #expect(traffic.messages.map(\.size) == [80_001])
    #expect(traffic.messages[0].message.content.count == 65_535)
    let bytes = Self.traffic([SocketMessage(bytes: Array(repeating: 0xC3, count: 80_000))])
    #expect(bytes.messages[0].message.content.count == 65_536)
  }

  @Test(
    arguments: [
      ([], 0), ([0x61], 0), ([0x61, 0xC3], 1), ([0xC3, 0xA9], 0), ([0xE2], 1), ([0xE2, 0x82], 2),
      ([0xE2, 0x82, 0xAC], 0),
      ([0xF0, 0x9F, 0x98], 3), ([0xF0, 0x9F, 0x98, 0x80], 0), ([0x80, 0x80, 0x80, 0x80], 0), ([0xC3, 0xA9, 0x80], 0),
      ([0xC0], 0), ([0xF5], 0),
    ] as [([UInt8], Int)])
  func `the bytes of a character whose rest is missing`(bytes: [UInt8], count: Int) {
    #expect(bytes.openTail == count)
  }
}
