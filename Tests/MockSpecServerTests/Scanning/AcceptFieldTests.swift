import TestSupport
import Testing

@testable import MockSpecServer

struct AcceptFieldTests {
  @Test(arguments: [
    ([], false),
    ([""], false),
    (["*/*"], false),
    (["application/json"], true),
    (["Application/JSON"], true),
    (["application/json, text/plain, */*"], false),
    (["application/json, */*;q=0.8"], true),
    (["text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8"], false),
    (["application/vnd.api+json"], true),
    (["application/*"], true),
    (["text/*;q=0.3", "application/json;q=0.4"], true),
    (["application/json;q=0, */*"], false),
    (["text/plain; q=0, */*"], true),
    (["application/json; charset=utf-8; q=0.2, text/plain;q=0.1"], true),
    (["image/png"], false),
  ])
  func `JSON is preferred only if its quality is higher than that of text`(values: [String], isPreferred: Bool) {
    #expect(AcceptField(values).prefersJSON == isPreferred)
  }
}
