extension ResponseSets {
  /// Loads and validates spec files and folders, once; `MockInterceptor` and `mockspec serve` also follow edits.
  ///
  /// Blocks while it reads.
  ///
  /// - Parameter paths: Relative to the working directory, or absolute. None for the nearest folder upward with a project
  ///   file, else `./specs`.
  /// - Throws: `SpecError` with the diagnostics of all files if anything is wrong in them; `SpecPathError` if there is
  ///   nothing to load.
  public static func load(_ paths: [String] = []) throws -> ResponseSets { try load(.paths(paths)) }

  /// Loads one spec's text, as YAML or, where it begins with `{`, as JSON. Body files are relative to the working
  /// directory.
  ///
  /// - Throws: `SpecError` with all diagnostics if anything is wrong in it.
  public static func load(text: String) throws -> ResponseSets { try load(.inline(text)) }

  private static func load(_ source: SpecSource) throws -> ResponseSets {
    let project = try SpecLoader(source).load(number: 1)
    guard let sets = project.sets else { throw SpecError(project.diagnostics) }
    return sets
  }
}
