import Foundation

/// A program to compare with, if it is installed.
struct Rival {
  let name: String
  let path: String?
  /// The command that installs it.
  private let package: String

  static let nginx = Rival("nginx", package: "apt-get install nginx-light")
  static let h2load = Rival("h2load", package: "apt-get install nghttp2-client")
  static let strace = Rival("strace", package: "apt-get install strace")
  static let wrk = Rival("wrk", package: "apt-get install wrk")
  static let checkJSONSchema = Rival(
    "check-jsonschema", package: "pip install check-jsonschema, in Tests/Benchmarks/.build/venv")

  /// Runs libraries from PyPI. The virtual environment's comes first on the path.
  static let python = Rival("python3", package: "apt-get install python3")

  private init(_ name: String, package: String) {
    self.name = name
    self.package = package
    path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  var isMissing: String { "skipped: \(name) is not installed: \(package)" }
}
