import Foundation
import MockSpec
import TestSupport

/// Many mocked requests with one kind of path, and requests that match them in random order.
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

    /// The one path of a request that matches. There are as many URLs as mocked requests.
    func matchingPath(_ number: Int) -> String {
      switch self {
      case .literal: path(number)
      case .captured: "/v1/items-\(number)/\(100_000 + number)"
      case .rest: "/v1/items-\(number)/pages/\(100_000 + number)"
      }
    }
  }

  /// A call and the name of the mocked request that matches it.
  struct Call {
    let url: String
    let call: MockCall
    let requestName: String
  }

  static let streamLength = 65_536

  /// `streamLength` requests in random order.
  let stream: [Call]
  /// One URL for each mocked request.
  let urls: [String]
  private let count: Int
  private let kind: PathKind

  init(requests count: Int, kind: PathKind) {
    self.count = count
    self.kind = kind
    urls = (0..<count).map { Self.origin + kind.matchingPath($0) }
    var generator = SeededGenerator(seed: 2)
    stream = (0..<Self.streamLength).map { _ in
      let number = Int.random(in: 0..<count, using: &generator)
      let path = kind.matchingPath(number)
      let call = MockCall(
        method: "GET", target: .url, scheme: "https", host: "api.example.com", port: nil, path: path, query: nil)
      return Call(url: Self.origin + path, call: call, requestName: Self.name(number))
    }
  }

  /// Writes spec files with at most 1,000 requests each.
  func write(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for start in stride(from: 0, to: count, by: 1000) {
      let requests = (start..<min(start + 1000, count)).map { number -> (key: String, value: SpecTree) in
        let match = "GET " + Self.origin + kind.path(number)
        return (Self.name(number), ["match": .text(match), "responses": ["Found": ["json": ["id": .number(number)]]]])
      }
      let spec: SpecTree = ["mockspec": 1, "requests": .mapping(requests)]
      try Data(spec.json.utf8).write(to: URL(fileURLWithPath: "\(folder)/items-\(start).mock.json"))
    }
  }

  private static let origin = "https://api.example.com"

  private static func name(_ number: Int) -> String { "Item \(number)" }
}
