import MockSpec
import MockSpecURLSession
import MockSpecWatcher
import Synchronization

/// The projects of this process's tests. Each location is loaded once, even if that fails. So a thousand tests take the
/// time of one load, and have the same version of the specs.
enum SharedProjects {
  private final class Slot: Sendable {
    let result = Mutex<Result<LiveProject, any Error>?>(nil)
  }

  private static let slots = Mutex<[SpecSource: Slot]>([:])

  /// Returns the project of a location. Other callers wait while it is loaded.
  static func project(of specs: SpecLocation, filePath: String) throws -> LiveProject {
    let source = try specs.source(calledFrom: filePath)
    let slot = slots.withLock { slots in
      let slot = slots[source] ?? Slot()
      slots[source] = slot
      return slot
    }
    return try slot.result.withLock { result in
      let loaded =
        result
        ?? Result {
          try MockInterceptor.project(
            of: specs, watch: false, allowsEmpty: false, filePath: filePath,
            reportingTo: ReportHandler(isObserved: { false }, onEvent: { _ in }))
        }
      result = loaded
      return loaded
    }.get()
  }
}
