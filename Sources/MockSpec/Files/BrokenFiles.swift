/// What is served while some files of a project have errors.
public enum BrokenFiles: Sendable {
  /// The project is one unit: at the start, errors are thrown; later, the last version without errors stays in use.
  case refuse
  /// The files without errors are served. In place of a file with errors, its last valid version is served, or nothing if
  /// there is none. An invalid project file or a project without a valid spec is an error at the start.
  case serve
}
