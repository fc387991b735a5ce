import Foundation
import Synchronization

/// The two ways in which the tree is served.
enum Engine: Int, Sendable, CaseIterable, CustomStringConvertible {
  case server, interceptor
  var description: String { self == .server ? "server" : "interceptor" }
}

/// An answer, or the way in which a call failed.
enum Outcome: Sendable, Equatable, CustomStringConvertible {
  case body([UInt8])
  case notFound
  case failure(String)

  var description: String {
    switch self {
    case .body(let bytes): "\(bytes.count) bytes: \(Self.shown(bytes.prefix(50))) … \(Self.shown(bytes.suffix(30)))"
    case .notFound: "404"
    case .failure(let text): text
    }
  }

  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).debugDescription
  }
}

/// Knows which answers are correct. It can be used on any thread.
///
/// The history of a request has its versions in the order in which they are written. An operation that brings back an old
/// version adds it again. An engine's answers never go back in a history.
final class Oracle: Sendable {
  enum Presence: Sendable {
    case present, absent
    /// Changed since the last settle.
    case either
  }

  /// A call for a request, with what was known before it was made.
  struct Question: Sendable {
    let engine: Engine
    let name: String
    fileprivate let floor: Int
    fileprivate let presence: Presence
    let sent = ContinuousClock.now
  }

  private struct Name {
    var presence: Presence
    var history: [Int] = []
    var newest = 0
    /// The position in the history of the newest answer, by engine.
    var floors = [0, 0]
    /// The number of operations at work during which the name is missing for a moment.
    var gaps = 0
    /// Whether a gap was longer than promised since the last settle.
    var isLate = false
    /// 404s during gaps whose length isn't known yet.
    var suspects: [(engine: Engine, text: String)] = []
  }

  private struct State {
    var names: [String: Name] = [:]
    var order: [String] = []
    var hot: [String] = []
    var answers = [0, 0]
    var late = [0, 0]
    var failure: String?
  }

  private let state = Mutex(State())

  // MARK: - What operations do

  func add(_ name: String, presence: Presence) {
    state.withLock {
      guard $0.names[name] == nil else { return }
      $0.names[name] = Name(presence: presence)
      $0.order.append(name)
    }
  }

  /// Returns the next version of a name, which may be answered from now on.
  func next(_ name: String, length: Int) -> Record {
    state.withLock { state in
      state.names[name]!.newest += 1
      let version = state.names[name]!.newest
      state.names[name]!.history.append(version)
      return Record(name: name, version: version, length: length)
    }
  }

  /// Notes that an operation brings back an old version.
  func goBack(to record: Record) {
    state.withLock { $0.names[record.name]!.history.append(record.version) }
  }

  /// Notes that names are added or removed for good.
  func noteChange(of names: [String]) {
    state.withLock { state in for name in names { state.names[name]!.presence = .either } }
  }

  func beginGap(of names: [String]) {
    state.withLock { state in for name in names { state.names[name]!.gaps += 1 } }
  }

  func endGap(of names: [String], isLate: Bool) {
    state.withLock { state in
      for name in names {
        state.names[name]!.gaps -= 1
        if isLate { state.names[name]!.isLate = true }
        judge(name, &state)
      }
    }
  }

  /// Notes the names that an operation changes, which are asked for more often.
  func noteHot(_ names: [String]) {
    state.withLock { $0.hot = ($0.hot + names).suffix(8) }
  }

  // MARK: - What clients do

  /// Chooses a name.
  func question(for engine: Engine, _ name: String? = nil) -> Question {
    state.withLock { state in
      let name = name ?? (Bool.random() ? state.hot.randomElement() : nil) ?? state.order.randomElement()!
      let known = state.names[name]!
      return Question(engine: engine, name: name, floor: known.floors[engine.rawValue], presence: known.presence)
    }
  }

  /// Checks an answer.
  func check(_ answer: Outcome, to question: Question) {
    var version: Int?
    if case .body(let bytes) = answer { version = Record.version(of: bytes, named: question.name) }
    state.withLock { state in
      state.answers[question.engine.rawValue] += 1
      var known = state.names[question.name]!
      defer { state.names[question.name] = known }
      let place = "\(question.engine), \(question.name), sent \(clock(question.sent)): "
      switch answer {
      case .failure(let text): fail(place + text, &state)
      case .notFound:
        if question.presence != .present || known.presence != .present { return }
        if known.gaps == 0, !known.isLate { return fail(place + "404, though it exists", &state) }
        if known.isLate {
          state.late[question.engine.rawValue] += 1
        } else {
          known.suspects.append((question.engine, place + "404, though it was missing for a moment only"))
        }
      case .body:
        if question.presence == .absent, known.presence == .absent { return fail(place + "it was removed", &state) }
        guard let version else { return fail(place + "not a whole version: \(answer)", &state) }
        guard let position = known.history[question.floor...].firstIndex(of: version) else {
          let expected = known.history[question.floor...].prefix(20)
          let what = known.history.contains(version) ? "older than announced" : "never written"
          return fail(place + "\(what): \(version), expected one of \(Array(expected))", &state)
        }
        known.floors[question.engine.rawValue] = max(known.floors[question.engine.rawValue], position)
      }
    }
  }

  private func judge(_ name: String, _ state: inout State) {
    guard let known = state.names[name], known.gaps == 0, let first = known.suspects.first else { return }
    if known.isLate {
      for suspect in known.suspects { state.late[suspect.engine.rawValue] += 1 }
    } else {
      fail(first.text, &state)
    }
    state.names[name]!.suspects = []
  }

  // MARK: - Settling

  var names: [String] { state.withLock { $0.order } }

  /// The number of the newest version of a name, in the order of writing.
  func current(_ name: String) -> Int? { state.withLock { $0.names[name]!.history.last } }

  /// Notes that all engines answer what is on disk: `present` are the names that exist.
  func noteSettled(present: Set<String>) {
    state.withLock { state in
      for name in state.order {
        state.names[name]!.presence = present.contains(name) ? .present : .absent
        state.names[name]!.isLate = false
        for engine in Engine.allCases {
          state.names[name]!.floors[engine.rawValue] = max(0, state.names[name]!.history.count - 1)
        }
      }
    }
  }

  // MARK: - Results

  func fail(_ text: String) { state.withLock { fail(text, &$0) } }

  private func fail(_ text: String, _ state: inout State) {
    if state.failure == nil { state.failure = "\(clock(.now)) \(text)" }
  }

  var failure: String? { state.withLock { $0.failure } }
  /// The number of answers by engine.
  var answers: [Int] { state.withLock { $0.answers } }
  /// The number of 404s by engine that aren't mistakes, since a name was missing for longer than promised.
  var late: [Int] { state.withLock { $0.late } }
}

private let start = ContinuousClock.now

/// Returns the seconds since the start.
func clock(_ instant: ContinuousClock.Instant) -> String {
  let time = (instant - start).components
  return String(format: "%.4f s", Double(time.seconds) + Double(time.attoseconds) / 1e18)
}
