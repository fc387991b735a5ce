import Foundation
import HTTPTypes
import MockSpec
import MockSpecServer
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One explanation, wherever a request is lost: in the engine that `mockspec explain` asks, in the server's 404 and in the
/// interceptor's error.
struct ExplanationContractTests {
  static let spec = """
    mockspec: 1
    requests:
      Login: {match: 'POST https://api.example.com/login', responses: {R: {}}}
      Items: {match: {path: /items, query: {page: 1}, headers: {Authorization: Bearer a}}, responses: {R: {}}}
      Order: {match: {path: /orders, body: {json: {id: 1, lines: [a]}}}, responses: {R: {}}}
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    var fields: [String: String] = [:]
    var body = ""

    var testDescription: String { line }
    var method: String { String(line.prefix { $0 != " " }) }
    var url: String { String(line.drop { $0 != " " }.dropFirst()) }
  }

  static let cases = [
    Case(line: "GET http://api.example.com/login"),
    Case(line: "GET http://api.example.com/items?page=2", fields: ["Authorization": "Bearer s3cret"]),
    Case(line: "POST http://api.example.com/orders", body: #"{"id": 2, "lines": []}"#),
    Case(line: "GET http://api.example.com/item"),
  ]

  /// As the engine sees it: a whole URL.
  func explanation(_ example: Case) throws -> Explanation {
    let url = try #require(URLComponents(string: example.url))
    var fields = HTTPFields()
    for (name, value) in example.fields { fields.append(HTTPField(name: .init(name)!, value: value)) }
    let call = MockCall(
      method: example.method, target: .url, scheme: url.scheme, host: url.host, port: url.port,
      path: url.percentEncodedPath, query: url.percentEncodedQuery, fields: fields, body: Array(example.body.utf8))
    return MockEngine(try ResponseSets.load(text: Self.spec)).explain(call)
  }

  @Test(arguments: cases)
  func `the interceptor's error says what the engine says`(example: Case) async throws {
    try await check(example, try await MockInterceptor(specs: .inline(Self.spec)))
  }

  @Test(arguments: cases)
  func `so does the error of an interceptor that asks a server`(example: Case) async throws {
    let served = try await ServedMocks(Self.spec)
    try await check(example, try MockInterceptor.patient(served.url))
    await served.stop()
  }

  private func check(_ example: Case, _ mocks: MockInterceptor) async throws {
    let expected = try explanation(example)
    let session = URLSession(configuration: mocks.sessionConfiguration())
    // A loaded machine needs long to ask the server.
    var request = URLRequest(url: try #require(URL(string: example.url)), timeoutInterval: 600)
    request.httpMethod = example.method
    for (name, value) in example.fields { request.setValue(value, forHTTPHeaderField: name) }
    if !example.body.isEmpty { request.httpBody = Data(example.body.utf8) }
    var events = mocks.events.makeAsyncIterator()
    do {
      _ = try await session.data(for: request)
      Issue.record("something answers")
    } catch MockSpecError.unmatched {
      let event = await events.next()
      #expect(event?.description == expected.text)
    }
    do {
      _ = try await session.data(for: request)
    } catch {
      #expect(error.localizedDescription == expected.text)
      #expect("\(error)" == expected.text)
      #expect((error as NSError).userInfo[MockSpecError.explanationKey] as? String == expected.json)
      #expect(!"\((error as NSError).userInfo)".contains("s3cret"))
    }
    session.invalidateAndCancel()
  }

  @Test(arguments: cases, [false, true])
  func `the server's 404 says what the engine says`(example: Case, isJSON: Bool) async throws {
    let expected = try explanation(example)
    let server = MockServer(engine: MockEngine(try ResponseSets.load(text: Self.spec)), port: 0)
    let address = try await server.start()
    let client = try RawClient(port: address.port)
    // A whole URL in the request line, as a proxy gets it, is compared like one in process.
    var head = "\(example.line) HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n"
    for (name, value) in example.fields { head += "\(name): \(value)\r\n" }
    if isJSON { head += "Accept: application/json\r\n" }
    try await client.send(head + "Content-Length: \(example.body.utf8.count)\r\n\r\n" + example.body)
    let (text, _) = try await client.rest()
    let (answer, _) = try #require(RawReply.parse(Array(text.utf8), hasBody: true))
    #expect(answer.status == 404)
    #expect(answer.body == (isJSON ? expected.json : expected.text) + "\n")
    #expect(!answer.body.contains("s3cret"))
    await server.stop()
  }
}
