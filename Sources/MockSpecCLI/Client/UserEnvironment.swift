import MockSpec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The variables of the environment.
enum UserEnvironment {
  /// Returns a variable; `nil` if it is empty.
  static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The folder of the user's local authority; `nil` if there is no home folder.
  static var authority: String? {
    // Relative paths are invalid and ignored (XDG Base Directory Specification).
    let data = value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = value("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? home.map { FilePath.join($0, ".local/share") }).map { FilePath.join($0, "mockspec/authority") }
  }
}
