import MockSpec
import NIOCore
import NIOHPACK

/// The fields of a call that were received as a block (RFC 9113 §8.3), as bytes that are equal for equal calls:
///
/// ```
/// GET ⏎ /login?x=1 ⏎ Host: localhost:8080 ⏎ accept: */* ⏎ cookie: a=1; b=2 ⏎ ⏎
///                     └ fieldsStart
/// ```
///
/// The bytes are unambiguous: names are tokens in lower case, no value has a line end, and no pseudo-header field is missing,
/// twice, or after others. NIO could check that, too, in a further pass over the block.
struct HeaderSection {
  private(set) var bytes = ByteBuffer()
  private var fieldsStart = 0
  private var count = 0
  private var method: String?
  private var scheme: String?
  private var path: String?
  private var authority: String?
  private var hosts: [String] = []
  private var cookies: [String] = []
  private var length: String?
  private var lengthCount = 0
  private var expectsContinue = false
  /// The reason why the block is malformed (RFC 9113 §8.1.1).
  private var problem: Refusal?

  /// Whether the bytes contain the whole call, so that calls with the same bytes have the same reply.
  var isComplete: Bool {
    if problem != nil { return false }
    return hosts.isEmpty ? authority != nil : hosts.count == 1 && hosts[0] == authority ?? hosts[0]
  }

  init(_ headers: HPACKHeaders) {
    // Most heads fit, so that the memory is allocated once.
    bytes.reserveCapacity(512)
    for (name, value, _) in headers {
      if name.utf8.first == UInt8(ascii: ":") {
        addPseudoField(name, value)
      } else {
        if fieldsStart == 0 { beginFields(headers) }
        if let problem = Self.problem(ofField: name, value) { fail(problem) }
        add(name, value)
      }
    }
    if fieldsStart == 0 { beginFields(headers) }
    // Clients split cookies, so that they compress well (§8.2.3).
    if !cookies.isEmpty { writeLine("cookie", cookies.joined(separator: "; ")) }
    bytes.writeStaticString("\r\n")
    if bytes.lineEndCount != 2 * (count + 3) { fail("a field has a line end") }
    if method == "CONNECT" {
      if scheme != nil || path != nil || authority == nil {
        fail("CONNECT must have ':authority', and neither ':scheme' nor ':path'")
      }
    } else if method == nil || scheme == nil || path == nil {
      fail("the request must have ':method', ':scheme' and ':path'")
    }
  }

  private mutating func fail(_ reason: String) { problem = problem ?? Refusal(reason) }

  private mutating func addPseudoField(_ name: String, _ value: String) {
    guard fieldsStart == 0 else { return fail("'\(name)' must precede all fields without a colon") }
    if value.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { fail("'\(name)' has a space or a control character") }
    func set(_ field: inout String?) -> Bool {
      defer { field = value }
      return field == nil
    }
    let isNew: Bool
    switch name {
    case ":method": isNew = set(&method)
    case ":scheme": isNew = set(&scheme)
    case ":path": isNew = set(&path)
    case ":authority": isNew = set(&authority)
    default: return fail("a request can't have '\(name)'")
    }
    if !isNew { fail("the request has '\(name)' twice") }
  }

  private mutating func beginFields(_ headers: HPACKHeaders) {
    bytes.writeLine(method ?? "", "\r\n", path ?? "")
    fieldsStart = bytes.readableBytes
    // The field that HTTP/1.1 clients send, so that conditions, templates and the journal find it.
    if let host = authority ?? headers.first(name: "host") { writeLine("Host", host) }
  }

  private mutating func add(_ name: String, _ value: String) {
    switch name {
    case "host": return hosts.append(value)
    case "cookie": return cookies.append(value)
    case "content-length":
      length = value
      lengthCount += 1
    case "expect": if value.lowercased() == "100-continue" { expectsContinue = true }
    default: break
    }
    writeLine(name, value)
  }

  private mutating func writeLine(_ name: String, _ value: String) {
    bytes.writeLine(name, ": ", value)
    count += 1
  }

  /// Returns why fields can't follow a body; `nil` if they can.
  static func refusal(ofTrailers headers: HPACKHeaders) -> Refusal? {
    for (name, value, _) in headers {
      if name.utf8.first == UInt8(ascii: ":") { return Refusal("'\(name)' can't follow the body") }
      if let problem = problem(ofField: name, value) { return Refusal(problem) }
      if value.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) {
        return Refusal("a field has a line end")
      }
    }
    return nil
  }

  /// Returns the reason why a field is malformed, except for characters of its value.
  private static func problem(ofField name: String, _ value: String) -> String? {
    var bytes = name
    guard bytes.withUTF8({ UnsafeRawBufferPointer($0).isToken && !$0.contains { 0x41...0x5A ~= $0 } }) else {
      return "the name of a field must consist of lowercase letters, digits and some other characters"
    }
    if value.utf8.first?.isBlank == true || value.utf8.last?.isBlank == true {
      return "the value of a field begins or ends with a blank"
    }
    switch name {
    // RFC 9113 §8.2.2.
    case "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade":
      return "a request over HTTP/2 can't have '\(name)'"
    case "te" where value != "trailers": return "'te' must be 'trailers'"
    default: return nil
    }
  }

  /// Returns the head of the call.
  ///
  /// - Parameter isEnd: Whether the call ends with its fields.
  /// - Throws: `Refusal` if the call is malformed or too large.
  func head(isEnd: Bool, within limits: ServerLimits) throws(Refusal) -> CallHead {
    if path?.utf8.count ?? 0 > limits.requestLineBytes {
      throw Refusal(status: 414, "':path' is larger than \(limits.requestLineBytes) bytes")
    }
    if bytes.readableBytes > limits.headerBytes {
      throw Refusal(status: 431, "the head is larger than \(limits.headerBytes) bytes")
    }
    if count > limits.headerCount {
      throw Refusal(status: 431, "the head has more than \(limits.headerCount) fields")
    }
    if let problem { throw problem }
    return CallHead(
      method: try checkedMethod(), target: try checkedTarget(), version: .http2, fields: try fields(),
      host: try host(), framing: try framing(isEnd: isEnd), keepsConnection: true,
      expectsContinue: expectsContinue && !isEnd)
  }

  private func checkedMethod() throws(Refusal) -> String {
    var method = method ?? ""
    guard method.withUTF8({ UnsafeRawBufferPointer($0).isToken }) else { throw Refusal("':method' is malformed") }
    return method
  }

  private func checkedTarget() throws(Refusal) -> String {
    // A call with CONNECT has no ':path', and is refused by its method.
    guard method != "CONNECT" else { return authority ?? "" }
    let target = path ?? ""
    guard target.utf8.first == UInt8(ascii: "/") || target == "*" else {
      throw Refusal("':path' must begin with '/'")
    }
    // Bytes that aren't UTF-8 were replaced when the field was decoded.
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), !target.unicodeScalars.contains("\u{FFFD}") else {
      throw Refusal("':path' has characters that must be percent-encoded")
    }
    return RequestTarget.encoded(target.utf8)
  }

  private func host() throws(Refusal) -> String {
    guard hosts.count <= 1 else { throw Refusal("the request has more than one 'host' field") }
    guard let host = authority ?? hosts.first else {
      throw Refusal("the request has neither ':authority' nor 'host'")
    }
    if let other = hosts.first, other.lowercased() != host.lowercased() {
      throw Refusal("'host' is '\(other)', but ':authority' is '\(host)'")
    }
    return host
  }

  private func framing(isEnd: Bool) throws(Refusal) -> CallHead.Framing {
    guard let length else { return isEnd ? .none : .chunked }
    guard lengthCount == 1, !length.isEmpty, length.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { throw Refusal("'content-length' is malformed") }
    guard let count = Int(length) else { throw .lengthTooLarge }
    return isEnd ? .none : .length(count)
  }

  /// The fields, each of which is checked like a line of HTTP/1.1.
  private func fields() throws(Refusal) -> FieldLines {
    let lines = Array(bytes.readableBytesView.dropFirst(fieldsStart).dropLast(2))
    var refusal: Refusal?
    lines.withUnsafeBytes { lines in
      var start = 0
      while refusal == nil, let end = lines.firstOffset(of: UInt8(ascii: "\r"), in: start..<lines.count) {
        do throws(Refusal) {
          _ = try FieldLine(UnsafeRawBufferPointer(rebasing: lines[start..<end]))
        } catch {
          refusal = error
        }
        start = end + 2
      }
    }
    if let refusal { throw refusal }
    return FieldLines(lines)
  }
}

extension ByteBuffer {
  /// Writes two texts with `separator` between them, and the end of a line.
  fileprivate mutating func writeLine(_ first: String, _ separator: StaticString, _ second: String) {
    let parts = (first.utf8.count, separator.utf8CodeUnitCount, second.utf8.count)
    let size = parts.0 + parts.1 + parts.2 + 2
    writeWithUnsafeMutableBytes(minimumWritableBytes: size) { line in
      line.copyBytes(from: first.utf8)
      let middle = UnsafeMutableRawBufferPointer(rebasing: line[parts.0...])
      middle.copyMemory(from: UnsafeRawBufferPointer(start: separator.utf8Start, count: parts.1))
      let last = UnsafeMutableRawBufferPointer(rebasing: middle[parts.1...])
      last.copyBytes(from: second.utf8)
      last[parts.2] = UInt8(ascii: "\r")
      last[parts.2 + 1] = UInt8(ascii: "\n")
      return size
    }
  }

  /// The number of characters that end lines.
  fileprivate var lineEndCount: Int {
    withUnsafeReadableBytes { $0.count { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") } }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
