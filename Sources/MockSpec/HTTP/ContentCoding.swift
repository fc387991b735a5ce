import HTTPTypes

/// The body of a call without the codings in its `Content-Encoding` field (RFC 9110 §8.4).
struct ContentCoding {
  /// The decoded body; the body as it was sent if it has no coding or can't be decoded.
  let content: [UInt8]
  /// The reason why the body can't be decoded; `nil` if it was decoded or has no coding.
  let problem: String?

  /// The maximum size of a decoded body. A small body can be decoded to one that is a thousand times as large.
  static let limit = 16 << 20
  /// The maximum number of codings.
  private static let maxCount = 4

  init(_ call: MockCall) {
    let codings = call.values(of: .contentEncoding).flatMap { $0.split(separator: ",") }
      .map { $0.withoutBlanks.lowercased() }.filter { !$0.isEmpty && $0 != "identity" }
    var content = call.body
    var problem: String?
    if !content.isEmpty {
      if codings.count > Self.maxCount { problem = "'Content-Encoding' has more than \(Self.maxCount) codings" }
      // The last coding was applied last.
      for coding in codings.reversed() where problem == nil {
        do throws(Inflate.Failure) {
          guard let decoded = try Self.decoded(content, coding) else {
            problem = "the body has the content coding '\(coding.prefix(40))', which can't be decoded"
            break
          }
          content = decoded
        } catch {
          problem =
            switch error {
            case .invalid: "the body has the content coding '\(coding)', but isn't valid \(coding)"
            case .tooLarge: "the body is larger than \(Self.limit >> 20) MiB when it is decoded"
            }
        }
      }
    }
    self.content = problem == nil ? content : call.body
    self.problem = problem
  }

  /// Returns decoded bytes; `nil` for an unknown coding.
  private static func decoded(_ bytes: [UInt8], _ coding: String) throws(Inflate.Failure) -> [UInt8]? {
    switch coding {
    case "gzip", "x-gzip": try gunzipped(bytes)
    case "deflate":
      // Some clients send the data without the header of zlib (RFC 1950).
      try Inflate(bytes, from: hasZlibHeader(bytes) ? 2 : 0, limit: limit).output
    default: nil
    }
  }

  private static func hasZlibHeader(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 + Int(bytes[1])) % 31 == 0
  }

  /// Decodes the members of a gzip file (RFC 1952). Their lengths are checked, but not their checksums.
  private static func gunzipped(_ bytes: [UInt8]) throws(Inflate.Failure) -> [UInt8] {
    var content: [UInt8] = []
    var index = 0
    repeat {
      guard let start = endOfHeader(bytes[index...]) else { throw .invalid }
      let member = try Inflate(bytes, from: start, limit: limit - content.count)
      let trailer = bytes[member.position...].prefix(8)
      guard trailer.count == 8,
        trailer.suffix(4).reversed().reduce(0, { $0 << 8 | Int($1) }) == member.output.count & 0xFFFF_FFFF
      else { throw .invalid }
      content = content.isEmpty ? member.output : content + member.output
      index = trailer.endIndex
    } while index < bytes.count
    return content
  }

  /// Returns the index after the header of a member; `nil` if there is none.
  private static func endOfHeader(_ member: ArraySlice<UInt8>) -> Int? {
    guard member.count > 10, member.starts(with: [0x1F, 0x8B, 8]) else { return nil }
    let flags = member[member.startIndex + 3]
    var rest = member.dropFirst(10)
    if flags & 4 != 0 {
      let length = rest.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(2 + length)
    }
    // A file name and a comment, each of which ends with a zero.
    for flag: UInt8 in [8, 16] where flags & flag != 0 { rest = rest.drop { $0 != 0 }.dropFirst() }
    if flags & 2 != 0 { rest = rest.dropFirst(2) }
    return rest.isEmpty ? nil : rest.startIndex
  }
}

extension MockCall {
  /// The body without the codings in `Content-Encoding`; as it was sent if it has none, or can't be decoded.
  ///
  /// Each access decodes it again.
  package var decodedBody: [UInt8] {
    hasContentCoding ? ContentCoding(self).content : body
  }

  /// Whether there is a `Content-Encoding` field.
  var hasContentCoding: Bool { !body.isEmpty && !storedBody.isDecoded && !values(of: .contentEncoding).isEmpty }
}
