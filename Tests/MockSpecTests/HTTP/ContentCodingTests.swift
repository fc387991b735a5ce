import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

/// Bodies with a `Content-Encoding`.
struct ContentCodingTests {
  static let json = #"{"name": "Ada", "tags": ["a","b"]}"#

  static func bytes(_ base64: String) throws -> [UInt8] { try #require(Base64.decode(base64)) }

  static func call(_ coding: String, _ base64: String) throws -> MockCall {
    var call = MockCall("POST /a", [.contentEncoding: coding])
    call.body = try bytes(base64)
    return call
  }

  @Test(arguments: [
    ("gzip", "H4sIAAAAAAACA6tWykvMTVWyUlByTElU0lFQKklMLwZyo5WAPKUkpdhaAOf+jo4iAAAA"),
    ("X-GZIP", "H4sICAAAAAAC/2EuanNvbgCrVspLzE1VslJQckxJVNJRUCpJTC8GcqOVgDylJKXYWgDn/o6OIgAAAA=="),
    ("gzip", "H4sIAAAAAAAEAwEiAN3/eyJuYW1lIjogIkFkYSIsICJ0YWdzIjogWyJhIiwiYiJdfef+jo4iAAAA"),
    ("gzip", "H4sIAAAAAAACA6tWykvMTVWyUlACAOjPHy8KAAAAH4sIAAAAAAACA3NMSVTSUVAqSUwvVrJSiFYC8pSSlGJrAdM73h8YAAAA"),
    ("deflate", "eJyrVspLzE1VslJQckxJVNJRUCpJTC8GcqOVgDylJKXYWgCm1glK"),
    ("deflate", "q1bKS8xNVbJSUHJMSVTSUVAqSUwvBnKjlYA8pSSl2FoA"),
    ("identity, deflate, gzip", "H4sIAAAAAAACA6uYszrslPcZ39BNQQFFPp4hlwIDtDx99NmKFk9tsFmqsvRGFMOya5xeAAmV1sknAAAA"),
  ])
  func `a body is decoded for conditions, templates and closures`(coding: String, base64: String) throws {
    let engine = try Specs.engine(
      """
      requests:
        A:
          match: {path: /a, body: {json: {name: Ada}}}
          responses: {R: {template: true, text: '{{request.json.name}} {{request.body}}'}}
      """)
    let call = try Self.call(coding, base64)
    guard case .reply(let reply) = engine.decide(call).outcome else {
      Issue.record("nothing answers")
      return
    }
    #expect(String(decoding: reply.body, as: UTF8.self) == "Ada " + Self.json)
    #expect(call.decodedBody == Array(Self.json.utf8))
    #expect(call.body == (try Self.bytes(base64)))
  }

  @Test func `a longer body has codes of its own`() throws {
    let items = (0..<400).map { "\"item \($0 % 97)\"" }.joined(separator: ",")
    let body =
      "H4sIAAAAAAACA+3TO05DMRSE4a1cuU6Bz8vHdKwjoohEikiEhnSIvYOE/HsLFKeb28xnXXu+2sflfm3PR3t5u7TT0d5vn4/fz3O7"
      + "Pa7346md/kJfQVbQFWwFXyFWGCvkCpPCXU13p7zT3qnv9HeAjtAhOoZgyD4/hmAIhmAIhmAIhmAohmLo/kkYiqEYiqEYiqEYhmEY"
      + "hmH7JjAMwzAMwzAMwzEcwzEcw/d1YziGYziGYwRGYARGYARG7DeFERiBERgDY2AMjIExMAbG2A8XY2AMjMRIjMRIjMRIjMTIvQ6M"
      + "xJgYE2NiTIyJMTEmRu239lv7rf3Wfmu/td/ab+239lv7/Xf7ff3+AduO0T6IDwAA"
    let text = "{\"name\": \"Ada\", \"list\": [\(items)]}"
    #expect(String(decoding: try Self.call("gzip", body).decodedBody, as: UTF8.self) == text)
  }

  @Test func `forms, texts and parts are decoded, too`() throws {
    let form = try Self.call("gzip", "H4sIAAAAAAACA0u0TVJLtk0BABXARAQHAAAA")
    #expect(form.formFields["c"] == "d")
    for matcher in ["form: {a: b}", "text: 'a=b&c=d'"] {
      let engine = try Specs.engine("requests: {A: {match: {path: /a, body: {\(matcher)}}, responses: {R: {}}}}")
      #expect(engine.decide(form).requestName == "A")
    }
    var multipart = try Self.call(
      "gzip", "H4sIAAAAAAACA9PVjYjg5XLOzytJzSvRdcksLsgvzizJzM+zUkjLL8rVTUksSbRWyEvMTbVN5OXi5Uri5dIFatHV5eUCADu8bf87AAAA"
    )
    multipart.fields[.contentType] = "multipart/form-data; boundary=XX"
    #expect(multipart.multipartParts?.first?.text == "b")
  }

  @Test(arguments: [
    ("br", "AAAA", "the body has the content coding 'br', which can't be decoded"),
    ("gzip", "AAAA", "the body has the content coding 'gzip', but isn't valid gzip"),
    (
      "gzip", "H4sIAAAAAAACA6tWykvMTVWyUlByTElU0lFQKklMLwZyo5WAPKUkpdhaAOf+jo4iAAA=",
      "the body has the content coding 'gzip', but isn't valid gzip"
    ),
    ("deflate", "eJz/", "the body has the content coding 'deflate', but isn't valid deflate"),
    ("gzip, gzip, gzip, gzip, gzip", "AAAA", "'Content-Encoding' has more than 4 codings"),
    (
      "gzip, gzip",
      "H4sIAAAAAAACA+3bOw4BYRQF4H/MFB4JegVLUGokNGqNWixArUMiKgWNdViDHehEZwEiolCJx9iEZPJ91a1PeXJufZUPqVx82UfR95hvXrtrvhgAAACAjJufFnFaBoTG+9jrDwAAAICsG1XKya8UeA5rXXEAAABA5i3brepvIXCfjRNxAAAAQOZtH+dNWgV0Du/jtBn7moB/uCWlwmQdQjX6AMRwervOQwAA",
      "the body is larger than 16 MiB when it is decoded"
    ),
  ])
  func `an explanation says why a body isn't decoded`(coding: String, base64: String, reason: String) throws {
    let matchers = ["json: {a: 1}", "form: {a: b}", "text: a", "pointers: {/a: b}", "multipart: {a: b}"]
    // Decoding 16 MiB takes long.
    for matcher in coding == "gzip, gzip" && !TestScale.isLong ? [matchers[0]] : matchers {
      let engine = try Specs.engine("requests: {A: {match: {path: /a, body: {\(matcher)}}, responses: {R: {}}}}")
      #expect(engine.explain(try Self.call(coding, base64)).text.contains(reason), "\(matcher)")
    }
  }

  @Test func `a body that isn't decoded is compared as it was sent`() throws {
    var call = MockCall("POST /a", [.contentEncoding: "aws-chunked"], body: "plain")
    let engine = try Specs.engine("requests: {A: {match: {path: /a, body: {text: plain}}, responses: {R: {}}}}")
    #expect(engine.decide(call).requestName == "A")
    call.body = []
    #expect(!engine.explain(call).text.contains("coding"))
  }

  @Test func `truncated and random data never decode beyond their limits`() throws {
    var generator = SeededGenerator(seed: 7)
    let valid = try Self.bytes("H4sIAAAAAAACA6tWykvMTVWyUlByTElU0lFQKklMLwZyo5WAPKUkpdhaAOf+jo4iAAAA")
    for count in valid.indices { _ = try? Inflate(Array(valid[..<count]), from: 10, limit: 100) }
    for _ in 0..<2000 {
      var bytes = valid
      bytes[Int.random(in: 10..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      if let inflated = try? Inflate(bytes, from: 10, limit: 100) { #expect(inflated.output.count <= 100) }
    }
  }
}
