import Foundation
import HTTPTypes

/// A body in `multipart/form-data` (RFC 7578, RFC 2046 §5.1.1).
struct MultipartEncoding {
  let boundary: String
  private let parts: [FormDataPart]

  /// - Parameter boundary: By default, random.
  init(_ parts: [FormDataPart], boundary: String?) throws(EncodingProblem) {
    if let boundary {
      guard 1...70 ~= boundary.utf8.count, boundary.utf8.allSatisfy(\.isBoundaryCharacter), boundary.last != " " else {
        throw EncodingProblem(
          .body, "\(boundary.debugDescription) isn't a boundary: 1 to 70 letters, digits, or any of '()+_,-./:=?")
      }
    }
    for type in parts.compactMap(\.contentType) where !HTTPField.isValidValue(type) {
      throw EncodingProblem(.body, "\(type.debugDescription) isn't a Content-Type, as in 'text/plain'")
    }
    var generator = SystemRandomNumberGenerator()
    self.boundary = boundary ?? "mockspec-" + String(UInt128.random(in: 0 ... .max, using: &generator), radix: 36)
    self.parts = parts
  }

  var contentType: String {
    let isToken = boundary.utf8.allSatisfy { $0.isUnreserved || "+'".utf8.contains($0) }
    return "multipart/form-data; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
  }

  /// - Parameter isCancelled: Whether the body isn't needed any more. Called while files are copied.
  func body(isCancelled: () -> Bool) throws(EncodingProblem) -> RequestBody {
    do {
      if !parts.contains(where: \.isFile) {
        var data = Data()
        try write(isCancelled) { bytes in data.append(contentsOf: bytes) }
        return .data(data)
      }
      return .temporaryFile(
        try TemporaryFile { descriptor in
          try write(isCancelled) { bytes in try writeAll(bytes, to: descriptor) }
        })
    } catch let problem as FileProblem {
      throw EncodingProblem(.body, problem.description)
    } catch {
      throw EncodingProblem(.body, "\(error)", underlying: error)
    }
  }

  private func write(_ isCancelled: () -> Bool, to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
    func write(_ text: String) throws { try Data(text.utf8).withUnsafeBytes(sink) }
    for part in parts {
      try write("--\(boundary)\r\n\(part.head)\r\n")
      switch part.source {
      case .data(let data): try data.withUnsafeBytes(sink)
      case .file(let url): try readAll(url, isCancelled: isCancelled, sink)
      }
      try write("\r\n")
    }
    try write("--\(boundary)--\r\n")
  }
}

extension FormDataPart {
  var isFile: Bool { if case .file = source { true } else { false } }

  /// The part's fields. Names are escaped as in HTML §4.10.21.8, where a name's line breaks also become CRLF.
  fileprivate var head: String {
    let lines = name.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\r\n")
    var head = "Content-Disposition: form-data; name=\"\(lines.quoted)\""
    if let filename { head += "; filename=\"\(filename.quoted)\"" }
    head += "\r\n"
    if let contentType { head += "Content-Type: \(contentType)\r\n" }
    return head
  }
}

extension String {
  fileprivate var quoted: String { percentEncoded { !"\"\r\n".utf8.contains($0) } }
}

extension UInt8 {
  /// Whether it is one of `bchars` (RFC 2046 §5.1.1).
  fileprivate var isBoundaryCharacter: Bool {
    (isUnreserved && self != UInt8(ascii: "~")) || "'()+,/:=? ".utf8.contains(self)
  }
}
