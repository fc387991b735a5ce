import Testing

@testable import MockSpec

struct GraphQLMatcherTests {
  static let json = "application/json"

  static func item(_ matcher: String, _ body: String, _ isMatch: Bool, type: String? = json) -> BodyCase {
    BodyCase("graphql: \(matcher)", body, isMatch, type: type)
  }

  static let bodies = [
    item("{operationName: A}", #"{"query": "query A { a }", "operationName": "A"}"#, true),
    item("{operationName: A}", #"{"query": "query A { a } query B { b }", "operationName": "B"}"#, false),
    item("{operationName: A}", #"{"operationName": "A"}"#, true),
    item("{operationName: \u{E9}}", "{\"operationName\": \"e\u{301}\"}", false),
    item("{operationName: A}", #"{"query": "query A { a }"}"#, true),
    item("{operationName: A}", #"{"query": "query A { a }", "operationName": null}"#, true),
    item("{operationName: A}", #"{"query": "query A { a }", "operationName": ""}"#, true),
    item("{operationName: A}", #"{"query": "query A { a } query B { b }"}"#, false),
    item("{operationName: A}", #"{"query": "{ a }"}"#, false), item("{operationName: A}", "query A { a }", false),
    item("{operationName: A}", "", false),
    // A batch matches if one of its requests does.
    item("{operationName: A}", #"[{"operationName": "A"}]"#, true),
    item("{operationName: A}", #"[{"query": "{ b }"}, {"query": "query A { a }"}]"#, true),
    item("{operationName: A}", #"[{"operationName": "B"}, {"operationName": "C"}]"#, false),
    item(
      "{operationName: A, variables: {id: 1}}",
      #"[{"operationName": "A", "variables": {"id": 2}}, {"operationName": "B", "variables": {"id": 1}}]"#, false),
    item(
      "{operationName: A, variables: {id: 1}}",
      #"[{"operationName": "A", "variables": {"id": 2}}, {"operationName": "A", "variables": {"id": 1}}]"#, true),
    item("{variables: {}}", "[]", false), item("{variables: {}}", "[[{}]]", false),
    item("{operationName: A}", #"[{"operationName": "A"}, 1]"#, false),
    item("{variables: {}}", "[" + String(repeating: "{},", count: 999) + "{}]", true),
    item("{variables: {}}", "[" + String(repeating: "{},", count: 1000) + "{}]", false),
    item("{operationName: A}", #"{"operationName": "A"}"#, true, type: nil),
    item("{operationName: A}", #"{"operationName": "A"}"#, true, type: "application/graphql+json"),
    item("{variables: {id: 1}}", #"{"query": "{ a }", "variables": {"id": 1.0, "x": 2}}"#, true),
    item("{variables: {id: 1}}", #"{"query": "{ a }", "variables": {"id": "1"}}"#, false),
    item("{variables: {id: 1}}", #"{"query": "{ a }"}"#, false), item("{variables: {}}", #"{"query": "{ a }"}"#, true),
    item("{variables: {}}", #"{"variables": null}"#, true),
    item("{variables: {a: {b: [1]}}}", #"{"variables": {"a": {"b": [1], "c": 2}}}"#, true),
    item("{variables: {a: null}}", #"{"variables": {"a": null}}"#, true), item("{variables: {a: null}}", "{}", false),
    item("{operationName: A, variables: {id: 1}}", #"{"operationName": "A", "variables": {"id": 2}}"#, false),
    item("{operationName: A}", "query A { a }", true, type: "application/graphql"),
    item("{operationName: A}", "query A { a }", true, type: "Application/GraphQL; charset=utf-8"),
    item("{operationName: A}", #"{"operationName": "A"}"#, false, type: "application/graphql"),
  ]

  @Test(arguments: bodies)
  func `a GraphQL request in a body`(item: BodyCase) throws { try item.check() }

  @Test(arguments: [
    ("{operationName: A}", "GET /a?query=query+A+%7B+a+%7D", true),
    ("{operationName: B}", "GET /a?query=query+A+%7B+a+%7D+query+B+%7Bb%7D&operationName=B", true),
    ("{operationName: A}", "GET /a?query=%7B+a+%7D", false), ("{operationName: A}", "GET /a", false),
    ("{variables: {id: 1}}", "GET /a?query=%7Ba%7D&variables=%7B%22id%22%3A1%7D", true),
    ("{variables: {id: 1}}", "GET /a?query=%7Ba%7D&variables=%7B", false),
    ("{operationName: A}", "HEAD /a?operationName=A", true), ("{operationName: A}", "POST /a?operationName=A", false),
  ])
  func `a GraphQL request in a query`(matcher: String, line: String, isMatch: Bool) throws {
    try BodyCase("graphql: \(matcher)", "", isMatch, line: line, type: line.hasPrefix("G") ? Self.json : nil).check()
  }

  @Test func `a document as the body has its other parts in the query`() throws {
    try BodyCase(
      "graphql: {operationName: B, variables: {id: 1}}", "query A { a } query B { b }", true,
      line: "POST /a?operationName=B&variables=%7B%22id%22%3A1%7D", type: "application/graphql"
    ).check()
  }

  struct Document: Sendable, CustomTestStringConvertible {
    let text: String
    let name: String?
    var testDescription: String { "\(name ?? "no name") in \(text.prefix(80))" }

    init(_ text: String, _ name: String?) {
      self.text = text
      self.name = name
    }
  }

  static let documents = [
    Document("query A { a }", "A"), Document("mutation A { a }", "A"), Document("subscription A{a}", "A"),
    Document("query A", "A"), Document("query{a}", nil), Document("{ query A }", nil), Document("", nil),
    Document("query A{a} query B{b}", nil), Document("query A{a} fragment F on T{b}", "A"),
    Document("fragment query on T{b} query A{a}", "A"), Document("fragment F on query{a}", nil),
    Document("fragment F on T{query} mutation M{query A}", "M"), Document("query query{a}", "query"),
    Document("query A($x:In={a:[1,{b:2}]})@d(a:{b:1}){a} ", "A"), Document("query($x:Int=1){a}", nil),
    Document("query A{a(b:\"} query B {\")}", "A"), Document(#"query A{a(b:"\"} query B{")}"#, "A"),
    Document("query A{a(b:\"\")} query B{b}", nil), Document("# query B {\nquery A{a} # }", "A"),
    Document("# x\rquery A{a}", "A"), Document("query#x\n,A,{a}", "A"), Document("\u{FEFF}query A{a}", "A"),
    Document("query A{a(b:\"\"\" } \" \"\" query B{ \"\"\")}", "A"),
    Document("query A{a(b:\"\"\" \\\"\"\" } query B{ \"\"\")}", "A"), Document("query A{a(b:\"\"\"\"\"\")}", "A"),
    Document("query A{a(b:\"\"\"\\\\\"\"\")}", nil), Document("query A{a ...F ...on T{b}}", "A"),
    // Unclosed and unopened brackets and strings.
    Document("query A{a", nil), Document("query A{a(b:\"}", nil), Document("query A{a(b:\"\n\")}", nil),
    Document("query A{a(b:\"\"\"}", nil), Document("}query A{a}", nil), Document("query A{a}}", nil),
    Document("\"", nil), Document("\"\\", nil), Document("\"\"\"", nil),
  ]

  @Test(arguments: documents)
  func `the only named operation of a document is found`(item: Document) {
    #expect(GraphQLDocument.onlyOperationName(in: Array(item.text.utf8)) == item.name)
  }

  @Test(arguments: ["{", "\"", "\"\"\"", "#", "query A", "\\", "query A{a}", "\"\"\"\\\"\"\""])
  func `a long document takes linear time`(piece: String) {
    let text = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    #expect(GraphQLDocument.onlyOperationName(in: Array(text.utf8)) == nil || piece == "query A")
  }

  @Test func `thousands of operations with one path don't compete`() throws {
    let requests = (0..<2000).map {
      "  Op\($0): {match: {path: /g, body: {graphql: {operationName: Op\($0)}}}, responses: {R: {}}}\n"
    }
    let engine = try Specs.engine("requests:\n" + requests.joined())
    let body = #"{"query": "query Op1999 { a }"}"#
    #expect(engine.decide(MockCall("POST /g", body: body)).requestName == "Op1999")
  }
}
