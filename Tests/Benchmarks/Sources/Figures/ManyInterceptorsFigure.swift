import Foundation
import MockSpec
import MockSpecURLSession
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What 1,000 interceptors over one folder take, without URLSessions: at the start, and for an edit.
struct ManyInterceptorsFigure {
  private struct Usage {
    let bytes: Int
    let threads: Int
    let descriptors: Int

    init() throws {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      bytes = (Int(pages[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
      threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
      descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
  }

  private let count = 1_000

  func table() async throws -> Table {
    var table = Table(
      "Intercept: \(count.grouped) interceptors over one folder of 100 files",
      columns: ["", "memory per interceptor", "threads", "descriptors", "time"])
    let folder = try TemporaryFolder()
    for number in 0..<100 { try folder.save(Self.spec(number, "one"), to: "\(number).mock.yaml") }
    let location = SpecLocation.folder(URL(filePath: folder.path))
    var all = [try await MockInterceptor(specs: location)]
    let first = try Usage()
    table.add("the first", "", "\(first.threads)", "\(first.descriptors)")

    let start = Stopwatch()
    while all.count <= count { all.append(try await MockInterceptor(specs: location)) }
    try add("\(count.grouped) more", after: first, start.seconds, to: &table)

    let edit = Stopwatch()
    try folder.save(Self.spec(7, "two"), to: "7.mock.yaml")
    for mocks in all {
      while mocks.requests.count != 100 || !mocks.requests.contains(where: { $0.responses[0].name == "two" }) {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    try add("after an edit of a file", after: first, edit.seconds, to: &table)
    keep(all)
    return table
  }

  private func add(_ name: String, after first: Usage, _ seconds: Double, to table: inout Table) throws {
    let usage = try Usage()
    table.add(
      name, "\(((usage.bytes - first.bytes) / count / 1024).grouped) KB", "\(usage.threads)", "\(usage.descriptors)",
      seconds.seconds)
  }

  private static func spec(_ number: Int, _ response: String) -> String {
    "mockspec: 1\nrequests: {R\(number): {match: GET https://api.example.com/\(number), responses: {\(response): {}}}}"
  }
}
