/// The parts of a `multipart/form-data` body (RFC 7578; for the lines between them, RFC 2046 §5.1.1), in one pass:
///
///     --boundary␍␊
///     Content-Disposition: form-data; name="title"␍␊
///     ␍␊
///     Holidays␍␊          ← this line break belongs to the boundary
///     --boundary--
struct MultipartBody {
  private(set) var values: [String: FoundValues] = [:]

  private static let mostParts = 10_000
  /// Bytes of one part's header fields.
  private static let longestHeader = 16_384

  /// - Parameter type: the request's `Content-Type`.
  /// - Returns: `nil` for any other type, without a boundary, where the last one is missing, and beyond the limits.
  init?(_ body: [UInt8], type: String?) {
    guard let type = type.map({ FieldParameters($0) }), type.value == "multipart/form-data",
      let boundary = type.parameters["boundary"], !boundary.isEmpty
    else { return nil }
    var reader = Reader(body, boundary)
    guard var delimiter = reader.first() else { return nil }
    var count = 0
    while !delimiter.isLast {
      guard count < Self.mostParts, let next = reader.next() else { return nil }
      let start = delimiter.end
      guard add(body[start..<max(start, next.start)]) else { return nil }
      delimiter = next
      count += 1
    }
  }

  /// - Returns: `false` if the header is too long.
  private mutating func add(_ part: ArraySlice<UInt8>) -> Bool {
    guard let (header, content) = Self.split(part) else { return false }
    guard let name = Self.name(header) else { return true }
    if let text = String(validating: content, as: UTF8.self) {
      values[name, default: FoundValues()].texts.append(text)
    } else {
      values[name, default: FoundValues()].others.append("\(content.count) bytes that aren't text")
    }
    return true
  }

  /// A part without a header begins with the empty line; one without content may end before it.
  private static func split(_ part: ArraySlice<UInt8>) -> (header: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
    let lineBreak: [UInt8] = [0x0D, 0x0A]
    if part.starts(with: lineBreak) { return (part.prefix(0), part.dropFirst(2)) }
    var index = part.startIndex
    while index < part.endIndex, index - part.startIndex <= longestHeader {
      if part[index] == 0x0D, part[index...].starts(with: lineBreak + lineBreak) {
        return (part[..<index], part[(index + 4)...])
      }
      index += 1
    }
    return index == part.endIndex ? (part, part.suffix(0)) : nil
  }

  /// A part without a name is nobody's.
  private static func name(_ header: ArraySlice<UInt8>) -> String? {
    for line in lines(header) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      guard String(decoding: line[..<colon], as: UTF8.self).lowercased() == "content-disposition" else { continue }
      let field = FieldParameters(line[(colon + 1)...])
      guard field.value == "form-data", let name = field.parameters["name"] else { return nil }
      return unescaped(String(decoding: name, as: UTF8.self))
    }
    return nil
  }

  /// A line that begins with a space goes on with the one before.
  private static func lines(_ header: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for line in header.split(separator: 0x0A) {
      let line = line.last == 0x0D ? line.dropLast() : line
      if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
        lines[lines.count - 1] += line
      } else {
        lines.append(Array(line))
      }
    }
    return lines
  }

  /// What browsers escape in a name (HTML, "multipart form data").
  private static func unescaped(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
    return name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}

extension MultipartBody {
  /// A line of the boundary.
  private struct Delimiter {
    /// With the line break before it.
    let start: Int
    /// With the line break behind it.
    let end: Int
    let isLast: Bool
  }

  private struct Reader {
    private let bytes: [UInt8]
    private let mark: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8], _ boundary: [UInt8]) {
      self.bytes = bytes
      mark = Array("--".utf8) + boundary
    }

    /// The first may be the body's first line; anything before it is nobody's.
    mutating func first() -> Delimiter? { delimiter(at: 0, markAt: 0) ?? next() }

    mutating func next() -> Delimiter? {
      while index + 2 + mark.count <= bytes.count {
        guard let start = bytes[index...].firstIndex(of: 0x0D), start + 1 < bytes.count else { return nil }
        index = start + 1
        if bytes[start + 1] == 0x0A, let found = delimiter(at: start, markAt: start + 2) { return found }
      }
      return nil
    }

    /// `--boundary` and spaces up to the line's end; with `--` behind it, the last one.
    private mutating func delimiter(at start: Int, markAt markStart: Int) -> Delimiter? {
      guard bytes[markStart...].starts(with: mark) else { return nil }
      var end = markStart + mark.count
      let isLast = bytes[end...].starts(with: "--".utf8)
      if isLast { end += 2 }
      while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
      if bytes[end...].starts(with: [0x0D, 0x0A]) {
        // The line break may be the one before the next boundary, too.
        index = end
        return Delimiter(start: start, end: end + 2, isLast: isLast)
      }
      return isLast && end == bytes.count ? Delimiter(start: start, end: end, isLast: true) : nil
    }
  }
}
