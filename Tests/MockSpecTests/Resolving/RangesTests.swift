import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct RangesTests {
  static func load(_ response: String, defaults: String = "{}", content: String = "0123456789") throws -> LoadedProject
  {
    let spec = "mockspec: 1\ndefaults: \(defaults)\nrequests: {A: {match: /a, responses: {R: {\(response)}}}}\n"
    return try Specs.load(try TemporaryFolder(["a.mock.yaml": spec, "a.txt": content]), ".")
  }

  static func reply(_ project: LoadedProject, _ line: String = "GET /a", _ fields: HTTPFields = [:]) throws -> Reply {
    let decision = MockEngine(try #require(project.sets)).decide(MockCall(line, fields))
    guard case .reply(let reply) = decision.outcome else { throw NoReply() }
    return reply
  }
  struct NoReply: Error {}

  @Test func `the ETag is made from the content`() throws {
    let first = try Self.reply(Self.load("file: a.txt, ranges: true"))
    #expect(first.fields[.eTag] == "\"a-3f5fc178a81867e7\"")
    #expect(first.fields[.acceptRanges] == "bytes")
    let same = try Self.reply(Self.load("file: a.txt, ranges: true, headers: {X: 1}"))
    #expect(same.fields[.eTag] == first.fields[.eTag])
    let other = try Self.reply(Self.load("file: a.txt, ranges: true", content: "0123456780"))
    #expect(other.fields[.eTag] != first.fields[.eTag])
  }

  @Test func `headers of the spec replace those of ranges`() throws {
    let reply = try Self.reply(
      Self.load("file: a.txt, ranges: true, headers: {etag: 'W/\"1\"', Accept-Ranges: none}"))
    #expect(reply.fields[values: .eTag] == ["W/\"1\""])
    #expect(reply.fields[values: .acceptRanges] == ["none"])
  }

  @Test(arguments: ["file: a.txt", "file: a.txt, ranges: false"])
  func `without ranges, a response has neither field and is sent whole`(response: String) throws {
    let reply = try Self.reply(Self.load(response), "GET /a", [.range: "bytes=0-1", .ifNoneMatch: "*"])
    #expect(reply.status == 200 && reply.body.count == 10)
    #expect(reply.fields[.eTag] == nil && reply.fields[.acceptRanges] == nil)
  }

  @Test func `a 304 and a 416 have no fields of a body`() throws {
    let project = try Self.load(
      "file: a.txt, ranges: true, headers: {Cache-Control: no-cache, Content-Language: en, Content-Length: 10}")
    for (name, value, status) in [(HTTPField.Name.ifNoneMatch, "*", 304), (.range, "bytes=10-", 416)] {
      let reply = try Self.reply(project, "GET /a", [name: value])
      #expect(reply.status == status && reply.body == [])
      #expect(reply.fields[.contentType] == nil && reply.fields[.contentLanguage] == nil)
      #expect(reply.fields[.contentLength] == nil && reply.fields[.cacheControl] == "no-cache")
      #expect(reply.fields[.eTag] != nil)
    }
  }

  @Test func `a weak ETag is never the condition of a range, but one of 304`() throws {
    let project = try Self.load("file: a.txt, ranges: true, headers: {ETag: 'W/\"1\"'}")
    let range: HTTPFields = [.range: "bytes=0-1"]
    #expect(try Self.reply(project, "GET /a", range.with(.ifRange, "W/\"1\"")).status == 200)
    #expect(try Self.reply(project, "GET /a", range.with(.ifRange, "\"1\"")).status == 200)
    #expect(try Self.reply(project, "GET /a", range.with(.ifNoneMatch, "\"0\", \"1\"")).status == 304)
  }

  @Test(arguments: [
    (#""1""#, 200), (#""0", "1""#, 200), (#", "0" ,"1","#, 200), ("*", 200), (#""0""#, 412), (#"W/"1""#, 412),
    ("1", 412),
    (#""1" "0""#, 412), (#"*, "1""#, 412), (#""1"#, 412),
  ])
  func `If-Match needs the current version`(value: String, status: Int) throws {
    let project = try Self.load("file: a.txt, ranges: true, headers: {ETag: '\"1\"'}")
    for method in ["GET", "HEAD"] {
      let reply = try Self.reply(project, "\(method) /a", [.ifMatch: value, .ifNoneMatch: "\"0\""])
      #expect(reply.status == status)
    }
    #expect(
      try Self.reply(project, "GET /a", [.ifMatch: value, .range: "bytes=0-1"]).status == (status == 200 ? 206 : 412))
    #expect(try Self.reply(project, "POST /a", [.ifMatch: value]).status == 200)
  }

  @Test func `If-Match is never met by a weak version`() throws {
    let project = try Self.load("file: a.txt, ranges: true, headers: {ETag: 'W/\"1\"'}")
    #expect(try Self.reply(project, "GET /a", [.ifMatch: "W/\"1\""]).status == 412)
    #expect(try Self.reply(project, "GET /a", [.ifMatch: "*"]).status == 200)
  }

  @Test(arguments: [
    (#"W/"1""#, 304), (#""0", W/"1""#, 304), (#"w/"1""#, 200), (#"x"1""#, 200), (#""1"x"#, 200), (#""1" "0""#, 200),
    (#"*, "0""#, 200), (#""1", 0"#, 200), ("1", 200), (#""0"#, 200),
  ])
  func `a malformed list of versions contains none`(value: String, status: Int) throws {
    let project = try Self.load("file: a.txt, ranges: true, headers: {ETag: '\"1\"'}")
    #expect(try Self.reply(project, "GET /a", [.ifNoneMatch: value]).status == status)
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:36 GMT", 200, 412), ("Sun, 06 Nov 1994 08:49:37 GMT", 304, 200),
    ("Thu, 01 Dec 1994 00:00:00 GMT", 304, 200), ("Sat, 31 Dec 1988 23:59:60 GMT", 200, 412),
    ("Sunday, 06-Nov-95 08:49:37 GMT", 200, 200), ("Sun, 06 Nov 1995 08:49:37 CET", 200, 200),
    ("Sun, 06 Nov 1995 8:49:371 GMT", 200, 200), ("", 200, 200), ("Sun, 30 Feb 2025 00:00:00 GMT", 200, 200),
    ("Thu, 29 Feb 1996 00:00:00 GMT", 304, 200), ("Wed, 29 Feb 1995 00:00:00 GMT", 200, 200),
  ])
  func `dates are conditions if there is a date`(date: String, since: Int, unmodified: Int) throws {
    let dated = try Self.load(
      "file: a.txt, ranges: true, headers: {Last-Modified: 'Sun, 06 Nov 1994 08:49:37 GMT', ETag: '\"1\"'}")
    #expect(try Self.reply(dated, "GET /a", [.ifModifiedSince: date]).status == since)
    #expect(try Self.reply(dated, "GET /a", [.ifUnmodifiedSince: date]).status == unmodified)
    // Versions are compared instead of dates.
    #expect(try Self.reply(dated, "GET /a", [.ifModifiedSince: date, .ifNoneMatch: "\"0\""]).status == 200)
    #expect(try Self.reply(dated, "GET /a", [.ifUnmodifiedSince: date, .ifMatch: "\"1\""]).status == 200)
    let undated = try Self.load("file: a.txt, ranges: true")
    #expect(try Self.reply(undated, "GET /a", [.ifModifiedSince: date]).status == 200)
    #expect(try Self.reply(undated, "GET /a", [.ifUnmodifiedSince: date]).status == 200)
  }

  @Test func `an edit of the file makes another version`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {file: a.txt, ranges: true}}}}\n",
      "a.txt": "0123456789",
    ])
    let tag = try #require(Self.reply(Specs.load(folder, ".")).fields[.eTag])
    let range: HTTPFields = [.range: "bytes=0-1", .ifRange: tag]
    #expect(try Self.reply(Specs.load(folder, "."), "GET /a", range).status == 206)
    try folder.save("012345678", to: "a.txt")
    #expect(try Self.reply(Specs.load(folder, "."), "GET /a", range).status == 200)
  }

  @Test func `a fault breaks the part`() throws {
    let project = try Self.load("fault: truncatedBody, file: a.txt, ranges: true")
    let decision = MockEngine(try #require(project.sets)).decide(MockCall("GET /a", [.range: "bytes=4-7"]))
    guard case .fault(.truncatedBody, let reply) = decision.outcome else { throw NoReply() }
    let part = try #require(reply.part(before: .truncatedBody, sendsBody: true, .unlimited))
    #expect(reply.status == 206 && part.body.rest == Array("45".utf8)[...])
    guard case .length(4) = part.framing else { throw NoReply() }
  }

  @Test(arguments: [
    ("ranges: true", "{}", ["missing-key: 'ranges' needs the key 'file'"]),
    ("text: a, ranges: true", "{}", ["missing-key: 'ranges' needs the key 'file'"]),
    ("file: a.txt, ranges: yes", "{}", ["wrong-type: expected true or false, found 'yes'"]),
    (
      "error: timedOut, file: a.txt, ranges: true", "{}",
      ["conflicting-keys: 'file' and 'ranges' can't be combined with 'error'"]
    ),
    (
      "file: a.txt, ranges: true, status: 404", "{}",
      [
        "conflicting-keys: 'ranges' can't be combined with status 404, only with 200"
      ]
    ),
    (
      "file: a.txt, ranges: true", "{status: 201}",
      [
        "conflicting-keys: 'ranges' can't be combined with status 201, only with 200"
      ]
    ),
    (
      "file: a.txt, ranges: true, template: true", "{}",
      [
        "conflicting-keys: 'ranges' can't be combined with a template"
      ]
    ),
    (
      "file: a.txt, ranges: true", "{template: true}",
      [
        "conflicting-keys: 'ranges' can't be combined with a template"
      ]
    ),
    ("file: a.txt, ranges: true, template: false", "{template: true}", []),
  ])
  func `what can't have ranges is reported`(response: String, defaults: String, expected: [String]) throws {
    let project = try Self.load(response, defaults: defaults, content: "{{request.method}}")
    #expect(project.diagnostics.map { "\($0.code): \($0.message)" } == expected)
  }

  @Test func `a file without tags isn't a template`() throws {
    let project = try Self.load("file: a.txt, ranges: true", defaults: "{template: true}")
    #expect(try Self.reply(project, "GET /a", [.range: "bytes=0-1"]).status == 206)
  }
}

extension HTTPFields {
  fileprivate func with(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
    var fields = self
    fields[name] = value
    return fields
  }
}
