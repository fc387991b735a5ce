import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The environments of the URLProtocol classes.
///
/// URLSession creates its protocol objects from classes, so only the class can tell which environment a call belongs
/// to. The table is global because classes are. Each environment has a class of its own until it ends, and one for each
/// chain that begins with it. Classes can't be deallocated, so they are used again, but only after many others. So the
/// calls of a session that outlives its environment fail, and aren't answered by another environment.
enum ProtocolClassTable {
  /// The number of environments that must end before the class of an ended one is used again. A class takes 0.8 KB.
  static let rest = 1_024

  private struct Member {
    weak var environment: InterceptionEnvironment?
  }

  private struct State {
    var entries: [ObjectIdentifier: [Member]] = [:]
    /// The classes of ended environments, longest ended first.
    var resting: [MockURLProtocol.Type] = []
    var classCount = 0
  }

  private static let state = Mutex(State())

  /// The number of classes that exist.
  static var classCount: Int { state.withLock { $0.classCount } }

  static func takeClass() -> MockURLProtocol.Type {
    state.withLock {
      if $0.resting.count > rest { return $0.resting.removeFirst() }
      $0.classCount += 1
      return taggedClass($0.classCount, EndTag.self)
    }
  }

  /// - Parameter environments: The environments that answer the calls of the class, in the order in which they are asked.
  static func assign(_ type: MockURLProtocol.Type, to environments: [InterceptionEnvironment]) {
    state.withLock { $0.entries[ObjectIdentifier(type)] = environments.map(Member.init) }
  }

  static func giveBack(_ type: MockURLProtocol.Type) {
    state.withLock {
      $0.entries[ObjectIdentifier(type)] = nil
      $0.resting.append(type)
    }
  }

  /// Returns the environments that answer the calls of a class, each `nil` after its end; empty if all have ended.
  static func environments(of type: MockURLProtocol.Type) -> [InterceptionEnvironment?] {
    state.withLock { $0.entries[ObjectIdentifier(type)]?.map(\.environment) ?? [] }
  }
}

/// A class that belongs to environments until it is released.
final class EnvironmentClass: Sendable {
  let type = ProtocolClassTable.takeClass()

  deinit { ProtocolClassTable.giveBack(type) }
}

/// One class for each `Tag`, all with the same code.
private final class TaggedURLProtocol<Tag>: MockURLProtocol {}

// The tags write a number in binary: class 6 is TaggedURLProtocol<OneTag<OneTag<ZeroTag<EndTag>>>>. The runtime creates
// each type on first use, in about 3 µs.
private enum EndTag {}
private enum ZeroTag<Rest> {}
private enum OneTag<Rest> {}

private func taggedClass<Tag>(_ number: Int, _ tag: Tag.Type) -> MockURLProtocol.Type {
  if number == 0 { return TaggedURLProtocol<Tag>.self }
  return number.isMultiple(of: 2)
    ? taggedClass(number / 2, ZeroTag<Tag>.self) : taggedClass(number / 2, OneTag<Tag>.self)
}
