internal import MockSpec

/// The reason why a folder is polled.
enum PollingReason: Hashable, Sendable {
  /// All folders are polled.
  case requested
  /// Its file system has changes that are made elsewhere.
  case remote(type: String)
  /// It is on an overlay, whose layers can be changed directly.
  case overlay
  case limit(Limit)
  /// The system doesn't watch it, for example for lack of permission, or doesn't report all changes.
  case unsupported

  /// A resource that has a limit.
  enum Limit: CaseIterable, Hashable, Sendable {
    case watches, instances, descriptors
  }

  init?(_ kind: FileSystemKind, contents: Bool) {
    switch kind {
    case .local: return nil
    // Changes of the layers below that move a whole project aren't expected.
    case .overlay where !contents: return nil
    case .overlay: self = .overlay
    case .remote(let type): self = .remote(type: type)
    }
  }
}
