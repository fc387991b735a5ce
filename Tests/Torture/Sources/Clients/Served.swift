import Foundation
import Synchronization
import TestSupport

/// A running `mockspec serve`.
final class Served: Sendable {
  let process: ChildProcess
  let port: Int
  private let log: String
  private let user: Int?

  /// Starts the server and waits until it is ready.
  ///
  /// - Parameter user: The number of another user that runs the server; `nil` for this process's user.
  init(_ program: String, tree: String, log: String, user: Int?, _ tools: Tools) throws {
    self.log = log
    self.user = user
    try Disk.write("", to: log)
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    let words = [program, "serve", tree, "--port", "0"]
    if let user {
      let identity = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
      process = try ChildProcess(tools["setpriv"], identity + words, output: output)
    } else {
      process = try ChildProcess(program, Array(words.dropFirst()), output: output)
    }
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      if let line = Disk.read(log).split(separator: "\n").first(where: { $0.hasPrefix("listening on ") }),
        let url = line.split(separator: " ").dropFirst(2).first,
        let port = url.split(separator: ":").last.flatMap({ Int($0) })
      {
        self.port = port
        break
      }
      guard .now < deadline else {
        process.send(SIGKILL)
        throw TortureError("serve isn't ready: \(Disk.read(log))")
      }
      usleep(10_000)
    }
  }

  /// The number of lines in the log that have a time and begin with a text.
  func lines(_ text: String) -> Int { Self.lines(in: Disk.read(log), text) }

  private static func lines(in log: String, _ text: String) -> Int {
    log.split(separator: "\n").count { $0.dropFirst("00:00:00 ".count).hasPrefix(text) }
  }

  /// The size of the log in bytes.
  var logSize: Int { (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) ?? 0 }

  /// Returns whether the log has such a line after some bytes.
  func logs(_ text: String, after size: Int) -> Bool {
    guard let file = FileHandle(forReadingAtPath: log), (try? file.seek(toOffset: UInt64(size))) != nil else {
      return false
    }
    return Self.lines(in: String(decoding: file.readDataToEndOfFile(), as: UTF8.self), text) > 0
  }

  var lastLines: [Substring] { Disk.read(log).split(separator: "\n").suffix(20) }

  private let limiting = Mutex(())

  /// Limits the numbers of new descriptors during a step.
  func limitDescriptors(to limit: Int, _ tools: Tools, _ step: () throws -> Void) throws {
    try limiting.withLock { _ in
      let limits = Disk.read("/proc/\(process.id)/limits").split(separator: "\n")
      guard let line = limits.first(where: { $0.hasPrefix("Max open files") }) else { throw TortureError("no limit") }
      let usual = line.split(separator: " ")[3]
      let identity = user.map { ["--reuid=\($0)", "--regid=\($0)", "--clear-groups", tools["prlimit"]] } ?? []
      func set(_ limit: some CustomStringConvertible) throws {
        let arguments = identity + ["--pid", "\(process.id)", "--nofile=\(limit):"]
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
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd")) ?? []
  }

  var resources: Resources { Resources(of: process.id) }

  /// Stops the server.
  ///
  /// - Returns: The exit status.
  func end() -> Int32 {
    process.send(SIGCONT)
    process.send(SIGTERM)
    return process.wait()
  }
}

/// What a process uses.
struct Resources: Sendable {
  private(set) var descriptors = 0
  private(set) var watches = 0
  private(set) var threads = 0
  private(set) var megabytes = 0

  static let none = Resources()

  private init() {}

  init(of process: pid_t) {
    let folder = "/proc/\(process)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")) ?? []
    descriptors = names.count
    for name in names {
      watches += Disk.read("\(folder)/fdinfo/\(name)").split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
    }
    for line in Disk.read(folder + "/status").split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words[0] == "Threads:" { threads = Int(words[1]) ?? 0 }
      if words[0] == "VmRSS:" { megabytes = (Int(words[1]) ?? 0) / 1024 }
    }
  }

  /// The greater of each.
  mutating func formMaximum(with other: Resources) {
    descriptors = max(descriptors, other.descriptors)
    watches = max(watches, other.watches)
    threads = max(threads, other.threads)
    megabytes = max(megabytes, other.megabytes)
  }

  /// Returns what has grown beyond the bounds of a baseline.
  func growth(beyond base: Resources) -> String? {
    let bounds = [
      ("descriptors", descriptors, base.descriptors * 3 / 2 + 16), ("watches", watches, base.watches * 3 / 2 + 16),
      ("threads", threads, base.threads * 3 / 2 + 16), ("MB", megabytes, base.megabytes * 3 / 2 + 64),
    ]
    return bounds.first { $0.1 > $0.2 }.map { "\($0.1) \($0.0), at most \($0.2) expected" }
  }
}

extension Resources: CustomStringConvertible {
  var description: String { "\(descriptors) descriptors, \(watches) watches, \(threads) threads, \(megabytes) MB" }
}
