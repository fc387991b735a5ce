package import MockSpec
import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// An override of the way in which one call is answered, instead of the selections of its environment.
package struct CallOverride: Sendable {
  /// The source of the reply.
  package enum Source: Sendable {
    /// Without any mock.
    case outcome(Decision.Outcome)
    /// A response of a request, which has to match the call.
    case response(ResponseSelection)
    /// The reply of the mocks.
    ///
    /// - Parameter fallback: Returns the outcome if no mock matches; `nil` if there is none.
    case mocks(fallback: @Sendable () -> Decision.Outcome?)
  }

  package var source: Source
  /// The scene that selects responses for the call, instead of selections and the active scene.
  package var scene: String?
  /// The delay, instead of that of the response.
  package var delay: Duration?

  package init(_ source: Source, scene: String?, delay: Duration?) {
    (self.source, self.scene, self.delay) = (source, scene, delay)
  }

  /// Whether the call goes to its real destination, as without mocks.
  var isLive: Bool {
    if case .outcome(.passThrough) = source { true } else { false }
  }

  /// The override for the request to which a redirect has led.
  fileprivate var afterRedirect: CallOverride {
    isLive ? self : CallOverride(.mocks { nil }, scene: scene, delay: nil)
  }
}

/// An override that applies to tasks as long as it is retained.
///
/// The environment finds it by the description of the task: on Linux, properties of a request don't reach a
/// URLProtocol. The request doesn't contain the override, so nothing of it is sent.
package final class TaskOverride: Sendable {
  fileprivate let override: CallOverride
  private let description: String
  private let table: TaskOverrideTable

  init(_ override: CallOverride, in table: TaskOverrideTable) {
    (self.override, self.table) = (override, table)
    description = table.nextDescription()
    table.add(self, description)
  }

  deinit { table.remove(description) }

  /// Applies the override to a task that hasn't been resumed.
  ///
  /// - Parameter isRedirected: Whether the task sends the request to which a redirect has led.
  package func apply(to task: URLSessionTask, isRedirected: Bool) {
    task.taskDescription = isRedirected ? description + CallOverrideKey.redirectMark : description
  }
}

/// The key that finds the override of a call.
struct CallOverrideKey: Sendable {
  /// The end of the description of a task that sends the request to which a redirect has led.
  fileprivate static let redirectMark = " redirected"

  fileprivate let description: String
  fileprivate let isRedirected: Bool

  /// - Parameters:
  ///   - description: The description of the task.
  ///   - isRedirected: Whether redirects have led from the task's request to this one.
  init(description: String, isRedirected: Bool) {
    let isMarked = description.hasSuffix(Self.redirectMark)
    self.description = isMarked ? String(description.dropLast(Self.redirectMark.count)) : description
    self.isRedirected = isRedirected || isMarked
  }
}

/// The overrides of an environment, by the descriptions of their tasks.
final class TaskOverrideTable: Sendable {
  private struct Entry: Sendable {
    weak var override: TaskOverride?
  }

  /// The number of the last override in the process. The numbers are unique, so that an environment doesn't find the
  /// override of another one.
  private static let last = Atomic<UInt64>(0)

  private let entries = Mutex<[String: Entry]>([:])

  subscript(key: CallOverrideKey) -> CallOverride? {
    let found = entries.withLock { $0[key.description]?.override }
    return key.isRedirected ? found?.override.afterRedirect : found?.override
  }

  fileprivate func nextDescription() -> String { "MockSpec.\(Self.last.add(1, ordering: .relaxed).newValue)" }

  fileprivate func add(_ override: TaskOverride, _ description: String) {
    entries.withLock { $0[description] = Entry(override: override) }
  }

  fileprivate func remove(_ description: String) { entries.withLock { _ = $0.removeValue(forKey: description) } }
}
