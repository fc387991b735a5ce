import Foundation
import TestSupport

/// The command `curl`.
enum Curl {
  /// The path of the command; `nil` if it isn't installed.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/curl" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  struct Failure: Error {
    var status: Int32
    var output: String
  }

  /// Runs the command with a server's URL, and returns what arrived there.
  static func recording(_ arguments: [String], at server: RecordingServer) async throws -> [WireRequest] {
    let (process, output, errors) = try ChildProcess.piped(
      path ?? "", ["-q", "-sS", "--noproxy", "*"] + arguments + ["\(server.url.absoluteString)/items"],
      in: NSTemporaryDirectory())
    let status = await process.status()
    // Both texts are short: the answer is empty.
    let text = [errors, output].map { String(decoding: $0.readDataToEndOfFile(), as: UTF8.self) }.joined()
    guard status == 0 else { throw Failure(status: status, output: text) }
    return server.takeRequests()
  }
}
