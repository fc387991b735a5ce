import Foundation
import MockSpec

/// Many mocked requests of one kind of path, and a long random walk over URLs that they answer.
struct MatchedProject {
  enum PathKind: String, CaseIterable {
    case literal, captured, rest

    func path(_ number: Int) -> String {
      switch self {
      case .literal: "/v1/items-\(number)/details"
      case .captured: "/v1/items-\(number)/{id}"
      case .rest: "/v1/items-\(number)/**"
      }
    }

    /// Wildcards are filled differently each time, so that remembering answers by URL doesn't help.
    func asked(_ number: Int, using generator: inout SeededGenerator) -> String {
      let id = Int.random(in: 100_000...999_999, using: &generator)
      return switch self {
      case .literal: path(number)
      case .captured: "/v1/items-\(number)/\(id)"
      case .rest: "/v1/items-\(number)/pages/\(id)"
      }
    }
  }

  struct Asked {
    let url: String
    let request: MockRequest
    let requestName: String
  }

  static let streamLength = 65_536

  /// `streamLength` requests.
  let stream: [Asked]
  private let count: Int
  private let kind: PathKind

  init(requests count: Int, kind: PathKind) {
    self.count = count
    self.kind = kind
    var generator = SeededGenerator(seed: 2)
    stream = (0..<Self.streamLength).map { _ in
      let number = Int.random(in: 0..<count, using: &generator)
      let path = kind.asked(number, using: &generator)
      let request = MockRequest(
        method: "GET", target: .url, scheme: "https", host: "api.example.com", port: nil, path: path, query: nil)
      return Asked(url: "https://api.example.com" + path, request: request, requestName: Self.name(number))
    }
  }

  /// Writes spec files of up to a thousand requests.
  func write(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for start in stride(from: 0, to: count, by: 1000) {
      let requests = (start..<min(start + 1000, count)).map { number -> (key: String, value: SpecTree) in
        let match = "GET https://api.example.com" + kind.path(number)
        return (Self.name(number), ["match": .text(match), "responses": ["Found": ["json": ["id": .number(number)]]]])
      }
      let spec: SpecTree = ["mockspec": 1, "requests": .mapping(requests)]
      try Data(spec.json.utf8).write(to: URL(fileURLWithPath: "\(folder)/items-\(start).mock.json"))
    }
  }

  private static func name(_ number: Int) -> String { "Item \(number)" }
}
