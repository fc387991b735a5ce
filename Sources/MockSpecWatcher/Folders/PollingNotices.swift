/// A notice about folders in which changes cause no events.
enum PollingNotice: Hashable, Sendable {
  /// A folder is polled from now on, and so are some others for the same reason.
  case polled(folder: String, others: Int, PollingReason)
  /// The limit no longer prevents folders from being watched.
  case watched(PollingReason.Limit)

  /// Returns the notice on one line.
  ///
  /// - Parameter shown: Returns the path of a folder as shown to users.
  func text(shown: (String) -> String) -> String {
    switch self {
    case .polled(let folder, let others, let reason):
      let more = others == 0 ? "" : others == 1 ? " and another folder" : " and \(others) other folders"
      let interval = reason == .overlay ? "every two seconds" : "each second"
      return "changes in '\(shown(folder))'\(more) are found by polling \(interval): \(reason)"
    case .watched(let limit):
      return "all folders are watched again: \(limit) is no longer reached"
    }
  }
}

extension PollingReason: CustomStringConvertible {
  var description: String {
    switch self {
    case .requested: "it was requested"
    case .remote(let type): "a file system of type \(type) doesn't report changes that are made elsewhere"
    case .overlay: "an overlay doesn't report changes of the layers below it"
    case .limit(let limit): "\(limit) is reached"
    case .unsupported: "the system doesn't report them"
    }
  }

  /// Whether a notice is given.
  fileprivate var isReported: Bool { self != .requested && self != .unsupported }
}

extension PollingReason.Limit: CustomStringConvertible {
  var description: String {
    switch self {
    case .watches: "the limit on inotify watches (fs.inotify.max_user_watches)"
    case .instances: "the limit on inotify instances (fs.inotify.max_user_instances)"
    case .descriptors: "the limit on open files (ulimit -n)"
    }
  }
}

/// Decides which notices are given: each once, and again only after a limit was no longer reached.
struct PollingNotices {
  private var given: Set<PollingReason> = []

  /// - Parameter polled: The folders that are polled now.
  mutating func next(_ polled: [String: PollingReason]) -> [PollingNotice] {
    let reported = polled.filter(\.value.isReported)
    // Topmost first, which have the shortest paths.
    let sorted = reported.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
    var notices: [PollingNotice] = []
    for (folder, reason) in sorted where given.insert(reason).inserted {
      notices.append(.polled(folder: folder, others: reported.values.count { $0 == reason } - 1, reason))
    }
    for limit in PollingReason.Limit.allCases where !reported.values.contains(.limit(limit)) {
      if given.remove(.limit(limit)) != nil { notices.append(.watched(limit)) }
    }
    return notices
  }
}
