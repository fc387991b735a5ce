/// A project that triggers exactly one diagnostic, and its corrected version.
package struct RuleExample: Sendable {
  /// A file of an example project.
  package struct File: Sendable {
    /// The path, relative to the project's folder.
    package let name: String
    /// The content as the page shows it: the line `mockspec: 1` is omitted if a spec begins with its requests or states.
    package let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    /// Whether the file is a spec or a project file.
    package var isSpec: Bool { name.contains(".mock.") || name.hasPrefix("mockspec.") }

    /// The content as it is loaded, including `mockspec: 1`.
    package var wholeBytes: [UInt8] {
      isSpec && ["requests:", "states:", "collections:"].contains { bytes.starts(with: $0.utf8) }
        ? Array("mockspec: 1\n".utf8) + bytes : bytes
    }
  }

  /// The command that reports the diagnostic.
  package enum Command: Sendable {
    /// `mockspec validate`
    case validate
    /// `mockspec convert --to json`
    case convert
    /// `mockspec generate swift`
    case generate
  }

  /// The project that triggers the diagnostic.
  package let wrong: [File]
  /// The corrected project.
  package let right: [File]
  package var command = Command.validate
  /// The paths on the command line.
  package var paths = ["."]

  /// Creates an example of one spec in YAML.
  init(wrong: String, right: String) {
    self.init(wrong: [("example.mock.yaml", wrong)], right: [("example.mock.yaml", right)])
  }

  init(
    wrong: [(file: String, text: String)], right: [(file: String, text: String)], command: Command = .validate,
    paths: [String] = ["."]
  ) {
    self.wrong = wrong.map { File($0.file, $0.text) }
    self.right = right.map { File($0.file, $0.text) }
    self.command = command
    self.paths = paths
  }

  init(wrong: File, right: File) {
    self.wrong = [wrong]
    self.right = [right]
  }
}
