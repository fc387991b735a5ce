/// One HTTP answer as it came over the wire.
package struct RawAnswer: Sendable {
  package var status: Int
  /// In the order sent, names as sent.
  package var fields: [(name: String, value: String)]
  package var body: String

  /// The values of all lines of that name.
  package subscript(name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// Also returns the number of bytes used; `nil` if more are needed.
  package static func parse(_ bytes: [UInt8], hasBody: Bool) -> (RawAnswer, Int)? {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: "\r\n\r\n".utf8) }) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let status = lines[0].split(separator: " ")[1]
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: String(parts[1]))
    }
    var answer = RawAnswer(status: Int(status)!, fields: fields, body: "")
    let start = end + 4
    let isBodiless = !hasBody || answer.status < 200 || answer.status == 204 || answer.status == 304
    let length = isBodiless ? 0 : Int(answer["content-length"].first ?? "0")!
    guard bytes.count >= start + length else { return nil }
    answer.body = String(decoding: bytes[start..<start + length], as: UTF8.self)
    return (answer, start + length)
  }
}
