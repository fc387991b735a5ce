import MockSpec
import NIOCore

/// Finds the calls in the bytes of a connection (RFC 9112).
///
/// Bytes are kept until the next part is requested, so that no more is scanned than can be answered.
struct CallScanner {
  enum Part {
    case head(CallHead)
    /// Some bytes of a body.
    case body(ByteBuffer)
    /// The end of a call.
    case end
  }

  private enum State {
    case head(CallHeadScanner)
    /// A body of which this many bytes are missing.
    case body(Int)
    case chunks(ChunkScanner)
  }

  private let limits: ServerLimits
  private var buffer = ByteBuffer()
  private var state = State.head(CallHeadScanner())
  private var isAtEnd = false
  /// The number of empty lines that were skipped since the last call.
  private var emptyLines = 0

  /// The maximum number of empty lines before a request line (RFC 9112 §2.2).
  private static let emptyLineLimit = 8

  init(limits: ServerLimits) { self.limits = limits }

  /// Whether the bytes that follow begin a line before a call.
  var isAtStart: Bool { if case .head = state { buffer.readableBytes == 0 } else { false } }

  /// Whether all bytes belong to calls whose ends were found, or to empty lines before the next one.
  var isEmpty: Bool { isAtStart || isInEmptyLine }

  /// Whether the beginning of an empty line has arrived.
  private var isInEmptyLine: Bool {
    guard case .head = state, buffer.readableBytes == 1, emptyLines < Self.emptyLineLimit else { return false }
    return buffer.getInteger(at: buffer.readerIndex) == UInt8(ascii: "\r")
  }

  /// Whether the bytes that follow belong to a body.
  var isInBody: Bool { if case .head = state { false } else { true } }

  /// Whether the rest of the body has arrived; false for a body of unknown length, or of a length that exceeds the
  /// limit.
  var holdsBody: Bool {
    if case .body(let rest) = state { rest <= min(buffer.readableBytes, limits.bodyBytes) } else { false }
  }

  /// Adds bytes that have arrived.
  mutating func append(_ bytes: ByteBuffer) {
    buffer.append(bytes)
  }

  /// Returns the bytes that haven't been scanned, and forgets them.
  mutating func takeRest() -> ByteBuffer {
    defer { buffer = ByteBuffer() }
    return buffer
  }

  /// Records that a call was answered without adding its bytes.
  mutating func skipCall() { emptyLines = 0 }

  /// Records that no bytes follow.
  mutating func end() { isAtEnd = true }

  /// Returns the next part; `nil` if more bytes are needed.
  ///
  /// - Throws: If the bytes aren't a request, or if no more follow. The beginning of the next request is unknown then.
  mutating func next() throws(Refusal) -> Part? {
    if let part = try scan() { return part }
    guard isAtEnd, !isEmpty else { return nil }
    throw Refusal("the request ended early")
  }

  private mutating func scan() throws(Refusal) -> Part? {
    switch state {
    case .head(var scanner):
      skipEmptyLines()
      guard !isEmpty else { return nil }
      let found = buffer.withUnsafeReadableBytes { bytes in
        Result { () throws(Refusal) in try scanner.scan(bytes, within: limits) }
      }
      guard let (head, size) = try found.get() else {
        state = .head(scanner)
        return nil
      }
      skip(size)
      emptyLines = 0
      switch head.framing {
      case .none: state = .body(0)
      case .length(let length): state = .body(length)
      case .chunked: state = .chunks(ChunkScanner())
      }
      return .head(head)
    case .body(0):
      return endCall()
    case .body(let rest):
      guard let bytes = take(atMost: rest) else { return nil }
      state = .body(rest - bytes.readableBytes)
      return .body(bytes)
    case .chunks(var scanner):
      while true {
        switch scanner.expected {
        case .data(let rest):
          guard let bytes = take(atMost: rest) else {
            state = .chunks(scanner)
            return nil
          }
          scanner.receive(bytes.readableBytes)
          state = .chunks(scanner)
          return .body(bytes)
        case .line:
          let found = buffer.withUnsafeReadableBytes { bytes in
            Result { () throws(Refusal) in try scanner.scanLine(bytes, trailerLimit: limits.headerBytes) }
          }
          guard let size = try found.get() else {
            state = .chunks(scanner)
            return nil
          }
          skip(size)
        case .nothing:
          return endCall()
        }
      }
    }
  }

  private mutating func endCall() -> Part {
    state = .head(CallHeadScanner())
    skipEmptyLines()
    return .end
  }

  /// Skips the empty lines before a call, which some clients send after a body.
  private mutating func skipEmptyLines() {
    while emptyLines < Self.emptyLineLimit, buffer.readableBytes > 1,
      buffer.getInteger(at: buffer.readerIndex, as: UInt16.self) == 0x0D0A
    {
      skip(2)
      emptyLines += 1
    }
  }

  private mutating func take(atMost count: Int) -> ByteBuffer? {
    guard buffer.readableBytes > 0 else { return nil }
    let bytes = buffer.readSlice(length: min(count, buffer.readableBytes))
    if buffer.readableBytes == 0 { buffer = ByteBuffer() }
    return bytes
  }

  private mutating func skip(_ count: Int) {
    buffer.moveReaderIndex(forwardBy: count)
    // An idle connection keeps no memory for bytes.
    if buffer.readableBytes == 0 { buffer = ByteBuffer() }
  }
}

/// Scans the lines around the data of a chunked body (RFC 9112 §7.1). Extensions of chunks and trailer fields are
/// dropped, as the RFC allows.
private struct ChunkScanner {
  enum Expected {
    case line
    /// Data of which this many bytes are missing.
    case data(Int)
    case nothing
  }

  private enum Line {
    case size
    /// The empty line after the data.
    case dataEnd
    case trailer
  }

  private(set) var expected = Expected.line
  private var line = Line.size
  /// The number of bytes of the line that have been searched for its end.
  private var searched = 0
  private var trailerSize = 0

  /// The maximum size in bytes of a line with the size of a chunk and its extensions.
  private static let sizeLimit = 4 << 10

  /// Records that bytes of the data have arrived.
  mutating func receive(_ count: Int) {
    guard case .data(let rest) = expected else { return }
    expected = rest == count ? .line : .data(rest - count)
  }

  /// Scans a line.
  ///
  /// - Returns: Its size; `nil` if it isn't complete.
  mutating func scanLine(_ bytes: UnsafeRawBufferPointer, trailerLimit: Int) throws(Refusal) -> Int? {
    let limit = line == .trailer ? trailerLimit - trailerSize : Self.sizeLimit
    guard let lineFeed = bytes.firstOffset(of: UInt8(ascii: "\n"), in: searched..<bytes.count) else {
      searched = bytes.count
      guard searched <= limit else { throw tooLarge(trailerLimit) }
      if line == .dataEnd, searched > 1 { throw Self.malformedEnd }
      return nil
    }
    guard lineFeed <= limit else { throw tooLarge(trailerLimit) }
    searched = 0
    guard lineFeed > 0, bytes[lineFeed - 1] == UInt8(ascii: "\r") else {
      throw Refusal("a line of a chunked body must end with CR LF")
    }
    let text = UnsafeRawBufferPointer(rebasing: bytes[..<(lineFeed - 1)])
    switch line {
    case .size:
      let size = try Self.size(text)
      line = size == 0 ? .trailer : .dataEnd
      if size > 0 { expected = .data(size) }
    case .dataEnd:
      guard text.isEmpty else { throw Self.malformedEnd }
      line = .size
    case .trailer:
      trailerSize += lineFeed + 1
      if text.isEmpty { expected = .nothing } else { try Self.checkTrailer(try FieldLine(text)) }
    }
    return lineFeed + 1
  }

  /// A trailer that describes the message could be mistaken for a field of its head (RFC 9110 §6.5.1).
  private static func checkTrailer(_ field: FieldLine) throws(Refusal) {
    let reserved: [StaticString] = ["content-length", "transfer-encoding", "host"]
    for name in reserved where field.name.equals(lowercased: name) {
      throw Refusal("a trailer can't be '\(String(decoding: field.name, as: UTF8.self))'")
    }
  }

  private func tooLarge(_ trailerLimit: Int) -> Refusal {
    line == .trailer
      ? Refusal(status: 431, "the trailers are larger than \(trailerLimit) bytes")
      : Refusal("the size of a chunk and its extensions are larger than \(Self.sizeLimit) bytes")
  }

  private static let malformedEnd = Refusal("a chunk of the body is longer than its size")

  /// Returns the size, which may have extensions.
  private static func size(_ line: UnsafeRawBufferPointer) throws(Refusal) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let rest = UnsafeRawBufferPointer(rebasing: line[digits.endIndex...])
    guard !digits.isEmpty, digits.allSatisfy({ $0.isHexDigit }),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16),
      rest.isEmpty || rest.withoutBlanks.first == UInt8(ascii: ";"), areExtensions(rest)
    else { throw Refusal("a chunk of the body has a malformed size") }
    return size
  }

  /// Returns whether bytes can be extensions (RFC 9112 §7.1.1): tokens, separators, and closed quoted texts.
  private static func areExtensions(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    var isQuoted = false
    /// The last byte that isn't a blank.
    var before: UInt8?
    var isAfterBlank = false
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        guard isQuoted || before == UInt8(ascii: "=") else { return false }
        isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: guard rest.popFirst()?.isFieldText == true else { return false }
      case _ where isQuoted: guard byte.isFieldText else { return false }
      case UInt8(ascii: ";"), UInt8(ascii: "="): break
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        isAfterBlank = true
        continue
      default:
        guard byte.isTokenCharacter, before != UInt8(ascii: "\"") else { return false }
        if isAfterBlank, before?.isTokenCharacter == true { return false }
      }
      (before, isAfterBlank) = (byte, false)
    }
    return !isQuoted
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
