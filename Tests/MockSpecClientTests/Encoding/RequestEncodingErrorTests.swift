import Foundation
import HTTPTypes
import MockSpecClient
import Testing

struct RequestEncodingErrorTests {
  @Test(arguments: [
    (
      DeclaredCall(baseURL: URL(string: "/api")!),
      "base URL: '/api' has no scheme or no host, as in 'https://example.com'"
    ),
    (
      DeclaredCall(baseURL: URL(string: "https://me:pw@h/a?key=1#b")!),
      "base URL: 'https://h/a' has a fragment, which isn't sent: remove it"
    ),
    (DeclaredCall(path: "/users/\("")/x"), "path: '/users/{1}/x' has an empty value {1}"),
    (
      DeclaredCall(.get, .query(["a": ["b": Double.nan]])),
      "query: the value of 'a[b]' is nan: only finite numbers can be sent"
    ),
    (
      DeclaredCall(.post, .form(["a": [-Double.infinity]])),
      "body: the value of 'a[]' is -inf: only finite numbers can be sent"
    ),
    (
      DeclaredCall(.get, .form(["a": 1])),
      "body: a call with GET can't have a body: choose another method, or send parameters as 'query'"
    ),
    (
      DeclaredCall(.post, .data(Data(), contentType: "a\r\nX: y")),
      #"headers: "a\r\nX: y" isn't a Content-Type, as in 'text/plain'"#
    ),
    (
      DeclaredCall(.post, .data(Data("abc".utf8)), headers: [.contentLength: "2"]),
      "headers: 'Content-Length' is set by URLSession: remove it from 'headers'"
    ),
    (
      DeclaredCall(.post, .data(Data("abc".utf8)), headers: [.transferEncoding: "chunked"]),
      "headers: 'Transfer-Encoding' is set by URLSession: remove it from 'headers'"
    ),
    (
      DeclaredCall(HTTPRequest.Method("get")!, .json([1])),
      "body: a call with GET can't have a body: choose another method, or send parameters as 'query'"
    ),
    (
      DeclaredCall(baseURL: URL(string: "//me:pw@h/a")!),
      "base URL: '//h/a' has no scheme or no host, as in 'https://example.com'"
    ),
    (
      DeclaredCall(baseURL: URL(string: "me:pw@h/a")!),
      "base URL: 'h/a' has no scheme or no host, as in 'https://example.com'"
    ),
    (
      DeclaredCall(.post, .multipart([.data("a", Data(), contentType: "a\r\nX: y")])),
      #"body: "a\r\nX: y" isn't a Content-Type, as in 'text/plain'"#
    ),
  ])
  func `an error names the service, the part and what would be right`(call: DeclaredCall, text: String) {
    #expect(call.failure?.description == "DeclaredCall: " + text)
  }

  @Test(arguments: [HTTPRequest.Method.get, .head, .trace])
  func `a method without a body refuses every kind of one`(method: HTTPRequest.Method) {
    let file = URL(filePath: #filePath)
    let contents: [RequestContent] = [
      .data(Data()), .json([1]), .form([:]), .multipart([]), .multipart([.file("a", file)]), .file(file),
    ]
    for content in contents { #expect(DeclaredCall(method, content).failure?.part == .body) }
  }

  @Test func `an error keeps what the encoder has thrown`() {
    struct Refusal: Error {}
    let failed = DeclaredCall(.post, .encoded(1, contentType: "a/b") { _ in throw Refusal() }).failure
    #expect(failed?.message == "its value can't be encoded: Refusal")
    #expect(failed?.underlying is Refusal)
    let nan = DeclaredCall(.post, .json(["a": [1, Double.nan]])).failure
    #expect(nan?.part == .body)
    #expect(nan?.message.hasSuffix(", at 'a.1'") == true)
    #expect(nan?.underlying is EncodingError)
    let twice = DeclaredCall(.post, .json(parameters: ["a": ["x": 1, "x": 2] as RequestParameters])).failure
    guard case EncodingError.invalidValue(_, let context)? = twice?.underlying else {
      Issue.record("\(String(describing: twice))")
      return
    }
    #expect(context.debugDescription == "the name 'x' occurs twice in one JSON object")
    #expect(context.codingPath.map(\.stringValue) == ["a", "x"])
  }
}
