import MockSpecDiagnostics

enum MisnamedSpec: LintRule {
  static let name = "misnamed-spec"
  static let summary = "a file with a spec isn't read because of its name"
  static let explanation = """
    Specs are the files whose names end in .mock.yaml, .mock.yml or .mock.json, in lower case. The rule checks the start of \
    other files that end in .yaml, .yml or .json, for 'mockspec: 1' and 'requests'. Rename the file, or move it to a folder \
    outside the project if it isn't meant to be read.
    """
  static let example = RuleExample(
    wrong: [
      ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {json: []}}}}"),
      (
        "login.yaml", "mockspec: 1\nrequests: {Login: {match: POST /login, responses: {Success: {json: {token: abc}}}}}"
      ),
    ],
    right: [
      ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {json: []}}}}"),
      ("login.mock.yaml", "requests: {Login: {match: POST /login, responses: {Success: {json: {token: abc}}}}}"),
    ])

  /// How much of a file is read.
  private static let limit = 4096

  /// Returns warnings about files that aren't read but contain specs.
  ///
  /// - Parameter files: The absolute paths of files that may have another name than they should.
  static func warnings(_ files: [String], shown: (String) -> String) -> [Diagnostic] {
    files.compactMap { path in
      guard let name = rightName(of: path) else { return nil }
      return Diagnostic(
        .warning, Self.name, "the file isn't read, since its name doesn't end in .mock.\(suffix(of: name))",
        file: shown(path), help: "rename it to '\(name)'")
    }
  }

  private static func rightName(of path: String) -> String? {
    let name = FilePath.name(path)
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let lower = name.lowercased()
    if Discovery.isSpec(lower) {
      guard FileSystem.find(path)?.kind == .file else { return nil }
      return name.prefix(name.utf8.count - suffix(of: lower).utf8.count - ".mock.".utf8.count) + ".mock."
        + suffix(of: lower)
    }
    guard let start = FileSystem.start(of: path, limit: limit), isSpec(start) else { return nil }
    return name[..<dot] + ".mock." + suffix(of: lower)
  }

  private static func suffix(of name: String) -> String {
    String(name[name.index(after: name.lastIndex(of: ".") ?? name.startIndex)...])
  }

  /// Whether a text begins like a spec. Files of other tools have neither key.
  private static func isSpec(_ start: [UInt8]) -> Bool {
    // A comment before the key can have the word, too, such as the name of the schema for editors.
    var rest = start[...]
    while let found = rest.firstStart(of: "mockspec".utf8) {
      let before = start[..<found].last
      rest = start[(found + 8)...]
      let isQuoted = rest.first == UInt8(ascii: "\"")
      guard isQuoted ? before == UInt8(ascii: "\"") : before == nil || before == UInt8(ascii: "\n") else { continue }
      let value = rest.dropFirst(isQuoted ? 1 : 0).drop { $0 == 0x20 }
      guard value.first == UInt8(ascii: ":"),
        let digit = value.dropFirst().first(where: { $0 != 0x20 }), digit &- UInt8(ascii: "0") < 10
      else { continue }
      return start.firstStart(of: (isQuoted ? "\"requests\"" : "\nrequests:").utf8) != nil
    }
    return false
  }
}
