import MockSpecDiagnostics

enum UnusedBodyFile: LintRule {
  static let name = "unused-body-file"
  static let summary = "a file in a folder of body files isn't named by any spec"
  static let explanation = """
    The rule checks the folders below a spec's own that contain its body files. The file is a leftover, or a response \
    names it incorrectly. Move files that aren't bodies to another folder.
    """
  static let example = RuleExample(
    wrong: [
      ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {file: bodies/items.txt}}}}"),
      ("bodies/items.txt", "one\n"), ("bodies/old.txt", "none\n"),
    ],
    right: [
      ("example.mock.yaml", "requests: {Items: {match: GET /items, responses: {Found: {file: bodies/items.txt}}}}"),
      ("bodies/items.txt", "one\n"),
    ])

  /// Returns the folders below a spec's own that contain its body files.
  static func folders(of spec: LintedSpec) -> Set<String> {
    Set(
      spec.requests.flatMap { request in
        request.responses.compactMap(\.file).map { FilePath.parent($0.absolutePath) }
          .filter { $0 != request.file.folder && FilePath.isBeneath($0, request.file.folder) }
      })
  }

  /// Returns the absolute paths of the unknown files in a folder of bodies. Lists the folder.
  static func unknownFiles(in folder: String, isKnown: (String) -> Bool) -> [String] {
    ((try? FileSystem.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") && !$0.contains(".mock.") }
      .map { FilePath.join(folder, $0) }.filter { !isKnown($0) }
  }

  /// Returns warnings about the unknown files that exist.
  ///
  /// - Parameter files: The results of `unknownFiles`. They may be outdated.
  static func warnings(_ files: [String], shown: (String) -> String) -> [Diagnostic] {
    files.filter { FileSystem.find($0)?.kind == .file }.map { path in
      Diagnostic(
        .warning, name, "no spec names this body file", file: shown(path),
        help: "remove the file, or name it in a response")
    }
  }
}
