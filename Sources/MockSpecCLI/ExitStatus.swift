import ArgumentParser
import MockSpec

/// The exit statuses besides 0, named as in sysexits.h where they come from there.
enum ExitStatus {
  /// The specs have problems.
  static let problems = ExitCode(1)
  static let usage = ExitCode(64)
  /// A named path doesn't exist, or none was named and none was found.
  static let noInput = ExitCode(66)
  /// The server can't listen.
  static let unavailable = ExitCode(69)
  /// A file can't be written, or is there already.
  static let cannotCreate = ExitCode(73)

  /// Says that there is nothing to load, for scripts by its status and for people by its words.
  static func report(_ error: SpecPathError) -> ExitCode {
    Terminal.error("error: \(error)")
    return noInput
  }
}
