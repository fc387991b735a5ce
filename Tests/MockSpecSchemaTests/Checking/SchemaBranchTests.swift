import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema
import TestSupport
import Testing

/// Which branch is reported, and which title describes the expected value.
struct SchemaBranchTests {
  private static let match = """
    {title: a match, examples: [POST /login], oneOf: [{title: a short match, type: string, pattern: ^/},
     {title: conditions, type: object, additionalProperties: false, properties: {path: {title: a path, type: string}}}]}
    """
  private static let delay = """
    {type: object, if: {anyOf: [{required: [median]}, {required: [sigma]}]},
     then: {required: [median, sigma], properties: {min: false}}, else: {required: [min]}}
    """

  @Test(arguments: [
    FailureCase(
      "no branch has the type", match, "1️⃣121️⃣", "wrong-type", "expected a match, found 12",
      help: "for example: POST /login"),
    FailureCase("the branch for text", match, "1️⃣login1️⃣", "bad-value", "expected a short match, found 'login'"),
    FailureCase(
      "the branch for mappings", match, "{1️⃣paht1️⃣: /}", "unknown-key", "unknown key 'paht'",
      label: "did you mean 'path'?"),
    FailureCase("inside a branch", match, "{path: 1️⃣[]1️⃣}", "wrong-type", "expected a path, found a list"),
    FailureCase(
      "the branch with the fewest failures",
      "anyOf: [{required: [a, b, c]}, {required: [a, b]}, {required: [d, e, f]}]", "1️⃣{1️⃣a: 1}", "missing-key",
      "key 'b' is missing"),
    FailureCase(
      "more than one of one", "oneOf: [{minimum: 1}, {maximum: 5}]", "1️⃣31️⃣", "bad-value", "3 isn't allowed here"),
    FailureCase("not", "{not: {const: /}}", "1️⃣/1️⃣", "bad-value", "'/' isn't allowed here"),
    FailureCase(
      "all of", "allOf: [{minimum: 1}, {title: a small one, maximum: 5}]", "1️⃣71️⃣", "bad-value",
      "expected a small one, at most 5, found 7"),
    FailureCase("then", delay, "1️⃣{1️⃣sigma: 1}", "missing-key", "key 'median' is missing"),
    FailureCase(
      "then, forbidden", delay, "{1️⃣min1️⃣: 1, median: 1, sigma: 1}", "conflicting-keys",
      "'min' can't be combined with 'median'", help: "remove one of the two"),
    FailureCase("else", delay, "1️⃣{1️⃣max: 1}", "missing-key", "key 'min' is missing"),
    FailureCase(
      "a reference with a title beside it",
      "{title: a name, $ref: '#/$defs/t', $defs: {t: {title: text, type: string}}}",
      "1️⃣[]1️⃣", "wrong-type", "expected a name, found a list"),
    FailureCase(
      "a reference without", "{$ref: '#/$defs/t', $defs: {t: {title: text, type: string, examples: [a]}}}", "1️⃣[]1️⃣",
      "wrong-type", "expected text, found a list", help: "for example: a"),
    FailureCase(
      "a title beside a reference doesn't reach inside",
      "{title: a, $ref: '#/$defs/t', $defs: {t: {properties: {b: {title: b, type: string}}}}}", "{b: 1️⃣11️⃣}",
      "wrong-type",
      "expected b, found 1"),
    FailureCase(
      "a branch behind references",
      "{oneOf: [{$ref: '#/$defs/a'}, {$ref: '#/$defs/b'}], $defs: {a: {title: text, type: string, minLength: 1}, b: {$ref: '#/$defs/c'}, c: {title: a number, type: number, minimum: 3}}}",
      "1️⃣21️⃣", "bad-value",
      "expected a number, at least 3, found 2"),
  ])
  func `the branch that fits best is reported`(failure: FailureCase) throws { try failure.check() }
}
