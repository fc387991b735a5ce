import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument

/// An HTTP reply that is rendered for each call. Its header values and its body are templates.
package struct ReplyTemplate: Sendable, Equatable {
  struct Field: Sendable, Equatable {
    let name: HTTPField.Name
    let value: Template
  }

  enum Body: Sendable, Equatable {
    /// A body without tags.
    case bytes([UInt8])
    case text(Template)
    case json([JSONPiece])
  }

  /// A part of a JSON body. Strings are rendered one by one, so that a value can't end the string that contains it.
  enum JSONPiece: Sendable, Equatable {
    case bytes([UInt8])
    case string(Template)
  }

  let status: Int
  let fields: [Field]
  /// The inferred `Content-Type`; `nil` if a header sets it.
  let type: String?
  let body: Body

  /// Whether the reply has no tags, so that it is the same for all calls.
  var isPlain: Bool {
    guard fields.allSatisfy(\.value.isPlain) else { return false }
    switch body {
    case .bytes: return true
    case .text(let template): return template.isPlain
    case .json(let pieces): return pieces.allSatisfy { if case .bytes = $0 { true } else { false } }
    }
  }

  /// The templates of the headers and of the body.
  var templates: [Template] {
    switch body {
    case .bytes: fields.map(\.value)
    case .text(let template): fields.map(\.value) + [template]
    case .json(let pieces):
      fields.map(\.value) + pieces.compactMap { if case .string(let template) = $0 { template } else { nil } }
    }
  }

  /// Renders the reply to a call.
  func reply(_ scope: TemplateScope) throws(TemplateFailure) -> Reply {
    var rendering = TemplateRendering(scope)
    var rendered = HTTPFields()
    for field in fields {
      let bytes = try rendering.render(field.value, .none)
      guard let value = Self.fieldValue(bytes) else { throw Self.badFieldValue(field) }
      rendered.append(HTTPField(name: field.name, value: value))
    }
    if let type { rendered[.contentType] = type }
    let bytes: [UInt8]
    switch body {
    case .bytes(let fixed): bytes = fixed
    case .text(let template):
      bytes = try rendering.render(template, Escaping(contentType: rendered[.contentType]))
    case .json(let pieces):
      var json: [UInt8] = []
      for piece in pieces {
        switch piece {
        case .bytes(let fixed): json += fixed
        case .string(let template):
          let text = try rendering.render(template, .none)
          json.append(UInt8(ascii: "\""))
          json += Escaping.jsonString.escape(String(decoding: text, as: UTF8.self))
          json.append(UInt8(ascii: "\""))
        }
      }
      bytes = json
    }
    return Reply(status: status, fields: rendered, body: bytes, isShared: false)
  }

  /// Returns a rendered header value without white space at its ends; `nil` if it contains an invalid character (RFC
  /// 9110 §5.5). A line break from the call, for example, would start another header.
  private static func fieldValue(_ bytes: [UInt8]) -> String? {
    var bytes = bytes[...]
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func badFieldValue(_ field: Field) -> TemplateFailure {
    TemplateFailure(
      "the header '\(field.name)' contains a line break or another control character",
      at: field.value.names.first.map { field.value.range(of: $0).place } ?? "")
  }
}
