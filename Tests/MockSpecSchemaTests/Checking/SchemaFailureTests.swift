import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// The message and the location of each failure.
struct SchemaFailureTests {
  private static let server = """
    {title: a server, type: object, required: [host], additionalProperties: false, patternProperties: {^x-: true},
     properties: {host: {type: string}, port: {title: a port, type: integer, minimum: 0, maximum: 65535,
     examples: [8080, 0]}, $schema: true}}
    """

  @Test(arguments: [
    FailureCase(
      "unknown key with one near", server, "host: a\n1️⃣prot1️⃣: 1\n", "unknown-key", "unknown key 'prot'",
      label: "did you mean 'port'?"),
    FailureCase(
      "a misspelled key isn't missing as well", server, "{1️⃣hots1️⃣: a}", "unknown-key", "unknown key 'hots'",
      label: "did you mean 'host'?"),
    FailureCase(
      "unknown key with none near", server, "{host: a, 1️⃣'日'1️⃣: 1}", "unknown-key", "unknown key '日'",
      help: "known keys here: host, port"),
    FailureCase(
      "unknown key where all are", "additionalProperties: false", "{1️⃣a1️⃣: 1}", "unknown-key", "unknown key 'a'"),
    FailureCase(
      "missing key at the start of the root", server, "1️⃣p1️⃣ort: 1\n", "missing-key", "key 'host' is missing in a server"),
    FailureCase(
      "missing key at a whole character", "{title: a server, required: [host]}", "1️⃣日1️⃣: 1\n", "missing-key",
      "key 'host' is missing in a server"),
    FailureCase(
      "missing key at the key that owns the mapping", "properties: {server: \(server)}", "日: 1\n1️⃣server1️⃣:\n  port: 1\n",
      "missing-key", "key 'host' is missing in a server"),
    FailureCase(
      "missing key in a list at the element", "items: \(server)", "- host: a\n- 1️⃣p1️⃣ort: 1\n", "missing-key",
      "key 'host' is missing in a server"),
    FailureCase(
      "missing key of a nameless schema", "required: [a]", "1️⃣{1️⃣b: 1}", "missing-key", "key 'a' is missing"),
    FailureCase(
      "key that another one asks for", "{properties: {s: {dependentRequired: {a: [b], c: [b]}}}}", "s: {1️⃣a1️⃣: 1, c: 2}",
      "missing-key", "'a' needs the key 'b'", help: "add 'b', or remove 'a'"),
    FailureCase("forbidden key", "properties: {a: false}", "{1️⃣a1️⃣: 1}", "bad-value", "'a' isn't allowed here"),
    FailureCase(
      "key beside another", "dependentSchemas: {json: {properties: {text: false}}}", "1️⃣text1️⃣: 1\njson: 2\n",
      "conflicting-keys", "'text' can't be combined with 'json'", help: "remove one of the two"),
    FailureCase(
      "key of the wrong form", "propertyNames: {title: a header name, pattern: '^[a-z]+$', examples: [accept]}",
      "{a: 1, 1️⃣'B c'1️⃣: 2}", "bad-key", "expected a header name, found 'B c'", help: "for example: accept"),
    FailureCase(
      "empty key", "propertyNames: {title: a name, minLength: 1}", "{1️⃣''1️⃣: 2}", "bad-key", "expected a name, found ''"),
    FailureCase(
      "too few keys", "{properties: {m: {title: a mapping of names, minProperties: 1}}}", "1️⃣m1️⃣: {}", "too-few",
      "expected at least 1 key in a mapping of names, found none"),
    FailureCase(
      "too many keys", "maxProperties: 1", "1️⃣{1️⃣a: 1, b: 2}", "too-many",
      "expected at most 1 key in a mapping, found 2"),
  ])
  func `keys`(failure: FailureCase) throws { try failure.check() }

  private static let bodies = """
    dependentSchemas: {file: {properties: {json: false, text: false}}, json: {properties: {text: false}},
     error: {properties: {status: false, file: false, json: false, text: false}}}
    """

  @Test(arguments: [
    FailureCase(
      "any two in conflict", bodies, "text: 1\n1️⃣file1️⃣: 2\njson: 3\n", "conflicting-keys",
      "only one of 'text', 'file' and 'json' is allowed", help: "remove the others"),
    FailureCase(
      "all but one in conflict with one", bodies, "1️⃣status1️⃣: 1\nerror: 2\njson: 3\n", "conflicting-keys",
      "'status' and 'json' can't be combined with 'error'", help: "remove 'error', or the others"),
    FailureCase(
      "some in conflict with each other as well", bodies, "{error: 1, 1️⃣status1️⃣: 2, json: 3, text: 4}",
      "conflicting-keys", "'status', 'json' and 'text' can't be combined with 'error'",
      help: "remove 'error', or the others"),
    FailureCase(
      "one that two forbid", "dependentSchemas: {a: {properties: {c: false}}, b: {properties: {c: false}}}",
      "{1️⃣a1️⃣: 1, b: 1, c: 1}", "conflicting-keys", "'a' and 'b' can't be combined with 'c'",
      help: "remove 'c', or the others"),
    FailureCase(
      "for a key that a condition asks for",
      "{if: {anyOf: [{required: [a]}, {required: [b]}]}, then: {properties: {c: false}}}", "{b: 1, 1️⃣c1️⃣: 1}",
      "conflicting-keys", "'c' can't be combined with 'b'", help: "remove one of the two"),
    FailureCase(
      "for a condition of another kind",
      "{if: {required: [a], properties: {a: {const: 1}}}, then: {properties: {c: false}}}",
      "{a: 1, 1️⃣c1️⃣: 1}", "bad-value", "'c' isn't allowed here"),
  ])
  func `conflicting keys are reported once`(failure: FailureCase) throws { try failure.check() }

  @Test func `conflicting keys in two mappings are reported for each mapping`() throws {
    let schema = try schema("additionalProperties: {\(Self.bodies)}")
    let failures = schema.failures(in: try document("{a: {file: 1, json: 1, text: 1}, b: {json: 1, text: 1}}").root)
    #expect(
      failures.map(\.diagnostic.message) == [
        "only one of 'file', 'json' and 'text' is allowed", "'text' can't be combined with 'json'",
      ])
  }

  @Test func `a missing key isn't reported in a mapping with a syntax error`() throws {
    let schema = try schema("{required: [a], minProperties: 1, additionalProperties: {type: string}}")
    let parsed = DocumentParser.parse(Array("{<<: 1}".utf8), path: "f", format: .yaml)
    #expect(parsed.diagnostics.map(\.code) == ["merge-key"])
    #expect(schema.failures(in: try #require(parsed.document).root).map(\.diagnostic.message) == [])
  }

  @Test(arguments: [
    FailureCase(
      "number in quotes", "{title: a status, type: integer}", "1️⃣\"401\"1️⃣", "wrong-type",
      "expected a status, found '401'",
      help: "remove the quotes: 401"),
    FailureCase(
      "fraction in quotes", "{title: a spread, type: number, examples: [1]}", "1️⃣'0.5'1️⃣", "wrong-type",
      "expected a spread, found '0.5'", help: "remove the quotes: 0.5"),
    FailureCase(
      "truth in quotes", "oneOf: [{type: boolean}, {type: 'null'}]", "1️⃣'true'1️⃣", "wrong-type",
      "expected a boolean or null, found 'true'", help: "remove the quotes: true"),
    FailureCase(
      "number in quotes where none is right either", "{title: a mapping, type: object}", "1️⃣'401'1️⃣", "wrong-type",
      "expected a mapping, found '401'"),
    FailureCase(
      "fraction in quotes where whole ones are right", "{title: a status, type: integer, examples: [200]}", "1️⃣'1.5'1️⃣",
      "wrong-type", "expected a status, found '1.5'", help: "for example: 200"),
    FailureCase(
      "mapping", "{properties: {a: {title: text, type: string}}}", "a: 1️⃣{b: 1}1️⃣", "wrong-type",
      "expected text, found a mapping"),
    FailureCase("list", "{title: text, type: string}", "1️⃣- a\n- b1️⃣\n", "wrong-type", "expected text, found a list"),
    FailureCase(
      "nothing", "{properties: {a: {title: text, type: string}}}", "a:1️⃣\n", "wrong-type",
      "expected text, found no value"),
    FailureCase("null", "{title: text, type: string}", "1️⃣~1️⃣", "wrong-type", "expected text, found null"),
    FailureCase(
      "not a number", "{title: a number, type: number}", "1️⃣.nan1️⃣", "wrong-type", "expected a number, found .nan"),
    FailureCase(
      "examples, scalars only and at most three", "{title: a, type: integer, examples: [{b: 1}, 1, 2, 3, 4]}", "1️⃣b1️⃣",
      "wrong-type", "expected a, found 'b'", help: "for example: 1, 2, 3"),
    FailureCase(
      "long text is cut", "{title: a, type: integer}", "1️⃣" + String(repeating: "日", count: 61) + "1️⃣", "wrong-type",
      "expected a, found '" + String(repeating: "日", count: 57) + "…'"),
    FailureCase(
      "choice with one near", "enum: [stay, restart]", "1️⃣restrat1️⃣", "bad-value",
      "expected one of a few values, found 'restrat'", help: "did you mean 'restart'?"),
    FailureCase(
      "choice with none near", "{title: an end, enum: [stay, restart, {a: 1}]}", "1️⃣go1️⃣", "bad-value",
      "expected an end, found 'go'", help: "one of: stay, restart"),
    FailureCase(
      "choice of many", "{title: a digit, enum: [1, 2, 3, 4, 5, 6, 7, 8, 9], examples: [1]}", "1️⃣x1️⃣", "bad-value",
      "expected a digit, found 'x'", help: "for example: 1"),
    FailureCase(
      "constant", "{title: version 1, const: 1}", "1️⃣21️⃣", "bad-value", "expected version 1, found 2", help: "one of: 1"),
    FailureCase(
      "pattern", "{title: a duration, pattern: '^[0-9]+ms$', examples: [20ms]}", "1️⃣20 ms1️⃣",
      "bad-value", "expected a duration, found '20 ms'", help: "for example: 20ms"),
    FailureCase(
      "empty text", "{title: a name, minLength: 1}", "1️⃣''1️⃣", "bad-value", "expected a name, found empty text"),
    FailureCase("short text", "minLength: 3", "1️⃣日本1️⃣", "bad-value", "'日本' is too short: expected at least 3 characters"),
    FailureCase("long text", "maxLength: 1", "1️⃣日本1️⃣", "bad-value", "'日本' is too long: expected at most 1 character"),
  ])
  func `scalars`(failure: FailureCase) throws { try failure.check() }

  @Test(arguments: [
    ("minimum: 1", "0", "at least 1"), ("maximum: 1", "2", "at most 1"), ("exclusiveMinimum: 0", "0", "more than 0"),
    ("exclusiveMaximum: 0.5", "1", "less than 0.5"), ("{minimum: 200, maximum: 599}", "99", "from 200 to 599"),
    ("{exclusiveMinimum: 0, maximum: 1}", "2", "more than 0 and at most 1"),
  ])
  func `messages describe the range of numbers`(schema: String, value: String, description: String) throws {
    try FailureCase(schema, schema, "1️⃣\(value)1️⃣", "bad-value", "expected a number, \(description), found \(value)")
      .check()
  }

  @Test(arguments: [
    FailureCase(
      "too few", "{title: a list of steps, minItems: 1}", "1️⃣[]1️⃣", "too-few",
      "expected at least 1 element in a list of steps, found none"),
    FailureCase(
      "too few by one", "minItems: 3", "1️⃣[a, b]1️⃣", "too-few", "expected at least 3 elements in a list, found 2"),
    FailureCase("too many", "maxItems: 1", "1️⃣[1, 2]1️⃣", "too-many", "expected at most 1 element in a list, found 2"),
    FailureCase(
      "one too many", "{prefixItems: [true], items: false}", "[1, 1️⃣a1️⃣]", "bad-value", "'a' isn't allowed here"),
    FailureCase(
      "an element", "items: {title: text, type: string}", "- a\n- 1️⃣11️⃣\n", "wrong-type", "expected text, found 1"),
  ])
  func `lists`(failure: FailureCase) throws { try failure.check() }

  @Test func `a repeated element has a note at its first occurrence`() throws {
    let marked = "[a, 2️⃣12️⃣, {}, 1️⃣1.01️⃣]"
    let failures = try schema("uniqueItems: true").failures(in: document(MarkedText(marked).text).root)
    #expect(failures.map(\.diagnostic.marked) == [marked])
    #expect(failures.map(\.diagnostic.message) == ["1.0 appears twice"])
    #expect(failures.flatMap(\.diagnostic.notes).map(\.message) == ["first appears here"])
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
