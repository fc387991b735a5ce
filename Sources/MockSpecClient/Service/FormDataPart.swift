public import Foundation

/// A part of a body that is `multipart/form-data` (RFC 7578 §4).
public struct FormDataPart: Sendable {
  enum Source: Sendable {
    case data(Data)
    case file(URL)
  }

  let name: String
  let filename: String?
  let contentType: String?
  let source: Source

  /// A text, in UTF-8. It has no `Content-Type`, as in forms of browsers. Its line breaks stay as they are.
  public static func text(_ name: String, _ text: String) -> FormDataPart {
    FormDataPart(name: name, filename: nil, contentType: nil, source: .data(Data(text.utf8)))
  }

  /// Data, sent as a file if it has a file name.
  public static func data(
    _ name: String, _ data: Data, filename: String? = nil, contentType: String? = "application/octet-stream"
  ) -> FormDataPart {
    FormDataPart(name: name, filename: filename, contentType: contentType, source: .data(data))
  }

  /// The content of a file.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - url: The URL of the file.
  ///   - filename: By default, the last component of the file's path.
  ///   - contentType: The value of the part's `Content-Type`; `nil` for none.
  public static func file(
    _ name: String, _ url: URL, filename: String? = nil, contentType: String? = "application/octet-stream"
  ) -> FormDataPart {
    FormDataPart(
      name: name, filename: filename ?? url.lastPathComponent, contentType: contentType, source: .file(url))
  }
}
