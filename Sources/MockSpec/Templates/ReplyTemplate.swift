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

    /// The templates, in the order in which they are rendered.
    var templates: [Template] {
      switch self {
      case .bytes: []
      case .text(let template): [template]
      case .json(let pieces, _): pieces.compactMap(\.template)
      }
    }

    /// Whether there are no tags.
    var isPlain: Bool {
      switch self {
      case .bytes: true
      case .text(let template): template.isPlain
      case .json(let pieces, _): pieces.allSatisfy { $0.template == nil }
      }
    }

    /// Renders the body.
    ///
    /// - Parameter type: The `Content-Type` of the reply.
    func render(_ rendering: inout TemplateRendering, _ type: String?) throws(TemplateFailure) -> [UInt8] {
      switch self {
      case .bytes(let fixed): fixed
      case .text(let template): try rendering.render(template, Escaping(contentType: type))
      case .json(let pieces, let plainKeys): try ReplyTemplate.json(pieces, plainKeys, &rendering)
      }
    }
  }

  /// The events of a stream, each of which is rendered by itself.
  struct Events: Sendable, Equatable {
    let stream: Spec.Stream
    let fields: [EventFields<Body>]

    /// Returns whether both have the same templates. What isn't a template is compared as it is sent.
    static func == (left: Events, right: Events) -> Bool {
      let (mine, theirs) = (
        left.fields.map { $0.map { _ in [UInt8]() } }, right.fields.map { $0.map { _ in [UInt8]() } }
      )
      return left.fields == right.fields && left.stream.format == right.stream.format
        && left.stream.sent(mine) == right.stream.sent(theirs)
    }
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
  /// The events, in place of the body; `nil` if the body isn't a stream.
  let events: Events?
  /// The first parts of the names whose values are made of items.
  let itemRoots: [TemplateRoot]

  init(status: Int, fields: [Field], type: String?, body: Body, events: Events? = nil) {
    (self.status, self.fields, self.type, self.body, self.events) = (status, fields, type, body, events)
    let roots = Self.templates(fields, body, events).reduce(into: Set()) { $0.formUnion($1.itemRoots) }
    itemRoots = TemplateRoot.allCases.filter(roots.contains)
  }

  /// Whether the reply has no tags, so that it is the same for all calls.
  var isPlain: Bool {
    fields.allSatisfy(\.value.isPlain) && body.isPlain
      && events?.fields.allSatisfy { $0.values.allSatisfy(\.isPlain) } ?? true
  }

  /// The templates of the headers and of the body.
  var templates: [Template] { Self.templates(fields, body, events) }

  private static func templates(_ fields: [Field], _ body: Body, _ events: Events?) -> [Template] {
    fields.map(\.value) + body.templates + (events?.fields.flatMap { $0.values.flatMap(\.templates) } ?? [])
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
    if let events {
      let stream = try Self.stream(events, &rendering, rendered[.contentType])
      return Reply(status: status, fields: rendered, .events(stream), isShared: false)
    }
    let bytes = try body.render(&rendering, rendered[.contentType])
    return Reply(status: status, fields: rendered, body: bytes, isShared: false)
  }

  private static func stream(
    _ events: Events, _ rendering: inout TemplateRendering, _ type: String?
  ) throws(TemplateFailure) -> EventStream {
    var rendered: [EventFields<[UInt8]>] = []
    for (event, fields) in zip(events.stream.events, events.fields) {
      let values = try fields.map { value throws(TemplateFailure) in try value.render(&rendering, type) }
      if let problem = values.problem { throw TemplateFailure(problem, at: event.range.place) }
      rendered.append(values)
    }
    return events.stream.sent(rendered)
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
