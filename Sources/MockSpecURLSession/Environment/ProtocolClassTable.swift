import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which environment answers for which URLProtocol class.
///
/// URLSession makes its protocol objects from classes alone, so the class is the only thing that can say where a
/// request belongs. This table is global because classes are. Each environment has a class of its own while it lives.
/// Classes can't be unmade; they are used again, but only after a long rest, so that a session that outlives its
/// environment fails with an error and isn't answered by a stranger.
enum ProtocolClassTable {
  /// How many environments must end after an environment before its class is used again; 0.8 KB each.
  static let rest = 1_024

  private struct Entry {
    weak var environment: InterceptionEnvironment?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// Longest at rest first.
    var resting: [MockURLProtocol.Type] = []
    var classCount = 0
  }

  private static let state = Mutex(State())

  /// How many classes have ever been made.
  static var classCount: Int { state.withLock { $0.classCount } }

  static func takeClass() -> MockURLProtocol.Type {
    state.withLock {
      if $0.resting.count > rest { return $0.resting.removeFirst() }
      $0.classCount += 1
      return taggedClass($0.classCount, EndTag.self)
    }
  }

  static func assign(_ type: MockURLProtocol.Type, to environment: InterceptionEnvironment) {
    state.withLock { $0.entries[ObjectIdentifier(type)] = Entry(environment: environment) }
  }

  static func giveBack(_ type: MockURLProtocol.Type) {
    state.withLock {
      $0.entries[ObjectIdentifier(type)] = nil
      $0.resting.append(type)
    }
  }

  /// `nil` once the environment has ended.
  static func environment(of type: MockURLProtocol.Type) -> InterceptionEnvironment? {
    state.withLock { $0.entries[ObjectIdentifier(type)]?.environment }
  }
}

/// A class per `Tag`, all with the same code.
private final class TaggedURLProtocol<Tag>: MockURLProtocol {}

// The tags spell a number in binary: class 6 is TaggedURLProtocol<OneTag<OneTag<ZeroTag<EndTag>>>>. The runtime makes
// each type when it is first asked for, in about 3 µs.
private enum EndTag {}
private enum ZeroTag<Rest> {}
private enum OneTag<Rest> {}

private func taggedClass<Tag>(_ number: Int, _ tag: Tag.Type) -> MockURLProtocol.Type {
  if number == 0 { return TaggedURLProtocol<Tag>.self }
  return number.isMultiple(of: 2)
    ? taggedClass(number / 2, ZeroTag<Tag>.self) : taggedClass(number / 2, OneTag<Tag>.self)
}
