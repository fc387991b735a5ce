import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a client sends for a declared call is what URLSession sends for the same request written by hand.
@Suite(.timeLimit(.minutes(20)))
struct WireTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: @Sendable (TemporaryFolder) -> DeclaredCall
    let target: String
    let headers: [String: String]
    let body: @Sendable (TemporaryFolder) -> RequestBody

    init(
      _ name: String, _ call: @escaping @Sendable (TemporaryFolder) -> DeclaredCall, target: String = "/items",
      headers: [String: String] = [:], body: @escaping @Sendable (TemporaryFolder) -> RequestBody = { _ in .none }
    ) {
      (testDescription, self.call, self.target, self.headers, self.body) = (name, call, target, headers, body)
    }

    init(
      _ name: String, _ call: @autoclosure @escaping @Sendable () -> DeclaredCall, target: String = "/items",
      headers: [String: String] = [:], body: String? = nil
    ) {
      let body = body.map { RequestBody.data(Data($0.utf8)) } ?? .none
      self.init(name, { _ in call() }, target: target, headers: headers, body: { _ in body })
    }
  }

  static let form = "application/x-www-form-urlencoded"
  static let octets = "application/octet-stream"

  static let cases = [
    Case("plain", DeclaredCall()),
    Case("HEAD", DeclaredCall(.head, .none)),
    Case("plain POST", DeclaredCall(.post, .none)),
    Case("plain DELETE", DeclaredCall(.delete, .none)),
    Case(
      "encoded path", DeclaredCall(path: "/a b/\("c/d é?")/%41"), target: "/a%20b/c%2Fd%20%C3%A9%3F/%41"),
    Case(
      "data", DeclaredCall(.post, .data(Data("\u{0}1".utf8))), headers: ["Content-Type": octets], body: "\u{0}1"),
    Case("empty data", DeclaredCall(.post, .data(Data())), headers: ["Content-Type": octets], body: ""),
    Case(
      "data with a type", DeclaredCall(.patch, .data(Data("a".utf8), contentType: "text/csv")),
      headers: ["Content-Type": "text/csv"], body: "a"),
    Case(
      "JSON", DeclaredCall(.put, .json(["b": "/", "a": "é"])), headers: ["Content-Type": "application/json"],
      body: #"{"a":"é","b":"/"}"#),
    Case(
      "own encoder", DeclaredCall(.post, .encoded([1, 2], contentType: "text/csv", with: { Data("\($0)".utf8) })),
      headers: ["Content-Type": "text/csv"], body: "[1, 2]"),
    Case(
      "JSON parameters", DeclaredCall(.post, .json(parameters: ["n": 1, "l": [true, false], "o": ["x": 1.5]])),
      headers: ["Content-Type": "application/json"], body: #"{"l":[true,false],"n":1,"o":{"x":1.5}}"#),
    Case("query", DeclaredCall(.get, .query(["q": "a b+c", "p": 2])), target: "/items?q=a%20b%2Bc&p=2"),
    Case("form", DeclaredCall(.post, .form(["q": "a b+c"])), headers: ["Content-Type": form], body: "q=a+b%2Bc"),
    Case("empty form", DeclaredCall(.post, .form([:])), headers: ["Content-Type": form], body: ""),
    Case("parameters of GET", DeclaredCall(.get, .parameters(["a": 1])), target: "/items?a=1"),
    Case("parameters of HEAD", DeclaredCall(.head, .parameters(["a": 1])), target: "/items?a=1"),
    Case("parameters of DELETE", DeclaredCall(.delete, .parameters(["a": 1])), target: "/items?a=1"),
    Case(
      "parameters of POST", DeclaredCall(.post, .parameters(["a": 1])), headers: ["Content-Type": form], body: "a=1"),
    Case(
      "data and query", DeclaredCall(.put, .data(Data("x".utf8)).with(query: ["a": 1])), target: "/items?a=1",
      headers: ["Content-Type": octets], body: "x"),
    Case(
      "form and query", DeclaredCall(.post, .form(["b": 2]).with(query: ["a": 1])), target: "/items?a=1",
      headers: ["Content-Type": form], body: "b=2"),
    Case(
      "body of DELETE", DeclaredCall(.delete, .json([1])), headers: ["Content-Type": "application/json"], body: "[1]"),
    Case(
      "own Content-Type",
      DeclaredCall(.post, .json([1]), headers: [.contentType: "application/vnd.api+json"]),
      headers: ["Content-Type": "application/vnd.api+json"], body: "[1]"),
    Case(
      "several values of a field",
      {
        var fields: HTTPFields = [.accept: "a/b", .cookie: "x=1"]
        fields.append(HTTPField(name: .accept, value: "c/d"))
        fields.append(HTTPField(name: .cookie, value: "y=2"))
        return DeclaredCall(.get, .none, headers: fields)
      }(), headers: ["Accept": "a/b, c/d", "Cookie": "x=1; y=2"]),
    Case(
      "multipart", DeclaredCall(.post, .multipart([.text("a", "1")], boundary: "B")),
      headers: ["Content-Type": "multipart/form-data; boundary=B"],
      body: "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n"),
    Case(
      "multipart from a file",
      { folder in
        let photo = URL(filePath: folder["photo"])
        return DeclaredCall(.post, .multipart([.file("p", photo), .text("a", "1")], boundary: "B"))
      }, headers: ["Content-Type": "multipart/form-data; boundary=B"],
      body: { folder in
        let head = "--B\r\nContent-Disposition: form-data; name=\"p\"; filename=\"photo\"\r\nContent-Type: \(octets)"
        let tail = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n"
        try? folder.write("\(head)\r\n\r\n\(photo)\r\n\(tail)", to: "body")
        return .file(URL(filePath: folder["body"]))
      }),
    Case(
      "file", { DeclaredCall(.put, .file(URL(filePath: $0["photo"]), contentType: "image/png")) },
      headers: ["Content-Type": "image/png"], body: { .file(URL(filePath: $0["photo"])) }),
    Case(
      "empty file", { DeclaredCall(.post, .file(URL(filePath: $0["empty"]))) }, headers: ["Content-Type": octets],
      body: { .file(URL(filePath: $0["empty"])) }),
  ]

  static let photo = String(repeating: "0123456789\r\n", count: 50_000)

  @Test(arguments: cases)
  func `a call is sent as URLSession sends it by hand`(_ test: Case) async throws {
    let folder = try TemporaryFolder(["photo": Self.photo, "empty": ""])
    let server = try RecordingServer()
    let call = test.call(folder)
    var request = URLRequest(url: URL(string: server.url.absoluteString + test.target)!)
    request.httpMethod = call.method.rawValue
    request.allHTTPHeaderFields = test.headers
    let byHand = try await server.recording(request, test.body(folder))
    let declared = try await server.recording(call)
    #expect(declared == byHand)
    #expect(declared.count == 1)
    let sent = try #require(declared.first)
    #expect(sent.start == "\(call.method.rawValue) \(test.target) HTTP/1.1")
    for (name, value) in test.headers { #expect(sent[name] == value) }
    // An expectation of equal data would compute the difference of the two, for minutes if they are large.
    let isBodyByHand = sent.body == (try test.body(folder).bytes ?? Data())
    #expect(isBodyByHand)
    let length = sent["Content-Length"]
    #expect(length == (sent.body.isEmpty && [.get, .head].contains(call.method) ? nil : "\(sent.body.count)"))
    withExtendedLifetime(folder) {}
  }
}
