/// An HTTP reply as it was received.
package struct RawReply: Sendable {
  package var status: Int
  /// The header fields in the order in which they were received.
  package var fields: [(name: String, value: String)]
  package var body: String

  /// The values of all fields with a name, ignoring case.
  package subscript(name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// Parses the first answer in a list of bytes.
  ///
  /// - Parameter hasBody: False for an answer to `HEAD`.
  /// - Returns: The answer and its number of bytes, or `nil` if it isn't complete.
  package static func parse(_ bytes: [UInt8], hasBody: Bool) -> (RawReply, Int)? {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: "\r\n\r\n".utf8) }) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let status = lines[0].split(separator: " ")[1]
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: String(parts[1]))
    }
    var reply = RawReply(status: Int(status)!, fields: fields, body: "")
    let start = end + 4
    if hasBody, reply["transfer-encoding"] == ["chunked"] {
      guard let (body, count) = chunks(bytes[start...]) else { return nil }
      reply.body = String(decoding: body, as: UTF8.self)
      return (reply, start + count)
    }
    let isBodiless = !hasBody || reply.status < 200 || reply.status == 204 || reply.status == 304
    let length = isBodiless ? 0 : Int(reply["content-length"].first ?? "0")!
    guard bytes.count >= start + length else { return nil }
    reply.body = String(decoding: bytes[start..<start + length], as: UTF8.self)
    return (reply, start + length)
  }

  /// Returns the content of chunks, and the number of bytes with their framing; `nil` if they aren't complete;
  /// nothing if they are malformed.
  private static func chunks(_ bytes: ArraySlice<UInt8>) -> (body: [UInt8], count: Int)? {
    var (body, rest) = ([UInt8](), bytes)
    while let end = rest.firstIndex(of: UInt8(ascii: "\r")) {
      guard let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) else { return ([], 0) }
      guard rest.endIndex >= end + 4 + size else { return nil }
      body += rest[end + 2..<end + 2 + size]
      rest = rest[(end + 4 + size)...]
      if size == 0 { return (body, bytes.count - rest.count) }
    }
    return nil
  }
}
