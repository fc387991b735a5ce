import MockSpecDiagnostics
import MockSpecDocument
import Testing

@testable import MockSpec

/// Compares the content that `--fix` writes, byte by byte.
struct FileFixerTests {
  private static func response(_ text: String) -> FixCase {
    FixCase("mockspec: 1\nrequests:\n  A: # a\n    match: /x\n    responses:\n      R:\n        \(text)\n")
  }

  private static func match(_ text: String) -> FixCase {
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: \(text)\n    responses: {R: {}}  # r\n")
  }

  @Test(arguments: [
    response("text: ⟦@here→'@here'⟧ # c"),
    response("text: ⟦`code`→'`code`'⟧"),
    response("text: ⟦% off→'% off'⟧"),
    response("text: ⟦*bold*→'*bold*'⟧"),
    response("text: ⟦*bold* text→'*bold* text'⟧"),
    response("text: ⟦& more→'& more'⟧"),
    response("text: ⟦!important→'!important'⟧"),
    response("text: ⟦{{ request.path.id }}→'{{ request.path.id }}'⟧"),
    response("json: {id: ⟦{{ x }}→'{{ x }}'⟧}"),
    response("text: ⟦Note: this→'Note: this'⟧"),
    response("text: ⟦Note: it's this→\"Note: it's this\"⟧"),
    response("text: ⟦Note: it's \"this\"→'Note: it''s \"this\"'⟧"),
    response("text: ⟦日本: 語→'日本: 語'⟧ # 😀"),
    response("text: ⟦'it's here'→\"it's here\"⟧"),
    response("headers: {⟦“X-A”: “b”→\"X-A\": \"b\"⟧}"),
    response("headers: {⟦“X-A”→\"X-A\"⟧: see “b”}"),
    match("{method: GET, path: ⟦/items/{id}→'/items/{id}'⟧}"),
    match("{path: ⟦/items/{id}/{part}→'/items/{id}/{part}'⟧, method: GET} # c"),
    match("{path: /x, query: {page: ⟦*→'*'⟧}}"),
    match("\n      path: /x\n      query:\n        page: ⟦*→'*'⟧\n        q: ⟦@q→'@q'⟧"),
    match("\n      host: ⟦*.example.com→'*.example.com'⟧"),
    match("\n      path: /{id}\n      params: {id: {matches: ⟦\"^\\d+$\"→'^\\d+$'⟧}}"),
    match("{path: ⟦/a/{id}→'/a/{id}'⟧, host: ⟦*.example.com→'*.example.com'⟧}"),
  ])
  func `missing and wrong quotes`(test: FixCase) { test.check() }

  @Test(arguments: [
    FixCase("mockspec: 1\nrequests:\n  A:\n    match:⟦→ ⟧/x\n    responses: {R: {}}\n"),
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: {path:⟦→ ⟧/x}\n    responses: {R: {}}\n"),
    FixCase("mockspec: 1\nrequests:\n  A:\n    match:\n      method:⟦→ ⟧GET\n    responses: {R: {}}\n"),
    FixCase(
      "mockspec: 1\nrequests:\n  A:\n    match: /x\n    sequence:\n      -⟦→ ⟧R\n      -⟦→ ⟧R\n    responses: {R: {}}\n"
    ),
  ])
  func `a missing space after a colon or a dash`(test: FixCase) { test.check() }

  @Test(arguments: [
    FixCase(
      "mockspec: 1\nrequests:\n⟦\tA:\n\t\tmatch: /x\n\n\t\tresponses:\n\t\t\tR:\n\t\t\t\tstatus→  A:\n    match: /x\n\n    "
        + "responses:\n      R:\n        status⟧: 204\n"),
    FixCase("mockspec: 1\nrequests:\n  A:\n⟦\t→    ⟧match: /x\n    responses: {R: {}}\n"),
    // Without content, only where a key could follow.
    FixCase("mockspec: 1\nrequests:\n  A:\n⟦ \t→⟧\n    match: /x\n    responses: {R: {}}\n⟦ \t\t→⟧"),
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: /x\n    responses: {R: {}}\n⟦\t→  ⟧# c\n"),
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: /x\n    sequence:\n⟦  \t→    ⟧- R\n    responses: {R: {}}\n"),
  ])
  func `tabs in indentation`(test: FixCase) { test.check() }

  @Test(arguments: [
    response("⟦staus→status⟧: 204 # staus"),
    response("⟦'staus'→'status'⟧: 204"),
    response("status: ⟦\"204\"→204⟧"),
    response("error: ⟦timedout→timedOut⟧"),
    match("{path: /x, ⟦metod→method⟧: GET}"),
    FixCase("mockspec: 1\n⟦request→requests⟧:\n  A: {match: /x, responses: {R: {}}}\n"),
  ])
  func `misspelled keys and values, and numbers in quotes`(test: FixCase) { test.check() }

  @Test func `keys of JSON keep their quotes`() {
    FixCase(#"{"mockspec": 1, "requests": {"A": {"match": "/x", "responses": {"R": {⟦"staus"→"status"⟧: 204}}}}}"#)
      .check(path: "f.mock.json")
  }

  @Test(arguments: [
    // Two known keys are equally near.
    response("text: a\n        Text: b"),
    // The following lines can be a mapping.
    FixCase(
      "mockspec: 1\nrequests:\n  A:\n    match: /x\n    description: value:\n      child: 1\n    responses: {R: {}}\n"),
    // The quoted text would have the wrong type.
    response("status: @200"),
    // The text can be meant to start on the next line.
    response("text: | hello"),
    response("text: |hello"),
    response("text: >5"),
    // `match: PATCH /login` can be meant.
    match("{patch: /login}"),
    match("{'PATCH': /login}"),
    // A comma can be missing.
    match("{method: GET path: /x}"),
    // '\n' is an escape.
    response("text: \"\\n\\d\""),
    // The quoted text isn't a valid path.
    match("{path: *a}"),
    match("{path: {id}/items}"),
    // The value is invalid for the nearest key, so another key can be meant.
    FixCase("mockspec: 1\nrequests:\n  A: {match: /x, respons: {R: {status: soon}}}\n"),
    // The structure depends on the width of a tab.
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: /x\n\tresponses: {R: {}}\n"),
    // The tab can be part of the text.
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: /x\n    responses:\n\tR:\n\t  text: |\n\t    a\n\t\tb\n"),
    // The mapping has the nearest key already.
    response("status: 200\n        staus: 204"),
  ])
  func `uncertain fixes aren't applied`(test: FixCase) { test.check() }

  @Test func `CRLF, comments, blanks and a byte-order mark are kept`() {
    FixCase(
      "\u{FEFF}# top\r\nmockspec: 1 \r\n\r\nrequests:\r\n  A:   # a\r\n    match: {path: ⟦/{id}→'/{id}'⟧ }\t# b\r\n"
        + "    responses:\r\n      R: {⟦staus→status⟧: 204}   # c\r\n"
        + "      S: {status: ⟦\"204\"→204⟧}"
    ).check()
  }

  @Test func `requests with aliases are decided on by themselves`() {
    let others = (1...20).map { "  R\($0): *r\n" }.joined()
    FixCase(
      "mockspec: 1\nx-r: &r {match: /a, responses: {R: {⟦staus→status⟧: 204}}}\nrequests:\n\(others)"
        + "  B: {match: /b, respons: {R: {status: soon}}}\n  C: {match: /c, ⟦respons→responses⟧: {R: {}}}\n"
    ).check()
  }

  @Test func `a hundred mistakes in one file are fixed`() {
    let requests = (1...100).map { "  R\($0): {match: {path: ⟦/\($0)/{id}→'/\($0)/{id}'⟧}, responses: {A: {}}}\n" }
    FixCase("mockspec: 1\nrequests:\n" + requests.joined()).check()
  }

  @Test func `a project file is fixed by its own schema`() {
    let outcome = FileFixer.fix(
      Array("mockspec: 1\nscene: {A: {B: C}}\npassthrough: [*.example.com]\n".utf8), path: "mockspec.yaml",
      isProjectFile: true)
    #expect(
      String(decoding: outcome.bytes, as: UTF8.self)
        == "mockspec: 1\nscenes: {A: {B: C}}\npassthrough: ['*.example.com']\n")
  }
}
