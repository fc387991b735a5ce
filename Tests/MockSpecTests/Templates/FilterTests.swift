import Foundation
import TestSupport
import Testing

@testable import MockSpec

/// The filters of templates, each with the example of its row in the article.
struct FilterTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let cells: [String]
    var testDescription: String { cells[0] }
  }

  /// Returns the rows of a table, without the backticks of code.
  static func rows(under heading: String, _ columns: Int) throws -> [Row] {
    let article = String(
      decoding: try Repository.bytes("Sources/MockSpec/Documentation.docc/SpecLanguage.md"), as: UTF8.self)
    let section = try #require(article.components(after: "### \(heading)\n"))
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      Row(
        cells: line.split(separator: "|").map { cell in
          let cell = cell.drop { $0 == " " }
          return cell.hasPrefix("`") ? String(cell.dropFirst().prefix { $0 != "`" }) : String(cell)
        })
    }.filter { $0.cells.count >= columns }
  }

  static func rendered(_ tag: String, _ body: String, _ prefix: String = "") throws -> String {
    let text = tag.replacing("'", with: "''")
    return try TemplateReplyTests.body("\(prefix)text: '\(text)'", MockCall("POST /items/7?tag=x&tag=y", body: body))
  }

  @Test func `the article has a row for each filter, in the order of the table`() throws {
    #expect(try Self.rows(under: "Filters", 5).map { $0.cells[0] } == TemplateFilter.all.map(\.usage))
  }

  @Test(arguments: try rows(under: "Filters", 5))
  func `each example of the article has its result`(row: Row) throws {
    #expect(try Self.rendered("{{request.json | \(row.cells[3])}}", row.cells[2]) == row.cells[4])
  }

  @Test(arguments: [
    ("{{request.query.no | upper | default: x}}", "x"), ("{{request.query.no | number | default: 'a b'}}", "a b"),
    ("{{request.query.tag | join: '|'}}", "x|y"), ("{{request.query.tag | upper}}", "X"),
    ("{{request.json.list | slice: -2 | join: ', '}}", "2, 3"), ("{{request.json.list | slice: 1, 1}}", "[2]"),
    ("{{request.json.list | slice: 9}}", "[]"), ("{{request.json.text | slice: 1, 99}}", "b"),
    ("{{request.json.text | json}}", "\"äb\""), ("{{request.json.text | length}}", "2"),
    ("{{request.json.big | number}}", "12345678901234567890.10"), ("{{request.json.o | length}}", "1"),
    ("{{request.json['a.b'].c}} {{request.json[\"d e\"]}}", "1 2"), ("{{request.headers['no'] | default: -}}", "-"),
    ("{{now | date: \"d. MMMM 'at' h:mm a\"}}", "31. January at 9:30 AM"), ("{{now | date: unix}}", "1769851800"),
    ("{{now | date: http}}", "Sat, 31 Jan 2026 09:30:00 GMT"), ("{{now | minus: 2w | date: yyyy-MM-dd}}", "2026-01-17"),
    ("{{#request.json.list | slice: 1}}({{.}}){{/request.json.list}}", "(2)(3)"),
    ("{{#request.json.no | boolean}}a{{/request.json.no}}{{^request.json.f | boolean}}b{{/request.json.f}}", "b"),
    ("{{request.json.o | json | json}}", #""{\"a\":\"b\"}""#), ("{{request.json.none | default: 0}}", "0"),
  ])
  func `filters are chained`(tag: String, result: String) throws {
    let body = #"""
      {"list": [1, 2, 3], "text": "äb", "big": "12345678901234567890.10", "a.b": {"c": 1}, "d e": 2, "f": "false",
      "o": {"a": "b"}, "none": null}
      """#
    #expect(try Self.rendered(tag, body) == result)
  }

  @Test(arguments: [
    ("number", #""abc""#), ("number", "true"), ("number", "null"), ("number", #""""#), ("number", #""007""#),
    ("boolean", "1"), ("plus: 1", "1.5"), ("plus: 1", "9223372036854775807"), ("plus: 1h", #""tomorrow""#),
    ("minus: 1d", #""1970-01-01""#), ("date: yyyy", #""2026-02-30""#), ("date: yyyy", #""2026-01-31T25:00:00Z""#),
  ])
  func `a value that can't be converted is an error of the call, which doesn't show it`(filter: String, body: String)
    throws
  {
    let message = try Self.rendered("{{request.json | \(filter)}}", body)
    let name = filter.prefix { $0 != ":" }
    #expect(message.hasPrefix("template: filter '\(name)' can't convert the value of 'request.json' ("))
  }

  @Test func `filters keep a missing value missing`() throws {
    #expect(try Self.rendered("{{request.json.a | upper}}", "{}").hasPrefix("template: 'request.json.a' is missing"))
    #expect(
      try Self.rendered("{{request.headers | json}}", "{}").hasPrefix("template: 'request.headers' is missing"))
  }

  @Test func `results are escaped, except for JSON in JSON`() throws {
    let tags = "{{request.json | upper}} {{request.json | json}}"
    let body = #""<\"""#
    #expect(
      try Self.rendered(tags, body, "headers: {Content-Type: text/html}, ")
        == "&lt;&quot; &quot;&lt;\\&quot;&quot;")
    #expect(try Self.rendered(tags, body, "headers: {Content-Type: application/json}, ") == #"<\" "<\"""#)
    #expect(try Self.rendered(tags, body) == #"<" "<\"""#)
  }

  @Test func `in json, one tag can be a value of another type`() throws {
    let call = MockCall("POST /items/7?page=2.50", body: #"{"a": [1, {"b": 1.0}], "t": "x"}"#)
    let values = """
      json: {n: '{{request.query.page | number}}', s: '{{request.query.page}}', x: 'p{{request.query.page | number}}',
      a: '{{request.json.a | json}}', t: '{{request.json.t | json}}', b: '{{request.query.no | default: true | boolean}}',
      m: '{{request.json | json}}{{! not alone }}'}
      """
    #expect(
      try TemplateReplyTests.body(values, call)
        == #"{"n":2.50,"s":"2.50","x":"p2.50","a":[1,{"b":1.0}],"t":"x","b":true,"#
        + #""m":"{\"a\":[1,{\"b\":1.0}],\"t\":\"x\"}"}"#)
  }

  @Test func `keys of json that become equal are an error of the call`() throws {
    let keys = "json: {a: 1, '{{request.query.k}}': 2, o: {'{{request.query.k}}': 3}}"
    #expect(try TemplateReplyTests.body(keys, MockCall("GET /items/7?k=b")) == #"{"a":1,"b":2,"o":{"b":3}}"#)
    #expect(
      try TemplateReplyTests.body(keys, MockCall("GET /items/7?k=a")).hasPrefix(
        "template: a key of 'json' is equal to another one ("))
    let alias = "json: {a: &a {'{{request.query.k}}': 1}, b: *a}"
    #expect(try TemplateReplyTests.body(alias, MockCall("GET /items/7?k=b")) == #"{"a":{"b":1},"b":{"b":1}}"#)
    // These are equal texts of Swift, but different keys.
    let accents = "json: {\"\\xE9\": 1, '{{request.query.k}}': 2}"
    #expect(try TemplateReplyTests.body(accents, MockCall("GET /items/7?k=e%CC%81")).hasPrefix("{"))
  }
}

extension String {
  fileprivate func components(after heading: String) -> Substring? {
    guard let start = range(of: heading) else { return nil }
    let rest = self[start.upperBound...]
    return rest.range(of: "\n#").map { rest[..<$0.lowerBound] } ?? rest
  }
}
