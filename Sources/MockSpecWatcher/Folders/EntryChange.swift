/// A change of an entry of a folder.
enum EntryChange: Hashable, Sendable {
  /// It was created. A file is empty then and will be written, unless it is a link.
  case created
  /// It was moved to this name.
  case arrived
  /// It was written, by a process that has it open.
  case written
  /// It has changed, and may still be written: the system or polling doesn't show whether it is.
  case changed
  /// A process that had it open for writing has closed it.
  case closed
  /// It was deleted, or moved to another name.
  case removed
  /// Its attributes have changed.
  case attributes
}
