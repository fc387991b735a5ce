import HTTPTypes

/// The parts of a `multipart/form-data` body (RFC 7578; boundaries: RFC 2046 §5.1.1), read in one pass:
///
///     --boundary␍␊
///     Content-Disposition: form-data; name="title"␍␊
///     ␍␊
///     Holidays␍␊          ← this line break is part of the boundary
///     --boundary--
struct MultipartBody {
  /// The named parts. Unnamed parts can't be matched and are ignored.
  let parts: [MultipartPart]

  /// The header of a part, and the range of its content.
  struct Place {
    var name: String?
    var filename: String?
    /// The value of its `Content-Type` field.
    var type: String?
    var content = 0..<0
  }

  static let maxParts = 10_000
  /// The maximum number of bytes in the header of a part.
  static let maxHeaderLength = 16_384

  /// The reason why a body isn't a complete `multipart/form-data`.
  enum Problem: Error {
    case otherType(String?)
    case noBoundary
    /// The boundary, which the body doesn't have.
    case missingBoundary([UInt8])
    /// The lines end with a line feed alone.
    case lineFeeds
    /// The closing delimiter is missing.
    case noEnd([UInt8])
    case tooManyParts
    case longHeader
  }

  /// Parses a body.
  ///
  /// - Parameter type: The value of the call's `Content-Type` field.
  static func parse(_ body: [UInt8], type: String?) -> Result<MultipartBody, Problem> {
    Result { () throws(Problem) in try MultipartBody(body, type: type) }
  }

  private init(_ body: [UInt8], type: String?) throws(Problem) {
    parts = try Self.places(body, type: type).compactMap { place in
      place.name.map { MultipartPart(name: $0, filename: place.filename, body: Array(body[place.content])) }
    }
  }

  /// Returns the places of all parts.
  ///
  /// - Parameter isCut: Whether the body is only a beginning, so that the last part can lack its end.
  static func places(_ body: [UInt8], type: String?, isCut: Bool = false) throws(Problem) -> [Place] {
    guard let type = type.map({ FieldParameters($0) }) else { throw .otherType(nil) }
    guard type.value == "multipart/form-data" else { throw .otherType(type.value) }
    guard let boundary = type.parameters["boundary"], !boundary.isEmpty else { throw .noBoundary }
    var reader = Reader(body, boundary)
    guard var delimiter = reader.first() else {
      throw reader.hasLineFeedsAlone ? .lineFeeds : .missingBoundary(boundary)
    }
    var places: [Place] = []
    while !delimiter.isLast {
      guard places.count < Self.maxParts else { throw .tooManyParts }
      let next = reader.next()
      guard next != nil || isCut else { throw reader.hasLineFeedsAlone ? .lineFeeds : .noEnd(boundary) }
      let start = delimiter.end
      guard let place = place(body[start..<max(start, next?.start ?? body.count)]) else { throw .longHeader }
      places.append(place)
      guard let next else { break }
      delimiter = next
    }
    return places
  }

  /// Returns the place of a part; `nil` if its header exceeds the limit.
  private static func place(_ part: ArraySlice<UInt8>) -> Place? {
    guard let (header, content) = split(part) else { return nil }
    var place = place(header: header)
    place.content = content.indices
    return place
  }

  /// The contents of the parts by name.
  var values: [ExactText: FoundValues] {
    var values: [ExactText: FoundValues] = [:]
    for part in parts {
      if let text = part.text {
        values[ExactText(part.name), default: FoundValues()].texts.append(text)
      } else {
        values[ExactText(part.name), default: FoundValues()].others.append("\(part.body.count) bytes that aren't text")
      }
    }
    return values
  }

  /// Splits a part at the empty line. A part without a header starts with that line. A part without content may lack
  /// it.
  private static func split(_ part: ArraySlice<UInt8>) -> (header: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
    let lineBreak: [UInt8] = [0x0D, 0x0A]
    if part.starts(with: lineBreak) { return (part.prefix(0), part.dropFirst(2)) }
    var index = part.startIndex
    while index < part.endIndex, index - part.startIndex <= maxHeaderLength {
      if part[index] == 0x0D, part[index...].starts(with: lineBreak + lineBreak) {
        return (part[..<index], part[(index + 4)...])
      }
      index += 1
    }
    return index == part.endIndex ? (part, part.suffix(0)) : nil
  }

  /// Reads the header of a part. A part of another disposition has no name.
  private static func place(header: ArraySlice<UInt8>) -> Place {
    var place = Place()
    var isNamed = false
    for line in lines(header) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = line[(colon + 1)...]
      switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
      case "content-disposition" where !isNamed:
        isNamed = true
        let field = FieldParameters(value)
        guard field.value == "form-data", let name = field.parameters["name"] else { continue }
        place.name = unescaped(String(decoding: name, as: UTF8.self))
        place.filename = field.parameters["filename"].map { unescaped(String(decoding: $0, as: UTF8.self)) }
      case "content-type": place.type = String(decoding: value, as: UTF8.self)
      default: break
      }
    }
    return place
  }

  /// Returns the header's lines. A line that starts with a space or tab continues the previous one.
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

  /// Decodes the escapes that browsers use in names (HTML, "multipart form data").
  private static func unescaped(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
    return name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}

/// A named part of a `multipart/form-data` body.
public struct MultipartPart: Sendable {
  /// The name.
  public let name: String
  /// The name of the file that was sent; `nil` if there is none.
  public let filename: String?
  /// The content.
  public let body: [UInt8]

  /// The content as text; `nil` if it isn't UTF-8.
  public var text: String? { String(validating: body, as: UTF8.self) }
}

extension MockCall {
  /// The named parts of a `multipart/form-data` body in the order in which they were sent; `nil` for another or an
  /// incomplete body. Each access parses the body again.
  public var multipartParts: [MultipartPart]? {
    try? MultipartBody.parse(decodedBody, type: values(of: .contentType).first).get().parts
  }
}

extension MultipartBody {
  /// A line with the boundary.
  private struct Delimiter {
    /// The start, including the preceding line break.
    let start: Int
    /// The end, including the following line break.
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

    /// Returns the first delimiter, which can be the body's first line. Text before it is ignored.
    mutating func first() -> Delimiter? { delimiter(at: 0, markAt: 0) ?? next() }

    /// Whether the rest contains a line with the boundary that isn't a delimiter, since a line break is a line feed alone.
    var hasLineFeedsAlone: Bool {
      var rest = bytes[(index == 0 ? 0 : index - 1)...]
      var isStart = index == 0
      while let start = isStart ? rest.startIndex : rest.firstIndex(of: 0x0A).map({ $0 + 1 }) {
        rest = bytes[start...]
        if rest.starts(with: mark) {
          var after = rest.dropFirst(mark.count)
          if after.starts(with: "--".utf8) { after = after.dropFirst(2) }
          if after.isEmpty || after.first == 0x0A || after.first == 0x0D { return true }
        }
        isStart = false
      }
      return false
    }

    mutating func next() -> Delimiter? {
      while index + 2 + mark.count <= bytes.count {
        guard let start = bytes[index...].firstIndex(of: 0x0D), start + 1 < bytes.count else { return nil }
        index = start + 1
        if bytes[start + 1] == 0x0A, let found = delimiter(at: start, markAt: start + 2) { return found }
      }
      return nil
    }

    /// Reads `--boundary`, or `--boundary--` for the last delimiter, followed by spaces up to the end of the line.
    private mutating func delimiter(at start: Int, markAt markStart: Int) -> Delimiter? {
      guard bytes[markStart...].starts(with: mark) else { return nil }
      var end = markStart + mark.count
      let isLast = bytes[end...].starts(with: "--".utf8)
      if isLast { end += 2 }
      while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
      if bytes[end...].starts(with: [0x0D, 0x0A]) {
        // The next delimiter can share this line break.
        index = end
        return Delimiter(start: start, end: end + 2, isLast: isLast)
      }
      return isLast && end == bytes.count ? Delimiter(start: start, end: end, isLast: true) : nil
    }
  }
}
