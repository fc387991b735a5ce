import MockSpecDiagnostics

/// Warns about body files in the project that are named by absolute paths.
///
/// This isn't a ``LintRule``, since its example would have to contain the folder of the project.
enum AbsoluteBodyPath {
  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    guard let root = spec.root else { return [] }
    return spec.requests.flatMap { request in
      request.responses.compactMap(\.file).compactMap { file in
        guard file.path.value.hasPrefix("/"), FilePath.isBeneath(file.absolutePath, root) else { return nil }
        return warning(file.path, relative: FilePath.relative(file.absolutePath, to: request.file.folder))
      }
    }
  }

  private static func warning(_ path: Located<String>, relative: String) -> Diagnostic {
    Diagnostic(
      .warning, "absolute-body-path", "the body file '\(Excerpt.of(path.value))' is named by its absolute path",
      at: path.range, help: "write '\(Excerpt.of(relative))', which is relative to the folder of the spec")
  }
}
