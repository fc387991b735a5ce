import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// The words for each failure, and where they point.
struct SchemaFailureTests {
  private static let server = """
    {title: a server, type: object, required: [host], additionalProperties: false, patternProperties: {^x-: true},
     properties: {host: {type: string}, port: {title: a port, type: integer, minimum: 0, maximum: 65535,
     examples: [8080, 0]}, $schema: true}}
    """

  @Test(arguments: [
    Complaint(
      "unknown key with one near", server, "host: a\n1️⃣prot1️⃣: 1\n", "unknown-key", "unknown key 'prot'",
      label: "did you mean 'port'?"),
    Complaint(
      "a misspelt key isn't missing as well", server, "{1️⃣hots1️⃣: a}", "unknown-key", "unknown key 'hots'",
      label: "did you mean 'host'?"),
    Complaint(
      "unknown key with none near", server, "{host: a, 1️⃣'日'1️⃣: 1}", "unknown-key", "unknown key '日'",
      help: "known keys here: host, port"),
    Complaint(
      "unknown key where all are", "additionalProperties: false", "{1️⃣a1️⃣: 1}", "unknown-key", "unknown key 'a'"),
    Complaint(
      "missing key at the start of the root", server, "1️⃣p1️⃣ort: 1\n", "missing-key", "key 'host' is missing in a server"),
    Complaint(
      "missing key at a whole character", "{title: a server, required: [host]}", "1️⃣日1️⃣: 1\n", "missing-key",
      "key 'host' is missing in a server"),
    Complaint(
      "missing key at the key that owns the mapping", "properties: {server: \(server)}", "日: 1\n1️⃣server1️⃣:\n  port: 1\n",
      "missing-key", "key 'host' is missing in a server"),
    Complaint(
      "missing key in a list at the element", "items: \(server)", "- host: a\n- 1️⃣p1️⃣ort: 1\n", "missing-key",
      "key 'host' is missing in a server"),
    Complaint(
      "missing key of a nameless schema", "required: [a]", "1️⃣{1️⃣b: 1}", "missing-key", "key 'a' is missing"),
    Complaint(
      "key that another one asks for", "{properties: {s: {dependentRequired: {a: [b], c: [b]}}}}", "1️⃣s1️⃣: {a: 1, c: 2}",
      "missing-key", "key 'b' is missing"),
    Complaint("forbidden key", "properties: {a: false}", "{1️⃣a1️⃣: 1}", "bad-value", "'a' is not allowed here"),
    Complaint(
      "key beside another", "dependentSchemas: {json: {properties: {text: false}}}", "1️⃣text1️⃣: 1\njson: 2\n",
      "conflicting-keys", "'text' can't stand beside 'json'", help: "remove one of the two"),
    Complaint(
      "key of the wrong form", "propertyNames: {title: a header name, pattern: '^[a-z]+$', examples: [accept]}",
      "{a: 1, 1️⃣'B c'1️⃣: 2}", "bad-key", "expected a header name, found 'B c'", help: "for example: accept"),
    Complaint(
      "empty key", "propertyNames: {title: a name, minLength: 1}", "{1️⃣''1️⃣: 2}", "bad-key", "expected a name, found ''"),
    Complaint(
      "too few keys", "{properties: {m: {title: a mapping of names, minProperties: 1}}}", "1️⃣m1️⃣: {}", "too-few",
      "expected a mapping of names, with at least 1, found none"),
    Complaint(
      "too many keys", "maxProperties: 1", "1️⃣{1️⃣a: 1, b: 2}", "too-many", "expected fewer, with at most 1, found 2"),
  ])
  func `keys`(complaint: Complaint) throws { try complaint.check() }

  private static let bodies = """
    dependentSchemas: {file: {properties: {json: false, text: false}}, json: {properties: {text: false}},
     error: {properties: {status: false, file: false, json: false, text: false}}}
    """

  @Test(arguments: [
    Complaint(
      "any two in conflict", bodies, "text: 1\n1️⃣file1️⃣: 2\njson: 3\n", "conflicting-keys",
      "only one of 'text', 'file' and 'json' can stand here", help: "remove the others"),
    Complaint(
      "all but one in conflict with one", bodies, "1️⃣status1️⃣: 1\nerror: 2\njson: 3\n", "conflicting-keys",
      "'status' and 'json' can't stand beside 'error'", help: "remove 'error', or the others"),
    Complaint(
      "some in conflict with each other as well", bodies, "{error: 1, 1️⃣status1️⃣: 2, json: 3, text: 4}",
      "conflicting-keys", "'status', 'json' and 'text' can't stand beside 'error'",
      help: "remove 'error', or the others"),
    Complaint(
      "one that two forbid", "dependentSchemas: {a: {properties: {c: false}}, b: {properties: {c: false}}}",
      "{1️⃣a1️⃣: 1, b: 1, c: 1}", "conflicting-keys", "'a' and 'b' can't stand beside 'c'",
      help: "remove 'c', or the others"),
    Complaint(
      "for a key that a condition asks for",
      "{if: {anyOf: [{required: [a]}, {required: [b]}]}, then: {properties: {c: false}}}", "{b: 1, 1️⃣c1️⃣: 1}",
      "conflicting-keys", "'c' can't stand beside 'b'", help: "remove one of the two"),
    Complaint(
      "for a condition of another kind",
      "{if: {required: [a], properties: {a: {const: 1}}}, then: {properties: {c: false}}}",
      "{a: 1, 1️⃣c1️⃣: 1}", "bad-value", "'c' is not allowed here"),
  ])
  func `keys in conflict are reported once`(complaint: Complaint) throws { try complaint.check() }

  @Test func `keys in conflict in two mappings are reported for each`() throws {
    let schema = try schema("additionalProperties: {\(Self.bodies)}")
    let failures = schema.failures(in: try document("{a: {file: 1, json: 1, text: 1}, b: {json: 1, text: 1}}").root)
    #expect(
      failures.map(\.diagnostic.message) == [
        "only one of 'file', 'json' and 'text' can stand here", "'text' can't stand beside 'json'",
      ])
  }

  @Test func `what is missing beside a key that was reported as an error isn't reported`() throws {
    let schema = try schema("{required: [a], minProperties: 1, additionalProperties: {type: string}}")
    let parsed = DocumentParser.parse(Array("{<<: 1}".utf8), path: "f", format: .yaml)
    #expect(parsed.diagnostics.map(\.code) == ["merge-key"])
    #expect(schema.failures(in: try #require(parsed.document).root).map(\.diagnostic.message) == [])
  }

  @Test(arguments: [
    Complaint(
      "number in quotes", "{title: a status, type: integer}", "1️⃣\"401\"1️⃣", "wrong-type",
      "expected a status, found '401'",
      help: "write it without quotes: 401"),
    Complaint(
      "fraction in quotes", "{title: a spread, type: number, examples: [1]}", "1️⃣'0.5'1️⃣", "wrong-type",
      "expected a spread, found '0.5'", help: "write it without quotes: 0.5"),
    Complaint(
      "truth in quotes", "oneOf: [{type: boolean}, {type: 'null'}]", "1️⃣'true'1️⃣", "wrong-type",
      "expected a boolean or null, found 'true'", help: "write it without quotes: true"),
    Complaint(
      "number in quotes where none is right either", "{title: a mapping, type: object}", "1️⃣'401'1️⃣", "wrong-type",
      "expected a mapping, found '401'"),
    Complaint(
      "fraction in quotes where whole ones are right", "{title: a status, type: integer, examples: [200]}", "1️⃣'1.5'1️⃣",
      "wrong-type", "expected a status, found '1.5'", help: "for example: 200"),
    Complaint(
      "mapping", "{properties: {a: {title: text, type: string}}}", "a: 1️⃣{b: 1}1️⃣", "wrong-type",
      "expected text, found a mapping"),
    Complaint("list", "{title: text, type: string}", "1️⃣- a\n- b1️⃣\n", "wrong-type", "expected text, found a list"),
    Complaint(
      "nothing", "{properties: {a: {title: text, type: string}}}", "a:1️⃣\n", "wrong-type",
      "expected text, found no value"),
    Complaint("null", "{title: text, type: string}", "1️⃣~1️⃣", "wrong-type", "expected text, found null"),
    Complaint(
      "not a number", "{title: a number, type: number}", "1️⃣.nan1️⃣", "wrong-type", "expected a number, found .nan"),
    Complaint(
      "examples, scalars only and at most three", "{title: a, type: integer, examples: [{b: 1}, 1, 2, 3, 4]}", "1️⃣b1️⃣",
      "wrong-type", "expected a, found 'b'", help: "for example: 1, 2, 3"),
    Complaint(
      "long text is cut", "{title: a, type: integer}", "1️⃣" + String(repeating: "日", count: 61) + "1️⃣", "wrong-type",
      "expected a, found '" + String(repeating: "日", count: 57) + "…'"),
    Complaint(
      "choice with one near", "enum: [stay, restart]", "1️⃣restrat1️⃣", "bad-value",
      "expected one of a few values, found 'restrat'", help: "did you mean 'restart'?"),
    Complaint(
      "choice with none near", "{title: an end, enum: [stay, restart, {a: 1}]}", "1️⃣go1️⃣", "bad-value",
      "expected an end, found 'go'", help: "one of: stay, restart"),
    Complaint(
      "choice of many", "{title: a digit, enum: [1, 2, 3, 4, 5, 6, 7, 8, 9], examples: [1]}", "1️⃣x1️⃣", "bad-value",
      "expected a digit, found 'x'", help: "for example: 1"),
    Complaint(
      "constant", "{title: version 1, const: 1}", "1️⃣21️⃣", "bad-value", "expected version 1, found 2", help: "one of: 1"),
    Complaint(
      "pattern", "{title: a duration, pattern: '^[0-9]+ms$', examples: [20ms]}", "1️⃣20 ms1️⃣",
      "bad-value", "expected a duration, found '20 ms'", help: "for example: 20ms"),
    Complaint("empty text", "{title: a name, minLength: 1}", "1️⃣''1️⃣", "bad-value", "expected a name, found empty text"),
    Complaint("short text", "minLength: 3", "1️⃣日本1️⃣", "bad-value", "'日本' is too short", help: "at least 3 characters"),
    Complaint("long text", "maxLength: 1", "1️⃣日本1️⃣", "bad-value", "'日本' is too long", help: "at most 1 characters"),
  ])
  func `scalars`(complaint: Complaint) throws { try complaint.check() }

  @Test(arguments: [
    ("minimum: 1", "0", "at least 1"), ("maximum: 1", "2", "at most 1"), ("exclusiveMinimum: 0", "0", "more than 0"),
    ("exclusiveMaximum: 0.5", "1", "less than 0.5"), ("{minimum: 200, maximum: 599}", "99", "from 200 to 599"),
    ("{exclusiveMinimum: 0, maximum: 1}", "2", "more than 0 and at most 1"),
  ])
  func `bounds are said in words`(schema: String, value: String, words: String) throws {
    try Complaint(schema, schema, "1️⃣\(value)1️⃣", "bad-value", "expected a number, \(words), found \(value)").check()
  }

  @Test(arguments: [
    Complaint(
      "too few", "{title: a list of steps, minItems: 1}", "1️⃣[]1️⃣", "too-few",
      "expected a list of steps, with at least 1, found none"),
    Complaint("too few by one", "minItems: 3", "1️⃣[a, b]1️⃣", "too-few", "expected more, with at least 3, found 2"),
    Complaint("too many", "maxItems: 1", "1️⃣[1, 2]1️⃣", "too-many", "expected fewer, with at most 1, found 2"),
    Complaint(
      "one too many", "{prefixItems: [true], items: false}", "[1, 1️⃣a1️⃣]", "bad-value", "'a' is not allowed here"),
    Complaint(
      "an element", "items: {title: text, type: string}", "- a\n- 1️⃣11️⃣\n", "wrong-type", "expected text, found 1"),
  ])
  func `lists`(complaint: Complaint) throws { try complaint.check() }

  @Test func `a repeated element has a note at the first`() throws {
    let marked = "[a, 2️⃣12️⃣, {}, 1️⃣1.01️⃣]"
    let failures = try schema("uniqueItems: true").failures(in: document(MarkedText(marked).text).root)
    #expect(failures.map(\.diagnostic.marked) == [marked])
    #expect(failures.map(\.diagnostic.message) == ["1.0 is given twice"])
    #expect(failures.flatMap(\.diagnostic.notes).map(\.message) == ["first given here"])
  }

  @Test func `everything is found in one pass, in the document's order`() throws {
    let marked = "prot: 1\nport: x\nserver: 3\n"
    let diagnostics = try schema(Self.server).failures(in: document(marked).root).map(\.diagnostic)
    #expect(
      diagnostics.map { "\($0.start.line): \($0.message)" } == [
        "1: unknown key 'prot'", "1: key 'host' is missing in a server", "2: expected a port, found 'x'",
        "3: unknown key 'server'",
      ])
  }
}
