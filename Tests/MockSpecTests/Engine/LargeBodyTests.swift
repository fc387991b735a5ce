import TestSupport
import Testing

@testable import MockSpec

/// Bodies that are too large to be kept.
struct LargeBodyTests {
  private static let request = {
    var call = MockCall("POST /a")
    call.unkeptBodySize = BodyLimit.bytes + 1
    return call
  }()

  @Test func `conditions on such a body aren't met, and the explanation says why`() throws {
    let engine = try Specs.engine(
      "requests: {A: {match: {path: /a, body: {text: {matches: '.*'}}}, responses: {R: {}}}}")
    guard case .unmatched(let explanation) = engine.decide(Self.request).outcome else {
      Issue.record()
      return
    }
    #expect(explanation.text.contains("at most 64 MiB"), "\(explanation.text)")
    #expect(explanation.text.contains("at least 67108865 bytes"), "\(explanation.text)")
  }

  /// A body that a condition on JSON can't be met by. Arguments are printed, so they aren't the bodies themselves.
  enum UnreadJSON: CaseIterable {
    case tooLarge, tooDeep, incomplete

    var body: String {
      switch self {
      case .tooLarge: "[\"" + String(repeating: "a", count: 17 << 20) + "\"]"
      case .tooDeep: String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
      case .incomplete: "[1"
      }
    }

    var reason: String {
      switch self {
      case .tooLarge: "JSON of at most 16 MiB"
      case .tooDeep: "JSON of at most 128 levels"
      case .incomplete: "expected JSON, found"
      }
    }
  }

  @Test(arguments: UnreadJSON.allCases)
  func `JSON that exceeds a limit isn't met, and the explanation names the limit`(json: UnreadJSON) throws {
    let engine = try Specs.engine("requests: {A: {match: {path: /a, body: {json: [1]}}, responses: {R: {}}}}")
    guard case .unmatched(let explanation) = engine.decide(MockCall("POST /a", body: json.body)).outcome else {
      Issue.record()
      return
    }
    #expect(explanation.text.contains(json.reason), "\(explanation.text)")
  }

  @Test(arguments: ["{{request.body}}", "{{request.json.a}}", "{{request.form.a}}"])
  func `a template can't contain it`(text: String) throws {
    let engine = try Specs.engine("requests: {A: {match: /a, responses: {R: {template: true, text: '\(text)'}}}}")
    guard case .templateFailure(let message) = engine.decide(Self.request).outcome else {
      Issue.record()
      return
    }
    #expect(message.hasSuffix("; the request's body is larger than 64 MiB"), "\(message)")
  }

  @Test func `a closure doesn't get it`() throws {
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(MockedRequest("A", "/a") { MockedResponse("R") { _ in MockReply(text: "read") } })
    guard case .closureFailure(let error) = engine.decide(Self.request).outcome else {
      Issue.record()
      return
    }
    #expect("\(error)" == "the request's body is larger than 64 MiB")
  }

  @Test func `other requests answer it, and the journal has its size`() throws {
    let engine = try Specs.engine("requests: {A: {match: /a, responses: {R: {}}}}")
    guard case .reply = engine.decide(Self.request).outcome else {
      Issue.record()
      return
    }
    #expect(engine.session.calls.last?.bodySize == BodyLimit.bytes + 1)
    #expect(engine.session.calls.last?.body == [])
  }
}
