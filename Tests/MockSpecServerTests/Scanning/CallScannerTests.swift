import HTTPTypes
import MockSpec
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import MockSpecServer

struct CallScannerTests {
  /// What was found: each call, and the end.
  struct Found: Equatable {
    struct Call: Equatable {
      var method: String
      var target: String
      var isModern: Bool
      /// Names in lower case, and values without blanks.
      var fields: [String]
      var body: [UInt8] = []
    }

    /// The requests whose ends were found.
    var requests: [Call] = []
    var isRefused = false
  }

  /// Scans bytes that arrive in pieces.
  static func scan(_ pieces: [ArraySlice<UInt8>]) -> Found {
    var scanner = CallScanner(limits: ServerLimits())
    var found = Found()
    var current: Found.Call?
    var isLast = false
    do throws(Refusal) {
      for piece in pieces + [[]] {
        if piece.isEmpty { scanner.end() } else { scanner.append(ByteBuffer(bytes: piece)) }
        while let part = try scanner.next() {
          switch part {
          case .head(let head):
            // The target is checked later. Nothing is scanned after the last request of a connection.
            _ = try RequestTarget(method: head.method, text: head.target, host: head.host)
            isLast = !head.keepsConnection
            current = Found.Call(
              method: head.method, target: head.target, isModern: head.version == .http11,
              fields: head.fields.fields { _ in true }.map { "\($0.name.canonicalName): \($0.value)" })
          case .body(let bytes): current?.body += bytes.readableBytesView
          case .end:
            if let ended = current.take() { found.requests.append(ended) }
            if isLast { return found }
          }
        }
      }
    } catch {
      found.isRefused = true
    }
    return found
  }

  /// Returns the heads in a text.
  static func heads(_ text: String) throws -> [CallHead] {
    var scanner = CallScanner(limits: ServerLimits())
    scanner.append(ByteBuffer(string: text))
    var heads: [CallHead] = []
    while let part = try scanner.next() {
      if case .head(let head) = part { heads.append(head) }
    }
    return heads
  }

  /// Scans bytes with NIO's decoder.
  private static func decode(_ bytes: [UInt8]) -> Found {
    let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
    var found = Found()
    var current: Found.Call?
    do {
      channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes))
      try channel.throwIfErrorCaught()
    } catch {
      found.isRefused = true
    }
    while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
      switch part {
      case .head(let head):
        current = Found.Call(
          method: head.method.rawValue, target: head.uri, isModern: head.version == .http1_1,
          fields: head.headers.map { name, value in
            "\(name.lowercased()): \(value[...].withoutBlanks)"
          })
      case .body(let bytes): current?.body += bytes.readableBytesView
      case .end: if let ended = current.take() { found.requests.append(ended) }
      }
    }
    _ = try? channel.finish(acceptAlreadyClosed: true)
    return found
  }

  private static let requests = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "\r\nPOST /a?b=c HTTP/1.1\r\nHost:\ta:80 \t\r\nContent-Length: 5\r\nX-Empty:\r\n\r\nhe\r\n\r",
    "PUT http://b/c HTTP/1.0\r\nConnection: x, Keep-Alive\r\nContent-Length: 0\r\n\r\n",
    "POST / HTTP/1.1\r\nhost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3;x=\"1\"\r\na\r\n\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: [::1]\r\nX: a\tb  c\r\nX: \u{E4}\r\n\r\n",
  ]

  @Test func `requests are found however their bytes are split`() {
    let bytes = Array(Self.requests.joined().utf8)
    let whole = Self.scan([bytes[...]])
    #expect(whole.requests.map(\.method) == ["GET", "POST", "PUT", "POST", "OPTIONS"])
    #expect(whole.requests[3].body == Array("a\r\n0123456789".utf8))
    for split in 1..<bytes.count {
      #expect(Self.scan([bytes[..<split], bytes[split...]]) == whole, "split at \(split)")
    }
    #expect(Self.scan(bytes.indices.map { bytes[$0...$0] }) == whole)
  }

  @Test func `a request that ends early is refused, wherever it ends`() {
    for request in Self.requests {
      let bytes = Array(request.utf8)
      for end in 3..<bytes.count {
        let found = Self.scan([bytes[..<end]])
        #expect(found.isRefused && found.requests.isEmpty, "\(request.debugDescription) up to \(end)")
      }
    }
  }

  /// Changes requests at random. Whatever is accepted is read by NIO's decoder in the same way.
  @Test(arguments: 0..<8)
  func `what is accepted means the same to another parser`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let snippets: [[UInt8]] = [
      "\r\n", "\n", "\r", " ", "\t", ":", ",", "0", "1", "chunked", "Content-Length: 1\r\n",
      "Transfer-Encoding: chunked\r\n",
      "Transfer-Encoding: gzip, chunked\r\n", "HTTP/1.1", "HTTP/1.0", "\0", "\u{7F}", "\u{80}", "GET ", "FOO ", "+1",
      "0x1", ";",
      "\r\n\r\n", "Connection: close\r\n", " x: y\r\n", "Host: b\r\n", "-", "#", "%", "\"",
    ].map { Array($0.utf8) }
    var accepted = 0
    for _ in 0..<2_000 {
      var bytes = (0...Int.random(in: 0...1, using: &generator)).flatMap { _ in
        Array(Self.requests.randomElement(using: &generator)!.utf8)
      }
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = bytes.indices.randomElement(using: &generator)!
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes.insert(contentsOf: snippets.randomElement(using: &generator)!, at: index)
        case 1: bytes.remove(at: index)
        case 2: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        default:
          let end = Int.random(in: index...min(index + 20, bytes.count), using: &generator)
          bytes.replaceSubrange(index..<end, with: snippets.randomElement(using: &generator)!)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let found = Self.scan([bytes[...]])
      let other = Self.decode(bytes)
      for (index, request) in found.requests.enumerated() {
        guard index < other.requests.count else {
          #expect(
            Self.isUnknownToNIO(request, bytes),
            "only ours accepts \(String(decoding: bytes, as: UTF8.self).debugDescription)"
          )
          break
        }
        accepted += 1
        #expect(request == other.requests[index], "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      }
    }
    #expect(accepted > 200)
  }

  /// Returns whether NIO's decoder refuses what the RFCs allow: other methods (RFC 9110 §9.1), schemes with other characters
  /// than letters (RFC 3986 §3.1), blanks before the extensions of a chunk (RFC 9112 §7.1.1), and higher minor versions (RFC
  /// 9110 §2.5).
  private static func isUnknownToNIO(_ request: Found.Call, _ bytes: [UInt8]) -> Bool {
    if !["GET", "POST", "PUT", "OPTIONS"].contains(request.method) { return true }
    // Raw bytes in a target, which are read as percent-encoded.
    if request.target.contains("%"), bytes.contains(where: { $0 >= 0x80 }) { return true }
    if let end = request.target.firstRange(of: "://")?.lowerBound, !request.target.hasPrefix("/") {
      if !request.target[..<end].allSatisfy(\.isLetter) { return true }
    }
    if String(decoding: bytes, as: UTF8.self).contains(#/ HTTP/1\.[2-9]\r\n/#.matchingSemantics(.unicodeScalar)) {
      return true
    }
    return zip(bytes, bytes.dropFirst()).contains { " \t".utf8.contains($0) && $1 == UInt8(ascii: ";") }
  }
}
