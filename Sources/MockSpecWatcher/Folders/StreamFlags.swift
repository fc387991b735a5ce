/// The flags of an FSEvents event, with the values of `kFSEventStreamEventFlag…`.
///
/// Flags are hints: those of several changes of a path arrive in one event, without their order, and together with those of
/// earlier changes that were delivered before.
struct StreamFlags: OptionSet, Sendable {
  let rawValue: UInt32

  static let mustScanSubfolders = Self(rawValue: 0x1)
  static let userDropped = Self(rawValue: 0x2)
  static let kernelDropped = Self(rawValue: 0x4)
  static let numbersWrapped = Self(rawValue: 0x8)
  static let rootChanged = Self(rawValue: 0x20)
  static let mounted = Self(rawValue: 0x40)
  static let unmounted = Self(rawValue: 0x80)
  static let created = Self(rawValue: 0x100)
  static let removed = Self(rawValue: 0x200)
  static let statusChanged = Self(rawValue: 0x400)
  static let renamed = Self(rawValue: 0x800)
  static let modified = Self(rawValue: 0x1000)
  static let ownerChanged = Self(rawValue: 0x4000)
  static let isFolder = Self(rawValue: 0x2_0000)

  /// Events were dropped or merged.
  static let lost: Self = [.mustScanSubfolders, .userDropped, .kernelDropped, .numbersWrapped]
  /// The path, and with it all beneath, leads to something else.
  static let replaced: Self = [.rootChanged, .mounted, .unmounted]
}

extension EntryChange {
  /// Creates the change that the flags stand for; `nil` for changes without effect on a load, such as those of extended
  /// attributes.
  ///
  /// If the flags don't show whether a file is still being written, the change is one after which the file must rest. A
  /// modified file must rest in any case, since FSEvents doesn't promise that its writer has closed it.
  ///
  /// - Parameters:
  ///   - flags: The flags of an event.
  ///   - exists: Whether there is anything at the path of the event now.
  init?(_ flags: StreamFlags, exists: Bool) {
    func has(_ any: StreamFlags) -> Bool { !flags.isDisjoint(with: any) }
    switch flags {
    case _ where !exists && has([.created, .removed, .renamed, .replaced]): self = .removed
    case _ where has(.replaced): self = .arrived
    case _ where has([.created, .removed]): self = .created
    case _ where has(.modified): self = .changed
    case _ where has(.renamed): self = .arrived
    case _ where has([.statusChanged, .ownerChanged]): self = .attributes
    default: return nil
    }
  }
}
