import Synchronization

/// What concurrent code reports to a test.
package final class Notes: Sendable {
  private let lines = Mutex<[String]>([])

  package init() {}

  package var all: [String] { lines.withLock { $0 } }

  package func add(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
