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

  private struct Key: Hashable {
    let source: SpecSource
    let broken: BrokenFiles
  }

  private static let slots = Mutex<[Key: Slot]>([:])

  /// Returns the project of a location. Other callers wait while it is loaded.
  static func project(of specs: SpecLocation, broken: BrokenFiles, filePath: String) throws -> LiveProject {
    let key = Key(source: try specs.source(calledFrom: filePath), broken: broken)
    let slot = slots.withLock { slots in
      let slot = slots[key] ?? Slot()
      slots[key] = slot
      return slot
    }
    return try slot.result.withLock { result in
      let loaded =
        result
        ?? Result {
          try MockInterceptor.project(
            of: specs, watch: false, allowsEmpty: false, broken: broken, filePath: filePath,
            reportingTo: ReportHandler(isObserved: { false }, onEvent: { _ in }))
        }
      result = loaded
      return loaded
    }.get()
  }
}
