import Foundation
import Synchronization

/// Measures how long names are missing. A name that the monitor hasn't seen for a while counts as missing, too, so that the
/// measured time is never shorter than the real one.
final class Gaps: Sendable {
  /// The longest time for which a name may be missing; below the 50 ms that names have to come back.
  static let limit = Duration.milliseconds(40)

  private struct Watched {
    let path: String
    var seen = ContinuousClock.now
    var longest = Duration.zero

    mutating func look() {
      let start = ContinuousClock.now
      guard Disk.exists(path) else { return }
      longest = max(longest, .now - seen)
      seen = start
    }
  }

  private let watched = Mutex<[Int: Watched]>([:])
  private let last = Atomic(0)

  init() {
    Thread.detachNewThread { [weak self] in
      while let self {
        watched.withLock { for number in $0.keys { $0[number]!.look() } }
        usleep(1000)
      }
    }
  }

  /// Returns the longest time for which one of some paths that exist before and after a step was missing.
  func longest(of paths: [String], during step: () throws -> Void) rethrows -> Duration {
    let numbers = paths.map { _ in last.add(1, ordering: .relaxed).newValue }
    watched.withLock { for (number, path) in zip(numbers, paths) { $0[number] = Watched(path: path) } }
    defer { watched.withLock { for number in numbers { $0[number] = nil } } }
    try step()
    return watched.withLock { watched in
      for number in numbers { watched[number]!.look() }
      return numbers.map { watched[$0]!.longest }.max() ?? .zero
    }
  }
}
