internal import MockSpec

extension FolderEvents {
  /// The watches of an update.
  struct Update {
    let kernel: Kernel
    let subscriber: FolderEvents
    let folders: [String: WatchedNames.Folder]
    /// The watches before.
    let earlier: [String: Kernel.Watch]
    private(set) var watches: [String: Kernel.Watch] = [:]
    private(set) var polled: [String: PollingReason] = [:]
    /// A subscription that wasn't watched because of a limit.
    private(set) var refused: Subscription?
    /// The reasons why watched paths are polled as well.
    private var reasons: [String: PollingReason] = [:]

    init(
      kernel: Kernel, subscriber: FolderEvents, folders: [String: WatchedNames.Folder],
      after earlier: [String: Kernel.Watch]
    ) {
      (self.kernel, self.subscriber, self.folders, self.earlier) = (kernel, subscriber, folders, earlier)
    }

    /// Watches a folder, or its nearest existing ancestor.
    mutating func watch(_ folder: String) {
      var candidate: String? = folder
      while let path = candidate, watches[path] == nil {
        let subscription = Subscription(path: path, subscriber: subscriber)
        switch kernel.watch(subscription, contents: folders[path]?.hasFiles ?? false) {
        case .watching(let watch, let reason):
          watches[path] = watch
          reasons[path] = reason
        case .missing:
          // A folder that has been moved away may come back. Until then, what is written in it counts, too.
          watches[path] = earlier[path]
          candidate = Self.parent(of: path)
        case .refused(let reason): return poll(folder, reason, subscription)
        }
      }
      polled[folder] = candidate.map { reasons[$0] } ?? .unsupported
    }

    /// Watches a file. If that isn't possible, its folder is polled.
    mutating func watch(file path: String, in folder: String) {
      let subscription = Subscription(path: path, subscriber: subscriber, isFile: true)
      switch kernel.watch(subscription, contents: true) {
      case .watching(let watch, _): watches[path] = watch
      case .missing: break
      case .refused(let reason): poll(folder, reason, subscription)
      }
    }

    private mutating func poll(_ folder: String, _ reason: PollingReason, _ subscription: Subscription) {
      polled[folder] = reason
      if case .limit = reason { refused = subscription }
    }

    /// The folder that a path's last component is looked up in; `nil` for a root and for the working directory.
    private static func parent(of path: String) -> String? {
      let components = path.split(separator: "/")
      guard let last = components.last, components != ["."] else { return nil }
      let parent = path[..<last.startIndex]
      if parent.isEmpty { return "." }
      return parent.allSatisfy { $0 == "/" } ? "/" : String(parent.dropLast())
    }
  }
}
