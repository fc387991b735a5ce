import ArgumentParser
import MockSpec

/// The exit statuses other than 0. Those from 64 on are from `sysexits.h`.
enum ExitStatus {
  /// The specs have problems, or an explained call gets no response.
  static let problems = ExitCode(1)
  /// The arguments are invalid.
  static let usage = ExitCode(64)
  /// A path doesn't exist, or no path was given and no project was found.
  static let noInput = ExitCode(66)
  /// The server can't listen.
  static let unavailable = ExitCode(69)
  /// A file can't be written or exists already.
  static let cannotCreate = ExitCode(73)
  /// The output can't be written.
  static let cannotWrite = ExitCode(74)

  /// Prints an error about the paths, and returns the exit status.
  static func report(_ error: SpecPathError) -> ExitCode {
    Terminal.error("error: \(error)")
    return noInput
  }
}
