import MockSpec
import MockSpecClient
import Testing

/// Explanations and the journal redact a secret as descriptions of a client's errors do.
struct RedactionRulesTests {
  @Test(arguments: [
    "", "x", "hunter2", "my secret", "Bearer abc.def", "basic YTpi", "Token a b", "Custom abc", " abc", "Bearer ",
    "bearer", "token", "é👩‍👩‍👧",
  ])
  func `mocks and clients show the same of a secret`(secret: String) {
    #expect(Redaction.redacted(secret) == RedactionRules.redacted(secret))
  }

  @Test(arguments: Redaction.always) func `what mocks always redact, clients do, too`(name: String) {
    #expect(RedactionRules().isSecret(name))
  }
}
