/// A file as it was read, or the reason why it can't be used.
struct FileInput: Sendable {
  /// The absolute path.
  let path: String
  let content: Result<[UInt8], ProjectFiles.Refusal>
  /// The version; `nil` if there was no file.
  let version: FileVersion?
  /// Whether the file wasn't read because a program was writing it.
  let isBusy: Bool
  /// Whether the file couldn't be read for a temporary reason, such as a lack of file descriptors.
  let isTransient: Bool
  /// Whether the file was read although it was open for writing, since it was at rest.
  let isOpen: Bool
  /// Whether a change after the reading could leave the version as it is.
  private let mayHideChange: Bool

  init(
    _ path: String, _ content: Result<[UInt8], ProjectFiles.Refusal>, version: FileVersion?, isBusy: Bool = false,
    isTransient: Bool = false, isOpen: Bool = false, isRecent: Bool = false
  ) {
    self.path = path
    self.content = content
    self.version = version
    self.isBusy = isBusy
    self.isTransient = isTransient
    self.isOpen = isOpen
    // A mapped file can be written without a change of its times.
    mayHideChange = isOpen || isRecent
  }

  init(_ path: String, _ content: FileSystem.Content) {
    self.init(
      path, .success(content.bytes), version: content.version, isOpen: content.isOpen, isRecent: content.isRecent)
  }

  init(_ path: String, _ error: FileError, in files: SpecFiles) {
    self.init(
      path, .failure(.init(code: "unreadable", reason: error.reason, help: nil)),
      version: error.isMissing ? nil : files.version(of: path), isBusy: error.isBusy,
      isTransient: error.isTransient)
  }

  /// Whether the file hasn't changed since it was read. Accesses the file system.
  func isCurrent(in files: SpecFiles) -> Bool { !isBusy && files.version(of: path) == version }

  /// Whether the file certainly has the same content as when it was read. Accesses the file system.
  func isUnchanged(in files: SpecFiles) -> Bool { !mayHideChange && !isTransient && isCurrent(in: files) }

  /// Returns whether the content is the same, or the reason why it can't be used.
  func hasSameContent(as other: FileInput) -> Bool {
    switch (content, other.content) {
    case (.success(let mine), .success(let theirs)): mine == theirs
    case (.failure(let mine), .failure(let theirs)): mine == theirs && isBusy == other.isBusy
    default: false
    }
  }
}
