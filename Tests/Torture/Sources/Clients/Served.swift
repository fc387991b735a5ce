import Foundation
import Serving
import Synchronization
import TestSupport

/// The server of the tree.
final class Served: Sendable {
  let server: ServerProcess
  private let user: Int?

  /// Starts the server and waits until it is ready.
  ///
  /// - Parameter user: The number of another user that runs the server; `nil` for this process's user.
  init(_ program: String, tree: String, log: String, user: Int?, _ tools: Tools) throws {
    self.user = user
    let identity = user.map { [tools["setpriv"], "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
    server = try ServerProcess(identity + [program, "serve", tree, "--port", "0"], log: log)
  }

  private let limiting = Mutex(())

  /// Limits the numbers of new descriptors during a step.
  func limitDescriptors(to limit: Int, _ tools: Tools, _ step: () throws -> Void) throws {
    try limiting.withLock { _ in
      let limits = Disk.read("/proc/\(server.process.id)/limits").split(separator: "\n")
      guard let line = limits.first(where: { $0.hasPrefix("Max open files") }) else { throw TortureError("no limit") }
      let usual = line.split(separator: " ")[3]
      let identity = user.map { ["--reuid=\($0)", "--regid=\($0)", "--clear-groups", tools["prlimit"]] } ?? []
      func set(_ limit: some CustomStringConvertible) throws {
        let arguments = identity + ["--pid", "\(server.process.id)", "--nofile=\(limit):"]
        try tools.run(identity.isEmpty ? "prlimit" : "setpriv", list: arguments)
      }
      try set(limit)
      // A limit that stays would fail the run later, and less clearly.
      let result = Result { try step() }
      try set(usual)
      try result.get()
    }
  }

  /// The greatest descriptor that the server has open.
  var greatestDescriptor: Int { descriptors.compactMap { Int($0) }.max() ?? 0 }

  private var descriptors: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.process.id)/fd")) ?? []
  }
}
