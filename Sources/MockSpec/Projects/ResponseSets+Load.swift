extension ResponseSets {
  /// Loads and validates spec files and folders once. `MockInterceptor` and `mockspec serve` also reload them after
  /// changes.
  ///
  /// The call blocks the thread while it reads files.
  ///
  /// - Parameter paths: Files and folders, absolute or relative to the working directory. If it's empty, the nearest
  ///   folder upward with a project file is loaded, or else the folder `specs` in the working directory.
  /// - Throws: `SpecError` with the diagnostics of all files if they have errors; `SpecPathError` if there is nothing to
  ///   load.
  public static func load(_ paths: [String] = []) throws -> ResponseSets { try load(SpecLoader(.paths(paths))) }

  /// Loads and validates the text of one spec.
  ///
  /// - Parameter text: The text in YAML, or in JSON if it starts with `{`. Body files are relative to the working
  ///   directory.
  /// - Throws: `SpecError` with all diagnostics if the spec has errors.
  public static func load(text: String) throws -> ResponseSets { try load(SpecLoader(.inline(text))) }

  /// Loads and validates the text of one spec.
  ///
  /// - Parameter folder: The only folder from which it may read body and schema files; absolute.
  package static func load(text: String, folder: String) throws -> ResponseSets {
    try load(SpecLoader(.inline(text), workingDirectory: folder))
  }

  static func load(
    _ loader: SpecLoader, progress: (_ checked: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> ResponseSets {
    let project = try loader.loadSettled(number: 1, progress: progress)
    guard let sets = project.sets else { throw SpecError(project.diagnostics) }
    return sets
  }
}
