import HTTPTypes
import Testing

@testable import MockSpec

/// A body matcher and a call's body, and whether they match.
struct BodyCase: Sendable, CustomTestStringConvertible {
  let matcher: String
  var line = "POST /a"
  var type: String?
  let body: [UInt8]
  let isMatch: Bool

  var testDescription: String {
    "\(matcher) \(isMatch ? "takes" : "leaves") \(line) \(String(decoding: body.prefix(200), as: UTF8.self))"
  }

  init(_ matcher: String, _ body: String, _ isMatch: Bool, line: String = "POST /a", type: String? = nil) {
    self.init(matcher, bytes: Array(body.utf8), isMatch, line: line, type: type)
  }

  init(_ matcher: String, bytes: [UInt8], _ isMatch: Bool, line: String = "POST /a", type: String? = nil) {
    self.matcher = matcher
    self.line = line
    self.type = type
    self.body = bytes
    self.isMatch = isMatch
  }

  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let engine = try Specs.engine("requests: {A: {match: {path: /a, body: {\(matcher)}}, responses: {R: {}}}}")
    var call = MockCall(line)
    call.fields[.contentType] = type
    call.body = body
    #expect((engine.decide(call).requestName == "A") == isMatch, sourceLocation: sourceLocation)
  }
}
