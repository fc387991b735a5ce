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
    /// - Parameter plainKeys: The keys without tags of the mappings that have keys with tags.
    case json([JSONPiece], plainKeys: [Int: Set<ExactText>])
  }

  /// A part of a JSON body. Strings are rendered one by one, so that a value can't end the string that contains it.
  enum JSONPiece: Sendable, Equatable {
    case bytes([UInt8])
    /// A string, or a value if the template is one tag that renders JSON.
    case string(Template)
    /// A key of a mapping, which is identified by a number.
    case key(Template, mapping: Int)

    var template: Template? {
      switch self {
      case .bytes: nil
      case .string(let template), .key(let template, _): template
      }
    }
  }

  let status: Int
  let fields: [Field]
  /// The inferred `Content-Type`; `nil` if a header sets it.
  let type: String?
  let body: Body
  /// The first parts of the names whose values are made of items.
  let itemRoots: [TemplateRoot]

  init(status: Int, fields: [Field], type: String?, body: Body) {
    (self.status, self.fields, self.type, self.body) = (status, fields, type, body)
    let roots = Self.templates(fields, body).reduce(into: Set()) { $0.formUnion($1.itemRoots) }
    itemRoots = TemplateRoot.allCases.filter(roots.contains)
  }

  /// Whether the reply has no tags, so that it is the same for all calls.
  var isPlain: Bool {
    guard fields.allSatisfy(\.value.isPlain) else { return false }
    switch body {
    case .bytes: return true
    case .text(let template): return template.isPlain
    case .json(let pieces, _): return pieces.allSatisfy { $0.template == nil }
    }
  }

  /// The templates of the headers and of the body.
  var templates: [Template] { Self.templates(fields, body) }

  private static func templates(_ fields: [Field], _ body: Body) -> [Template] {
    switch body {
    case .bytes: fields.map(\.value)
    case .text(let template): fields.map(\.value) + [template]
    case .json(let pieces, _): fields.map(\.value) + pieces.compactMap(\.template)
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
    case .json(let pieces, let plainKeys): bytes = try Self.json(pieces, plainKeys, &rendering)
    }
    return Reply(status: status, fields: rendered, body: bytes, isShared: false)
  }

  private static func json(
    _ pieces: [JSONPiece], _ plainKeys: [Int: Set<ExactText>], _ rendering: inout TemplateRendering
  ) throws(TemplateFailure) -> [UInt8] {
    var keys = plainKeys
    var json: [UInt8] = []
    for piece in pieces {
      let text =
        try piece.template.map { template throws(TemplateFailure) in try rendering.render(template, .none) } ?? []
      switch piece {
      case .bytes(let fixed): json += fixed
      case .string(let template) where template.isJSON: json += text
      case .string: json += quoted(text)
      case .key(let template, let mapping):
        let key = ExactText(String(decoding: text, as: UTF8.self))
        guard keys[mapping, default: []].insert(key).inserted else {
          // The key can be secret, and the message is sent and logged.
          throw TemplateFailure("a key of 'json' is equal to another one", at: template.range.place)
        }
        json += quoted(text)
      }
      guard json.count <= TemplateRendering.sizeLimit else { throw .tooLarge }
    }
    return json
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var json = JSONText()
    json.string(utf8: text)
    return json.bytes
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
