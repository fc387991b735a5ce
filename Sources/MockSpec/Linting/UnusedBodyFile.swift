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

  static func check(_ project: LintedProject) -> [Diagnostic] {
    var folders: Set<String> = []
    for (spec, bodies) in project.bodiesBySpec {
      for folder in bodies.map(FilePath.parent) where folder != spec.folder && FilePath.isBeneath(folder, spec.folder) {
        folders.insert(folder)
      }
    }
    var found: [Diagnostic] = []
    for folder in folders.sorted() {
      guard let names = try? FileSystem.names(in: folder) else { continue }
      for name in names where !name.hasPrefix(".") && !name.contains(".mock.") {
        let path = FilePath.join(folder, name)
        guard !project.files.contains(path), FileSystem.find(path)?.kind == .file else { continue }
        found.append(
          Diagnostic(
            .warning, Self.name, "no spec names this body file", file: project.shown(path),
            help: "remove the file, or name it in a response"))
      }
    }
    return found
  }
}
