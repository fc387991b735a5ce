package import Foundation

/// What a process uses.
package struct Resources: Sendable {
  package private(set) var descriptors = 0
  package private(set) var watches = 0
  package private(set) var threads = 0
  package private(set) var megabytes = 0

  package static let none = Resources()

  private init() {}

  package init(of process: pid_t) {
    let folder = "/proc/\(process)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")) ?? []
    descriptors = names.count
    for name in names {
      watches += text(of: "\(folder)/fdinfo/\(name)").split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
    }
    for line in text(of: folder + "/status").split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words[0] == "Threads:" { threads = Int(words[1]) ?? 0 }
      if words[0] == "VmRSS:" { megabytes = (Int(words[1]) ?? 0) / 1024 }
    }
  }

  /// The greater of each.
  package mutating func formMaximum(with other: Resources) {
    descriptors = max(descriptors, other.descriptors)
    watches = max(watches, other.watches)
    threads = max(threads, other.threads)
    megabytes = max(megabytes, other.megabytes)
  }

  /// Returns what has grown beyond the limits of a baseline.
  package func growth(beyond base: Resources) -> String? {
    let limits = [
      ("descriptors", descriptors, base.descriptors * 3 / 2 + 16), ("watches", watches, base.watches * 3 / 2 + 16),
      ("threads", threads, base.threads * 3 / 2 + 16), ("MB", megabytes, base.megabytes * 3 / 2 + 64),
    ]
    return limits.first { $0.1 > $0.2 }.map { "\($0.1) \($0.0), at most \($0.2) expected" }
  }
}

extension Resources: CustomStringConvertible {
  package var description: String {
    "\(descriptors) descriptors, \(watches) watches, \(threads) threads, \(megabytes) MB"
  }
}
