import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Compares the engine with a reference that tries all requests in turn, on 25,000 random pairs of project and call; in the long
/// run, on 500,000.
struct MatchingPropertyTests {
  private static let projectsPerSeed = 25
  private static let requestsPerProject = 200

  @Test(arguments: 0..<TestScale.count(3, long: 100))
  func `the engine finds the request that a linear search finds`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var answered = 0
    for _ in 0..<Self.projectsPerSeed {
      let model = SpecModel.random(&generator)
      let session = try Self.session(model)
      let reference = ReferenceEngine(model)
      for _ in 0..<Self.requestsPerProject {
        let request = RequestModel.random(&generator)
        let expected = reference.name(matching: request)
        if expected != nil { answered += 1 }
        if Self.name(request, session) != expected {
          try report(model, request)
          return
        }
      }
    }
    // If nearly all or nearly no calls matched, the comparison would prove little.
    #expect((0.2...0.8).contains(Double(answered) / Double(Self.projectsPerSeed * Self.requestsPerProject)))
  }

  private static func session(_ model: SpecModel) throws -> MockSession {
    MockEngine(try ResponseSets.load(text: model.json)).session
  }

  /// The request that answers; `nil` if none does, which isn't explained.
  private static func name(_ request: RequestModel, _ session: MockSession) -> String? {
    session.decideIfMatched(request.call, DecisionOptions())?.decision.requestName
  }

  /// The smallest project and call for which the two differ.
  private func report(_ model: SpecModel, _ request: RequestModel) throws {
    let small = try Shrinking(model: model, request: request).smallest { model, request in
      try ReferenceEngine(model).name(matching: request)
        != Self.name(request, Self.session(model))
    }
    let expected = ReferenceEngine(small.model).name(matching: small.request) ?? "nothing"
    let found = try Self.name(small.request, Self.session(small.model)) ?? "nothing"
    Issue.record("\(small.request.call) is answered by \(found), not by \(expected), in \(small.model.json)")
  }

  @Test func `shrinking keeps the parts that cause a difference`() {
    var generator = SeededGenerator(seed: 1)
    var model = SpecModel.random(&generator)
    while model.requests.count < 5 { model = .random(&generator) }
    var request = RequestModel.random(&generator)
    request.path = "/a/b/c"
    let small = Shrinking(model: model, request: request).smallest { model, request in
      model.requests.contains { $0.name == "R3" } && request.path.hasPrefix("/a")
    }
    #expect(small.model.requests.map(\.name) == ["R3"])
    #expect(small.request.path == "/a")
    #expect(small.model.requests[0].methods.isEmpty && small.request.body.text.isEmpty)
  }
}

extension RequestModel {
  fileprivate var call: MockCall {
    var fields = HTTPFields()
    for field in self.fields { fields.append(HTTPField(name: HTTPField.Name(field.name)!, value: field.value)) }
    return MockCall(
      method: method, target: .url, scheme: scheme, host: host, port: port, path: path, query: query, fields: fields,
      body: Array(body.text.utf8))
  }
}
