import Fuzzing
import MockSpec
import NIOCore

@testable import MockSpecServer

/// Checks any bytes as what happens to a connection.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkConnection(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

#if !FUZZER
  @main
  struct FuzzConnection {
    static func main() { checkFiles { checkConnection($0) } }
  }
#endif

/// Control characters are events, and everything else is sent by the client.
private func checkConnection(_ input: [UInt8]) {
  let peer = Peer()
  var rest = input[...]
  while !rest.isEmpty {
    let bytes = rest.prefix { Event(rawValue: $0) == nil }
    peer.send(bytes)
    rest = rest.dropFirst(bytes.count)
    if let event = rest.popFirst().flatMap({ Event(rawValue: $0) }) { peer.perform(event) }
  }
  peer.leaveAlone()
  // FuzzHTTP2 checks the others.
  guard !peer.conversation.received.starts(with: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) else { return }
  check(peer.conversation)
}

/// Every request is answered once, in order, and reported once, up to the one with which the connection ends.
private func check(_ conversation: Conversation) {
  let (requests, isRefused) = ExpectedCall.all(in: conversation.received)
  let pages = pages(in: conversation.sent)
  precondition(pages.count <= requests.count + 1, "there are more answers than requests")
  for (request, page) in zip(requests.filter { !$0.isSilent }, pages) {
    precondition(page == nil || page == request.name, "an answer belongs to another request")
  }
  precondition(conversation.reports <= requests.count + 1, "a request is reported twice")
  guard !conversation.isCut else { return }
  var expected = requests[...]
  let end = requests.firstIndex(where: \.endsConnection)
  if let end { expected = requests[...end] }
  let refusals = isRefused && end == nil ? 1 : 0
  precondition(
    pages.count == expected.count { !$0.isSilent } + refusals, "a request isn't answered, or is answered twice")
  precondition(
    conversation.reports == expected.count(where: \.isReported) + refusals,
    "a request isn't reported, or is reported twice")
}

/// A call, and how it is answered.
private struct ExpectedCall {
  /// The name of the mocked request that answers; `nil` for none.
  var name: String?
  /// Whether nothing is sent.
  var isSilent = false
  var isReported = true
  var endsConnection: Bool

  /// The requests in the bytes that a connection has received, and whether something else follows them.
  static func all(in bytes: [UInt8]) -> (requests: [ExpectedCall], isRefused: Bool) {
    var scanner = CallScanner(limits: ServerLimits())
    scanner.append(ByteBuffer(bytes: bytes))
    scanner.end()
    var requests: [ExpectedCall] = []
    var head: CallHead?
    do throws(Refusal) {
      while let part = try scanner.next() {
        switch part {
        case .head(let found): head = found
        case .body: break
        case .end: if let head { requests.append(try ExpectedCall(head)) }
        }
      }
    } catch {
      return (requests, true)
    }
    return (requests, false)
  }

  private init(_ head: CallHead) throws(Refusal) {
    let call = try MockCall(head, body: ByteBuffer())
    endsConnection = !head.keepsConnection
    if ControlPath.contains(call.path) {
      isReported = false
      return
    }
    if let access = CrossOriginAccess(head, Peer.origins), Preflight(head, access) != nil { return }
    let decision = Peer.engine.decide(call)
    name = decision.requestName
    switch decision.outcome {
    case .fault(.truncatedBody, _), .fault(.malformedChunk, _): endsConnection = true
    case .fault, .failure: (isSilent, endsConnection) = (true, true)
    default: break
    }
  }
}

/// The field `X-Page` of each answer that a client has received, or `nil` without one. The last answer may be cut.
private func pages(in bytes: [UInt8]) -> [String?] {
  String(decoding: bytes, as: UTF8.self).split(separator: "HTTP/1.1 ").compactMap { text -> String?? in
    guard let status = Int(text.prefix(3)), status != 100 else { return nil }
    return .some(text.firstMatch(of: /\r\nX-Page: (.)\r\n/).map { String($0.1) })
  }
}
