/// A project that is complained about, once and with the one code, and the same one mended.
package struct RuleExample: Sendable {
  package struct File: Sendable {
    package let name: String
    /// As shown: `mockspec: 1` is left out where a spec begins with its requests.
    package let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    package var isSpec: Bool { name.contains(".mock.") || name.hasPrefix("mockspec.") }

    /// As it must be to be loaded.
    package var wholeBytes: [UInt8] {
      isSpec && bytes.starts(with: "requests:".utf8) ? Array("mockspec: 1\n".utf8) + bytes : bytes
    }
  }

  package enum Command: Sendable {
    case validate
    /// `mockspec convert --to json`
    case convert
  }

  package let wrong: [File]
  package let right: [File]
  package var command = Command.validate
  /// What is named on the command line.
  package var paths = ["."]

  /// A single spec in YAML.
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
