import Foundation
import HTTPTypes
import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A call that a real server answers, and the part of the reply that has arrived.
struct ForwardedLoad {
  let forwarding: Forwarding
  let session: ForwardingSession
  /// The number of credentials that have been refused.
  let failures: Int
  /// The maximum time without any data; `nil` if the time of the whole call is limited.
  let maximumSilence: Duration?
  var due: ContinuousClock.Instant
  var head: RenderedReply?
  /// The body until now, if nothing is reported before its end.
  var heldBody: Data?
}

/// Passing calls on.
extension MockURLProtocol {
  /// - Parameters:
  ///   - authorization: The value of `Authorization` from the delegate's answer to a challenge.
  ///   - failures: The number of credentials that have been refused.
  func forward(
    _ elsewhere: URLRequest?, limit: Duration, in session: ForwardingSession, authorization: String? = nil,
    failures: Int = 0, _ url: URL
  ) {
    if task is URLSessionWebSocketTask { return fail(MockSpecError.webSocket(url: url)) }
    var outgoing = elsewhere ?? request.passedThrough(with: sessionFields)
    if let authorization { outgoing.setValue(authorization, forHTTPHeaderField: "Authorization") }
    let upload = addBody(to: &outgoing)
    let forwarding = Forwarding(
      outgoing, upload, url: url, isForwarded: elsewhere != nil, in: session, wake: restart)
    phase = .forwarding(
      ForwardedLoad(
        forwarding: forwarding, session: session, failures: failures,
        maximumSilence: elsewhere == nil ? limit : nil, due: .now + limit))
    sleep(until: .now + limit, url)
  }

  /// Adds the body as the call itself would send it. Returns a body that can't be part of the request.
  private func addBody(to outgoing: inout URLRequest) -> Forwarding.Upload? {
    let bytes: [UInt8]
    switch largeBody ?? source {
    case .none:
      return nil
    case .bytes(let whole):
      bytes = whole
    case .file(let file) where largeBody != nil:
      // In chunks, since bytes would be copied.
      outgoing.httpBodyStream = InputStream(url: file)
      return nil
    case .file:
      // An upload from a file traps in URLSession on Linux if it ends while the file is read.
      bytes = body
    case .stream(let stream):
      outgoing.httpBodyStream = largeBody == nil ? InputStream(data: Data(body)) : stream
      return nil
    case .delegate:
      outgoing.httpBodyStream = InputStream(data: Data(body))
      return .stream
    }
    if request.httpBody == nil, request.httpBodyStream == nil { return .data(Data(bytes)) }
    outgoing.httpBody = Data(bytes)
    return nil
  }

  /// Reports the parts of the reply that have arrived, or a timeout.
  ///
  /// - Parameter isResumed: Whether the task was suspended. Silence during that time doesn't count.
  func report(_ load: ForwardedLoad, isResumed: Bool, _ url: URL) {
    var load = load
    let events = load.forwarding.takeEvents()
    for event in events {
      switch event {
      case .sent(let count):
        // A body that a redirect sends again isn't counted again.
        if hop == nil, !isBodyCounted { reportSent(count) }
      case .interim:
        if hop == nil, !isBodyCounted { reportContinue(url) }
      case .head(let head):
        load.head = head
        // A redirect is followed when its body has arrived.
        let isRedirect = Redirect(head, sendsBody: true, of: request) != nil
        if isRedirect || !sendHead(of: head, url: url) { load.heldBody = Data() }
      case .piece(let piece):
        if load.heldBody == nil { sendPiece(piece) } else { load.heldBody?.append(piece) }
      case .end(let error?):
        return end(.failure(error), url)
      case .end(nil):
        return finish(load, url)
      }
    }
    // The timeout of a call limits the time without any data.
    if !events.isEmpty { timeout = nil }
    if load.due <= .now, load.maximumSilence == nil || events.isEmpty && !isResumed {
      return end(.urlError(.timedOut, url: url), url)
    }
    if let silence = load.maximumSilence, isResumed || !events.isEmpty { load.due = .now + silence }
    phase = .forwarding(load)
    sleep(until: load.due, url)
  }

  private func finish(_ load: ForwardedLoad, _ url: URL) {
    if let challenge = load.forwarding.challenge, load.maximumSilence != nil {
      let choice = Choice<ChallengeDisposition>()
      phase = .challenged(load, choice)
      // The delegate may take any time.
      timeout = nil
      return ask(challenge, failures: load.failures, choice)
    }
    finishReply(load, url)
  }

  private func finishReply(_ load: ForwardedLoad, _ url: URL) {
    guard let head = load.head else { return end(.urlError(.badServerResponse, url: url), url) }
    guard let body = load.heldBody else {
      phase = .over
      return finish(head)
    }
    end(.reply(RenderedReply(head, body: body), sendsBody: true), url)
  }

  /// Continues with the delegate's answer to a challenge.
  func follow(_ disposition: ChallengeDisposition, to load: ForwardedLoad, _ url: URL) {
    switch disposition {
    case .authorization(let field):
      guard let limit = load.maximumSilence else { break }
      if case .stream? = largeBody { return fail(MockSpecError.unreadableBody("its stream again", url: url)) }
      return forward(nil, limit: limit, in: load.session, authorization: field, failures: load.failures + 1, url)
    case .cancel: return end(.urlError(.cancelled, url: url), url)
    case .reply: break
    }
    finishReply(load, url)
  }
}

/// A delegate's answer to a 401.
enum ChallengeDisposition: Sendable {
  /// The value of `Authorization` with which the call is sent again.
  case authorization(String)
  case cancel
  /// The 401 itself.
  case reply

  /// Only Basic credentials (RFC 7617) can be sent.
  init(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?, _ space: URLProtectionSpace) {
    switch disposition {
    case .useCredential:
      guard let credential, space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic else {
        self = .reply
        return
      }
      self = .authorization(
        HTTPField.basicCredentials("\(credential.user ?? ""):\(credential.password ?? "")"))
    case .cancelAuthenticationChallenge, .rejectProtectionSpace: self = .cancel
    default: self = .reply
    }
  }
}
