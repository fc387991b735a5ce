import Foundation
import MockSpec

/// Matching in projects whose paths are hard to index: a request that the last mocked request matches, and one that none
/// matches.
struct AdversarialFigure {
  private struct Project {
    let title: String
    /// The `match` of each mocked request.
    let matches: [SpecTree]
    let found: String
    let missed: String
  }

  let paths: Paths

  func table() throws -> Table {
    var table = Table(
      "Match: paths that are hard to index", columns: ["mocked requests", "last one matches", "none matches"])
    for project in Self.projects {
      let sets = try load(project)
      let (found, missed) = (Self.call(project.found), Self.call(project.missed))
      guard sets.name(matching: found) != nil, sets.name(matching: missed) == nil else {
        throw BenchmarkError("'\(project.title)' matches the wrong requests")
      }
      var (hit, miss) = (Spread(), Spread())
      for round in 0...5 {
        let hitting = MatchFigure.secondsPerCall { keep(sets.name(matching: found)) }
        let missing = MatchFigure.secondsPerCall { keep(sets.name(matching: missed)) }
        guard round > 0 else { continue }
        hit.add(hitting)
        miss.add(missing)
      }
      table.add(project.title, hit.seconds(), miss.seconds())
    }
    return table
  }

  private static var projects: [Project] {
    [
      Project(
        title: "10,000 like /a/**/x-0", matches: (0..<10_000).map { .text("/a/**/x-\($0)") },
        found: "/a" + String(repeating: "/b", count: 50) + "/x-9999", missed: "/a" + String(repeating: "/b", count: 50)),
      Project(
        title: "10,000 like /p-0/**/x, nested 50 deep",
        matches: (0..<10_000).map { .text(String(repeating: "/p", count: $0 % 50 + 1) + "/**/x-\($0)") },
        found: String(repeating: "/p", count: 60) + "/x-9999", missed: String(repeating: "/p", count: 60)),
      Project(
        title: "10,000 that share 100 segments",
        matches: (0..<10_000).map { .text(String(repeating: "/shared", count: 100) + "/\($0)") },
        found: String(repeating: "/shared", count: 100) + "/9999", missed: String(repeating: "/shared", count: 101)),
      Project(
        title: "4,096: every combination of /a and /* in 12 segments",
        matches: (0..<4096).map { number in
          .text((0..<12).map { number >> $0 & 1 == 0 ? "/a" : "/*" }.joined() + "/end-\(number)")
        },
        found: String(repeating: "/a", count: 12) + "/end-4095", missed: String(repeating: "/a", count: 12) + "/end"),
      Project(
        title: "1,000 at one path, distinguished by the query",
        matches: (0..<1000).map { ["path": "/a", "query": ["n": .text("\($0)")]] },
        found: "/a?n=999", missed: "/a?n=1000"),
      Project(
        title: "1,000 at one path, distinguished by the body",
        matches: (0..<1000).map { ["path": "/a", "body": ["json": ["n": .number($0)]]] },
        found: "/a?{\"n\":999}", missed: "/a?{\"n\":1000}"),
    ]
  }

  private static func call(_ target: String) -> MockCall {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    let more = parts.count > 1 ? parts[1] : nil
    let isBody = more?.hasPrefix("{") ?? false
    return MockCall(
      method: "GET", target: .url, scheme: "https", host: "api.example.com", port: nil, path: parts[0],
      query: isBody ? nil : more, body: isBody ? Array((more ?? "").utf8) : [])
  }

  private func load(_ project: Project) throws -> ResponseSets {
    let requests = project.matches.enumerated().map { number, match -> (key: String, value: SpecTree) in
      ("Request \(number)", ["match": match, "responses": ["R": [:]]])
    }
    let spec: SpecTree = ["mockspec": 1, "requests": .mapping(requests)]
    let folder = paths.scratch("adversarial-\(project.title.hashValue)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(spec.json.utf8).write(to: URL(fileURLWithPath: folder + "/all.mock.json"))
    return try ResponseSets.load([folder])
  }
}
