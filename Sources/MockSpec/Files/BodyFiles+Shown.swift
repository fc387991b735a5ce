import MockSpecDiagnostics

extension BodyFiles {
  /// The path of a body file for display: relative to the working directory, as the path of the spec that names it.
  static func shown(_ path: Located<String>) -> String {
    let spec = path.range.file.path
    if spec.hasPrefix("/") || path.value.hasPrefix("/") {
      return FilePath.absolute(path.value, in: FilePath.parent(spec))
    }
    return String(FilePath.absolute(path.value, in: FilePath.parent("/" + spec)).dropFirst())
  }
}
