import Foundation
import HTTPTypes
import MockSpec
import MockSpecControl
import MockSpecServer
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Who performs the contract.
enum Subject: String, CaseIterable, Sendable {
  case engine, interceptor, server
  /// A server that speaks TLS.
  case tls
  /// A server whose clients speak HTTP/2 with prior knowledge.
  case http2
  /// A server whose clients negotiate HTTP/2 with TLS.
  case http2TLS
  /// A server that listens on a socket in the file system.
  case unixSocket
  /// A tunnel of a proxy.
  case proxy
  /// An interceptor with compiled specs.
  case compiled
  /// `POST decisions` of the control API.
  case decisions
  /// An interceptor that asks a server.
  case connected

  /// Loads the spec and runs `body` with a way to ask.
  ///
  /// - Parameter files: The texts of body files, by path.
  func perform(
    _ spec: String, files: [String: String] = [:],
    _ body: (@escaping @Sendable (Exchange) async throws -> Outcome) async throws -> Void
  ) async throws {
    let folder = try files.isEmpty ? nil : TemporaryFolder(files.merging(["spec.mock.yaml": spec]) { _, spec in spec })
    defer { withExtendedLifetime(folder) {} }
    func sets() throws -> ResponseSets { try folder.map { try .load([$0.path]) } ?? .load(text: spec) }
    switch self {
    case .engine:
      let engine = MockEngine(try sets())
      try await body { Self.answer(of: engine, to: $0) }
    case .interceptor:
      try await Self.perform(
        with: try await MockInterceptor(specs: folder.map { .path($0.path) } ?? .inline(spec)), body)
    case .compiled:
      let folder = try CompiledFolder(spec, files: files)
      try await Self.perform(with: try await MockInterceptor(specs: .compiled(in: folder.bundle)), body)
    case .server:
      let server = MockServer(engine: MockEngine(try sets()), port: 0)
      let address = try await server.start()
      try await body { try await Self.answer(over: RawClient(port: address.port), to: $0) }
      await server.stop()
    case .unixSocket:
      let place = try TemporaryFolder()
      let server = MockServer(
        engine: MockEngine(try sets()), host: "localhost", port: 0, socket: place["s"], control: nil, sharesPort: true,
        threads: 1, limits: ServerLimits(), onCall: nil, onNotice: nil)
      try await server.start()
      try await body { try await Self.answer(over: RawClient(socket: place["s"]), to: $0) }
      await server.stop()
    case .tls, .proxy:
      let server = try await TLSServer(MockEngine(try sets()), isProxy: self == .proxy)
      try await body { exchange in
        try Self.answer(of: await server.rest(after: Self.bytes(of: exchange)), isEnded: true, to: exchange)
      }
      await server.stop()
    case .http2:
      let server = MockServer(engine: MockEngine(try sets()), port: 0)
      let client = HTTP2Client(port: try await server.start().port)
      try await body { try Self.answer(of: await client.response(to: $0), to: $0) }
      await server.stop()
    case .http2TLS:
      let server = try await TLSServer(MockEngine(try sets()))
      let client = HTTP2Client(port: server.port, root: server.root)
      try await body { try Self.answer(of: await client.response(to: $0), to: $0) }
      await server.stop()
    case .decisions:
      let control = MockControl(MockEngine(try sets()))
      try await body { try await Self.answer(of: control, to: $0) }
    case .connected:
      let served = try await ServedMocks(try sets())
      try await Self.perform(with: try MockInterceptor.patient(served.url), body)
      await served.stop()
    }
  }

  private static func perform(
    with mocks: MockInterceptor, _ body: (@escaping @Sendable (Exchange) async throws -> Outcome) async throws -> Void
  ) async throws {
    let session = URLSession(
      configuration: mocks.sessionConfiguration(), delegate: RedirectRefusal(), delegateQueue: nil)
    try await body { try await Self.answer(of: session, to: $0) }
    session.invalidateAndCancel()
    withExtendedLifetime(mocks) {}
  }

  // MARK: - Engine

  private static func text(of events: RunningEvents) -> String {
    var (pieces, bytes) = (BodyPieces(events), [UInt8]())
    while !pieces.isEmpty { bytes += pieces.next() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the body that the events of a decision are together.
  private static func events(_ stream: [String: Any]) throws -> String {
    let texts = try #require(stream["events"] as? [[String: Any]]).map { try #require($0["body"] as? String) }
    return String(repeating: texts.joined(), count: try #require(stream["times"] as? Int))
  }

  private static func answer(of engine: MockEngine, to exchange: Exchange) -> Outcome {
    let parts = exchange.path.split(separator: "?", maxSplits: 1)
    var fields = HTTPFields()
    for (name, value) in exchange.fields { fields.append(HTTPField(name: .init(name)!, value: value)) }
    let decision = engine.decide(
      MockCall(
        method: exchange.method, target: .url, scheme: "https", host: "api.example.com", port: nil,
        path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil, fields: fields,
        body: Array(exchange.body.utf8)))
    switch decision.outcome {
    case .reply(let reply):
      var named: [String: String] = [:]
      for field in reply.fields { named[field.name.rawName] = reply.fields[values: field.name].joined(separator: ", ") }
      if let events = decision.events { return .reply(reply.status, fields: named, body: text(of: events)) }
      if reply.status != 204 { named["Content-Length"] = String(reply.body.count) }
      return .reply(
        reply.status, fields: named, body: decision.sendsBody ? String(decoding: reply.body, as: UTF8.self) : "")
    case .fault(let fault, _): return .failure(fault.rawValue)
    case .failure(.urlError(let name)): return .failure(name.rawValue)
    case .failure(.custom(let domain, _, _)): return .failure(domain)
    case .unmatched: return .unmatched
    case .rejected: return .rejected
    case .templateFailure: return .templateFailure
    case .passThrough, .forward: return .failure("passed on")
    case .closure, .closureFailure: return .failure("answered by a closure")
    }
  }

  // MARK: - Decisions

  private static func answer(of control: MockControl, to exchange: Exchange) async throws -> Outcome {
    let request: [String: Any] = [
      "method": exchange.method, "url": "https://api.example.com" + exchange.path,
      "fields": exchange.fields.map { ["name": $0.0, "value": $0.1] }, "body": exchange.body,
    ]
    let call = MockCall(
      method: "POST", target: .originForm, scheme: nil, host: "localhost", port: nil,
      path: "/__mockspec/decisions", query: nil,
      fields: [.init("Host")!: "localhost", .contentType: "application/json"],
      body: Array(try JSONSerialization.data(withJSONObject: request)))
    guard case .reply(let answer) = control.outcome(of: call), answer.status == 200 else {
      throw CallFailure(exchange: exchange)
    }
    let json = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    let outcome = try #require(json["outcome"] as? [String: Any])
    switch outcome["kind"] as? String {
    case "reply":
      let status = try #require(outcome["status"] as? Int)
      var named: [String: String] = [:]
      for field in try #require(outcome["fields"] as? [[String: String]]) {
        named[field["name"]!] = [named[field["name"]!], field["value"]].compactMap(\.self).joined(separator: ", ")
      }
      let text = try #require(outcome["body"] as? String)
      let body = outcome["bodyIsBase64"] as? Bool == true ? Array(Data(base64Encoded: text)!) : Array(text.utf8)
      if let stream = outcome["stream"] as? [String: Any] {
        return .reply(status, fields: named, body: try events(stream))
      }
      if status != 204 { named["Content-Length"] = String(body.count) }
      let sendsBody = exchange.method != "HEAD" && status != 204 && status != 304
      return .reply(status, fields: named, body: sendsBody ? String(decoding: body, as: UTF8.self) : "")
    case "fault": return .failure(outcome["fault"] as? String ?? "")
    case "failure": return .failure(outcome["error"] as? String ?? "")
    case "custom-failure": return .failure(outcome["domain"] as? String ?? "")
    case "unmatched": return .unmatched
    case "rejected": return .rejected
    case "template-failure": return .templateFailure
    default: return .failure("passed on")
    }
  }

  private struct CallFailure: Error { let exchange: Exchange }

  // MARK: - Interceptor

  private static func answer(of session: URLSession, to exchange: Exchange) async throws -> Outcome {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com" + exchange.path)))
    request.httpMethod = exchange.method
    for (name, value) in exchange.fields { request.setValue(value, forHTTPHeaderField: name) }
    if !exchange.body.isEmpty { request.httpBody = Data(exchange.body.utf8) }
    do {
      let (data, response) = try await session.data(for: request)
      let answer = try #require(response as? HTTPURLResponse)
      var fields: [String: String] = [:]
      for (name, value) in answer.allHeaderFields { fields["\(name)"] = "\(value)" }
      return .reply(answer.statusCode, fields: fields, body: String(decoding: data, as: UTF8.self))
    } catch MockSpecError.unmatched {
      return .unmatched
    } catch MockSpecError.rejected {
      return .rejected
    } catch MockSpecError.template {
      return .templateFailure
    } catch let error as URLError {
      // Several failures are the same error.
      if case .failure(let name) = exchange.answer, error.code == code(ofFailure: name) { return .failure(name) }
      return .failure("\(error.code.rawValue)")
    }
  }

  private static func code(ofFailure name: String) -> URLError.Code? {
    switch name {
    case "connectionReset", "networkConnectionLost": .networkConnectionLost
    case "emptyResponse": .badServerResponse
    #if canImport(Darwin)
      case "truncatedBody": .networkConnectionLost
      case "malformedChunk": .cannotParseResponse
    #else
      case "truncatedBody", "malformedChunk": .unknown
    #endif
    default: nil
    }
  }

  // MARK: - Server

  private static func answer(over client: RawClient, to exchange: Exchange) async throws -> Outcome {
    try await client.send(bytes(of: exchange))
    let (text, end) = try await client.rest()
    return try answer(of: text, isEnded: end != .silence, to: exchange)
  }

  private static func bytes(of exchange: Exchange) -> String {
    var head = "\(exchange.method) \(exchange.path) HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n"
    for (name, value) in exchange.fields { head += "\(name): \(value)\r\n" }
    if !exchange.body.isEmpty { head += "Content-Length: \(exchange.body.utf8.count)\r\n" }
    return head + "\r\n" + exchange.body
  }

  private static func answer(of text: String, isEnded: Bool, to exchange: Exchange) throws -> Outcome {
    // Reset, closed without an answer, in the middle of one, or behind a chunk size that is none.
    let isBroken =
      text.isEmpty || RawReply.parse(Array(text.utf8), hasBody: true) == nil || text.hasSuffix("number\r\n")
    if isBroken, isEnded, case .failure(let name) = exchange.answer { return .failure(name) }
    let (answer, _) = try #require(RawReply.parse(Array(text.utf8), hasBody: exchange.method != "HEAD"))
    var fields: [String: String] = [:]
    for (name, _) in answer.fields { fields[name] = answer[name].joined(separator: ", ") }
    return Self.answer(answer.status, fields, answer.body)
  }

  private static func answer(of response: HTTP2Client.ReceivedReply, to exchange: Exchange) throws -> Outcome {
    if !response.isWhole, case .failure(let name) = exchange.answer { return .failure(name) }
    let status = try #require(response.isWhole ? response.fields[":status"].flatMap { Int($0) } : nil)
    var fields = response.fields
    // Names are in lower case on the wire.
    if case .reply(_, let named, _) = exchange.answer {
      for name in named.keys { fields[name] = fields[name.lowercased()] }
    }
    return answer(status, fields, response.body)
  }

  private static func answer(_ status: Int, _ fields: [String: String], _ body: String) -> Outcome {
    if status == 404, body.contains("no request matches") { return .unmatched }
    if status == 500, body.hasPrefix("template:") { return .templateFailure }
    if status == 400, body.contains("Mockspec-") { return .rejected }
    return .reply(status, fields: fields, body: body)
  }
}

/// Makes a redirect the answer, as it is for the engine and the server.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
