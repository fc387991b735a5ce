import HTTPTypes
import MockSpec
import MockSpecDiagnostics

/// Scans the head of a call, each line once, however the bytes are split.
///
/// The grammar is that of RFC 9112 without what the RFC only tolerates: a bare line feed, more than one blank between
/// the parts of the request line, a field that is continued on the next line. Intermediaries may parse these
/// differently (§11.2).
struct CallHeadScanner {
  typealias Bytes = UnsafeRawBufferPointer

  private static let lineEnd = "\r\n".utf8
  /// The offset of the current line from the beginning of the head.
  private var lineStart = 0
  /// The offset up to which the current line has been searched for its end.
  private var searched = 0
  private var requestLine: RequestLine?
  private var fieldsStart = 0
  private var fieldCount = 0
  private var facts = Facts()

  /// Scans the bytes of a head, which begin with the bytes of the previous scan.
  ///
  /// - Returns: The head and its size; `nil` if it isn't complete.
  mutating func scan(_ bytes: Bytes, within limits: ServerLimits) throws(Refusal) -> (head: CallHead, size: Int)? {
    while let lineFeed = bytes.firstOffset(of: UInt8(ascii: "\n"), in: searched..<bytes.count) {
      try check(size: lineFeed + 1, within: limits)
      let start = lineStart
      (lineStart, searched) = (lineFeed + 1, lineFeed + 1)
      guard lineFeed > start, bytes[lineFeed - 1] == UInt8(ascii: "\r") else {
        throw requestLine == nil ? .lineEnd : Refusal("a line of the head must end with CR LF")
      }
      let line = Bytes(rebasing: bytes[start..<lineFeed - 1])
      if let requestLine {
        guard line.isEmpty else {
          fieldCount += 1
          guard fieldCount <= limits.headerCount else {
            throw Refusal(status: 431, "the head has more than \(limits.headerCount) fields")
          }
          try facts.add(try FieldLine(line))
          continue
        }
        let fields = FieldLines(Array(Bytes(rebasing: bytes[fieldsStart..<start])))
        return (try facts.head(requestLine, fields), lineFeed + 1)
      } else {
        requestLine = try RequestLine(line)
        fieldsStart = lineFeed + 1
      }
    }
    searched = bytes.count
    try check(size: searched, within: limits)
    // Bytes of another protocol may have no line feed.
    if requestLine == nil { try RequestLine.checkBeginning(Bytes(rebasing: bytes[lineStart...])) }
    return nil
  }

  /// - Parameter size: The number of bytes of the head that have arrived, up to the line end if it has arrived.
  private func check(size: Int, within limits: ServerLimits) throws(Refusal) {
    if requestLine == nil, size - lineStart > limits.requestLineBytes + Self.lineEnd.count {
      throw Refusal(status: 414, "the request line is larger than \(limits.requestLineBytes) bytes")
    }
    if size > limits.headerBytes {
      throw Refusal(status: 431, "the head is larger than \(limits.headerBytes) bytes")
    }
  }
}

/// A request line (RFC 9112 §3).
private struct RequestLine {
  let method: String
  let target: String
  let version: CallHead.Version

  init(_ line: UnsafeRawBufferPointer) throws(Refusal) {
    guard let first = line.firstOffset(of: UInt8(ascii: " "), in: 0..<line.count),
      UnsafeRawBufferPointer(rebasing: line[..<first]).isToken
    else {
      throw Self.refusal(ofBeginning: line)
    }
    guard let second = line.firstOffset(of: UInt8(ascii: " "), in: first + 1..<line.count) else {
      throw Refusal("expected HTTP/1.1 after the request target")
    }
    let target = line[first + 1..<second]
    guard target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw Refusal("the request target has characters that must be percent-encoded")
    }
    var version = line[(second + 1)...]
    guard !target.isEmpty, version.starts(with: "HTTP/".utf8) else {
      throw Refusal("expected HTTP/1.1 after the request target; a space in the target must be percent-encoded")
    }
    version = version.dropFirst(5)
    guard version.starts(with: "1.".utf8), let minor = version.dropFirst(2).first, minor.isDigit else {
      throw Refusal(status: 505, "only HTTP/1.1 and HTTP/1.0 are supported")
    }
    guard version.count == 3 else { throw .lineEnd }
    // A message with a higher minor version is read as one of the highest that is known (RFC 9110 §2.5).
    self.version = minor == UInt8(ascii: "0") ? .http10 : .http11
    method = String(decoding: line[..<first], as: UTF8.self)
    self.target = RequestTarget.encoded(target)
  }

  /// - Throws: If no request line begins with these bytes.
  static func checkBeginning(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
    let method = bytes.prefix(64).prefix { $0 != UInt8(ascii: " ") }
    guard method.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\r") }) else { throw .notHTTP }
  }

  /// The refusal of a line that doesn't begin with a method and a space.
  private static func refusal(ofBeginning line: UnsafeRawBufferPointer) -> Refusal {
    guard let last = line.lastIndex(of: UInt8(ascii: " ")), line[(last + 1)...].starts(with: "HTTP/".utf8) else {
      return .notHTTP
    }
    if line.first == UInt8(ascii: " ") { return Refusal("the request line must not begin with a space") }
    return Refusal("the method has characters that a method can't have")
  }
}

/// A field line (RFC 9112 §5).
struct FieldLine {
  let name: UnsafeRawBufferPointer
  /// The value without the blanks around it.
  let value: UnsafeRawBufferPointer

  init(_ line: UnsafeRawBufferPointer) throws(Refusal) {
    guard let first = line.first, first != UInt8(ascii: " "), first != UInt8(ascii: "\t") else {
      throw Refusal("a field must not be continued on the next line")
    }
    let colon = line.firstOffset(of: UInt8(ascii: ":"), in: 0..<line.count)
    name = UnsafeRawBufferPointer(rebasing: line[..<(colon ?? 0)])
    guard let colon, name.isToken else {
      throw Refusal("a header field is malformed: expected a name and a colon")
    }
    value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).withoutBlanks
    // RFC 9110 §5.5. Recipients handle other control characters differently.
    guard value.isFieldText else {
      throw Refusal("a header field is malformed: its value has a control character")
    }
  }
}

/// The facts about the message and the connection that fields contain.
private struct Facts {
  private var host: String?
  private var length: Int?
  private var isChunked = false
  private var closes = false
  private var keepsAlive = false
  private var expectsContinue = false

  mutating func add(_ field: FieldLine) throws(Refusal) {
    let (name, value) = (field.name, field.value)
    // Most names differ in length already.
    switch name.count {
    case 4 where name.equals(lowercased: "host"):
      guard host == nil else { throw Refusal("the request has more than one 'Host' field") }
      host = String(decoding: value, as: UTF8.self)
    case 6 where name.equals(lowercased: "expect"):
      if value.equals(lowercased: "100-continue") { expectsContinue = true }
    case 10 where name.equals(lowercased: "connection"):
      for option in value.split(separator: UInt8(ascii: ",")) {
        let option = UnsafeRawBufferPointer(rebasing: option).withoutBlanks
        if option.equals(lowercased: "close") { closes = true }
        if option.equals(lowercased: "keep-alive") { keepsAlive = true }
      }
    case 14 where name.equals(lowercased: "content-length"):
      // Equal values could be read as one (RFC 9110 §8.6), but intermediaries may not do so.
      guard length == nil, !value.contains(UInt8(ascii: ",")) else {
        throw Refusal("the request has more than one 'Content-Length'")
      }
      guard !value.isEmpty, value.allSatisfy(\.isDigit) else { throw Refusal("'Content-Length' is malformed") }
      guard let count = Int(String(decoding: value, as: UTF8.self)) else { throw .lengthTooLarge }
      length = count
    case 17 where name.equals(lowercased: "transfer-encoding"):
      guard !isChunked, value.equals(lowercased: "chunked") else { throw Self.refusal(ofCoding: value) }
      isChunked = true
    default: break
    }
  }

  /// A server can't find the end of a body whose last coding isn't `chunked` (RFC 9112 §6.3), and need not know other
  /// codings (§6.1).
  private static func refusal(ofCoding value: UnsafeRawBufferPointer) -> Refusal {
    let codings = value.split(separator: UInt8(ascii: ",")).map { UnsafeRawBufferPointer(rebasing: $0).withoutBlanks }
    guard codings.count > 1, codings.last?.equals(lowercased: "chunked") == true,
      codings.dropLast().allSatisfy({ $0.isToken && !$0.equals(lowercased: "chunked") })
    else { return Refusal("'Transfer-Encoding' must be 'chunked'") }
    return Refusal(status: 501, "transfer codings other than 'chunked' aren't supported")
  }

  func head(_ line: RequestLine, _ fields: FieldLines) throws(Refusal) -> CallHead {
    // Both fields together, and any coding in HTTP/1.0, may be an attempt to smuggle a request (RFC 9112 §6.1).
    if isChunked, length != nil {
      throw Refusal("a request can't have both 'Content-Length' and 'Transfer-Encoding'")
    }
    if isChunked, line.version == .http10 { throw Refusal("HTTP/1.0 has no 'Transfer-Encoding'") }
    let framing: CallHead.Framing = isChunked ? .chunked : length.map { $0 == 0 ? .none : .length($0) } ?? .none
    let isModern = line.version == .http11
    return CallHead(
      method: line.method, target: line.target, version: line.version, fields: fields, host: host, framing: framing,
      keepsConnection: !closes && (isModern || keepsAlive),
      expectsContinue: expectsContinue && isModern && framing != .none)
  }
}

extension Refusal {
  static let notHTTP = Refusal(
    "expected an HTTP/1.1 or HTTP/2 request; HTTPS needs a server with a certificate")
  static let lengthTooLarge = Refusal(status: 413, "'Content-Length' is too large")
  static let lineEnd = Refusal("the request line must end with CR LF right after the version")
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
