import MockSpec
import NIOCore
import NIOHPACK

/// The fields of a request that came as a block (RFC 9113 §8.3), in bytes that are equal for equal requests:
///
/// ```
/// GET ⏎ /login?x=1 ⏎ Host: localhost:8080 ⏎ accept: */* ⏎ cookie: a=1; b=2 ⏎ ⏎
///                     └ fieldsStart
/// ```
///
/// NIO has checked the block: names are tokens in lower case, no value has a line end, and no pseudo-header field is
/// missing, twice, or after others. So the bytes are unambiguous.
struct HeaderSection {
  let bytes: ByteBuffer
  private let fieldsStart: Int
  private let count: Int
  private let method: String
  private let target: String
  private let authority: String?
  private var hosts: [String] = []
  private var length: String?
  private var lengthCount = 0
  private var expectsContinue = false
  private var hasOuterBlank = false

  /// Whether the bytes have all that the request says, so that another one with the same bytes has the same answer.
  var isComplete: Bool {
    if hasOuterBlank { return false }
    return hosts.isEmpty ? authority != nil : hosts.count == 1 && hosts[0] == authority ?? hosts[0]
  }

  init(_ headers: HPACKHeaders) {
    var (method, target, authority) = ("", "", String?.none)
    var (cookies, count) = ([String](), 0)
    for (name, value, _) in headers {
      if value.utf8.first?.isBlank == true || value.utf8.last?.isBlank == true { hasOuterBlank = true }
      switch name {
      case ":method": method = value
      case ":path": target = value
      case ":authority": authority = value
      case "host": hosts.append(value)
      default: break
      }
    }
    var bytes = ByteBuffer()
    bytes.writeString(method)
    bytes.writeStaticString("\r\n")
    bytes.writeString(target)
    bytes.writeStaticString("\r\n")
    fieldsStart = bytes.readableBytes
    if let host = authority ?? hosts.first {
      // What HTTP/1.1 clients send, so that conditions, templates and the journal find it.
      bytes.writeLine("Host", host)
      count += 1
    }
    for (name, value, _) in headers {
      if name.utf8.first == UInt8(ascii: ":") { continue }
      switch name {
      case "host": continue
      case "cookie":
        cookies.append(value)
        continue
      case "content-length":
        length = value
        lengthCount += 1
      case "expect": if value.lowercased() == "100-continue" { expectsContinue = true }
      default: break
      }
      bytes.writeLine(name, value)
      count += 1
    }
    // Clients split cookies, so that they compress well (§8.2.3).
    if !cookies.isEmpty {
      bytes.writeLine("cookie", cookies.joined(separator: "; "))
      count += 1
    }
    bytes.writeStaticString("\r\n")
    (self.bytes, self.count, self.method, self.target, self.authority) = (bytes, count, method, target, authority)
  }

  /// Returns the head of the request.
  ///
  /// - Parameter isEnd: Whether the request ends with its fields.
  /// - Throws: `Refusal` if the request is malformed or too large.
  func head(isEnd: Bool, within limits: ServerLimits) throws(Refusal) -> RequestHead {
    if target.utf8.count > limits.requestLineBytes {
      throw Refusal(status: 414, "':path' is larger than \(limits.requestLineBytes) bytes")
    }
    if bytes.readableBytes > limits.headerBytes {
      throw Refusal(status: 431, "the head is larger than \(limits.headerBytes) bytes")
    }
    if count > limits.headerCount {
      throw Refusal(status: 431, "the head has more than \(limits.headerCount) fields")
    }
    if hasOuterBlank { throw Refusal("the value of a field begins or ends with a blank") }
    return RequestHead(
      method: try checkedMethod(), target: try checkedTarget(), version: .http2, fields: try fields(),
      host: try host(), framing: try framing(isEnd: isEnd), keepsConnection: true,
      expectsContinue: expectsContinue && !isEnd)
  }

  private func checkedMethod() throws(Refusal) -> String {
    var method = method
    guard method.withUTF8({ UnsafeRawBufferPointer($0).isToken }) else { throw Refusal("':method' is malformed") }
    return method
  }

  private func checkedTarget() throws(Refusal) -> String {
    // A request with CONNECT has no ':path', and is refused by its method.
    guard method != "CONNECT" else { return authority ?? "" }
    guard target.utf8.first == UInt8(ascii: "/") || target == "*" else {
      throw Refusal("':path' must begin with '/'")
    }
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Refusal("':path' has characters that must be percent-encoded")
    }
    return target
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

  private func framing(isEnd: Bool) throws(Refusal) -> RequestHead.Framing {
    guard let length else { return isEnd ? .none : .chunked }
    guard lengthCount == 1, !length.isEmpty, length.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { throw Refusal("'content-length' is malformed") }
    return isEnd ? .none : .length(Int(length) ?? .max)
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
  fileprivate mutating func writeLine(_ name: String, _ value: String) {
    writeString(name)
    writeStaticString(": ")
    writeString(value)
    writeStaticString("\r\n")
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
