import MockSpec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The token of the control API.
enum TokenFile {
  private static let variable = "MOCKSPEC_TOKEN"

  /// Returns the token of the file, or else of the environment; `nil` if neither is given.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - makesFile: Whether a missing file is created; otherwise, it is an error.
  /// - Throws: `ExitStatus` if the file can't be used. The reason has been printed.
  static func token(_ file: String?, makesFile: Bool = true) throws -> String? {
    guard let file else {
      guard let value = getenv(variable).map({ String(cString: $0) }), !value.isEmpty else { return nil }
      return try checked(value, "\(variable) in the environment")
    }
    let path = FilePath.absolute(file, in: FileSystem.workingDirectory)
    if makesFile, let made = try make(path) { return made }
    let line: String
    do throws(FileError) {
      line = try readFirstLine(path)
    } catch {
      Terminal.error("error: the token file '\(file)' \(error.reason)")
      throw ExitStatus.noInput
    }
    return try checked(line, "the file '\(file)'")
  }

  /// Returns the token of a file without checking it; `nil` if the file can't be read. Prints nothing.
  static func firstLine(_ file: String) -> String? {
    try? readFirstLine(FilePath.absolute(file, in: FileSystem.workingDirectory))
  }

  private static func readFirstLine(_ path: String) throws(FileError) -> String {
    let text = String(decoding: try FileSystem.read(path, limit: 4096), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  private static func checked(_ token: String, _ place: String) throws -> String {
    guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      Terminal.error("error: expected a token of ASCII letters, digits or signs in \(place)")
      throw ExitStatus.noInput
    }
    return token
  }

  /// Creates the file with a random token, readable only by the user; returns `nil` if the file exists.
  private static func make(_ path: String) throws -> String? {
    guard FileSystem.find(path) == nil else { return nil }
    let token = (0..<4).map { _ in String(EngineEnvironment.systemRandom(), radix: 36) }.joined()
    do throws(WriteError) {
      try FileSystem.create(path, Array((token + "\n").utf8), mode: 0o600)
    } catch {
      Terminal.error("error: \(error)")
      throw ExitStatus.cannotCreate
    }
    return token
  }
}
