import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument

/// Parses the templates of a response, and reports errors with ranges in the header values or the body file.
struct TemplateReader {
  /// The maximum number of unknown names reported per template, since a body file can be a template of another program.
  private static let nameLimit = 20

  private(set) var diagnostics: [Diagnostic] = []
  /// The collections whose items templates read, each with the location of the tag.
  private(set) var collections: [Located<String>] = []
  private let files: TemplateFiles
  /// The names that have a value in the response that is read, of those that don't have one everywhere.
  private var available: Set<TemplateRoot> = []

  init(files: TemplateFiles) { self.files = files }

  /// Parses the templates of an answer.
  ///
  /// - Parameter available: The names that have a value, of those that don't have one everywhere.
  /// - Returns: The template, or `nil` if there are errors, which are added to `diagnostics`.
  mutating func template(
    status: Int, headers: [HeaderRule], body: ResolvedResponse.Body, written: Spec.HTTPReply,
    available: Set<TemplateRoot>
  ) -> ReplyTemplate? {
    self.available = available
    let count = diagnostics.count
    var fields: [ReplyTemplate.Field] = []
    for rule in headers {
      guard let name = HTTPField.Name(rule.name.value) else { continue }
      for value in rule.values.value ?? [] {
        if let template = template(TemplateSource(value)) { fields.append(.init(name: name, value: template)) }
      }
    }
    let isRequired = written.template.value == true
    let templateBody = self.body(body, written.body, isRequired: isRequired)
    var events: ReplyTemplate.Events?
    if case .stream(let stream, let fields) = body {
      let start = diagnostics.count
      events = ReplyTemplate.Events(
        stream: stream,
        fields: zip(stream.events, fields).map { event, fields in
          self.fields(fields, event.fields, isRequired: isRequired)
        })
      joinSection(from: start)
    }
    guard diagnostics.count == count else { return nil }
    let setsType = headers.contains { $0.name.value.lowercased() == "content-type" }
    return ReplyTemplate(
      status: status, fields: fields, type: setsType ? nil : body.inferredType, body: templateBody, events: events)
  }

  /// Replaces the errors about a section that begins in one event and ends in another with one error.
  private mutating func joinSection(from start: Int) {
    guard let open = diagnostics[start...].firstIndex(where: { $0.message.hasPrefix("section '") }),
      let close = diagnostics[open...].firstIndex(where: { $0.message.hasPrefix("no section '") }),
      let range = diagnostics[open].range
    else { return }
    let error = Diagnostic(
      .error, diagnostics[open].code, diagnostics[open].message, at: range,
      help: "close it in the same event: each event is a template by itself")
    diagnostics.replaceSubrange(open...close, with: [error])
  }

  /// Parses a single text of a response; `nil` if there are errors, which are added to `diagnostics`.
  mutating func template(_ text: Located<String>, _ available: Set<TemplateRoot>) -> Template? {
    self.available = available
    let count = diagnostics.count
    let template = template(TemplateSource(text))
    return diagnostics.count == count ? template : nil
  }

  /// Parses the content of a message over a WebSocket.
  ///
  /// - Parameter isAnswer: Whether it answers a message.
  /// - Returns: The template, or `nil` if there are errors, which are added to `diagnostics`.
  mutating func message(_ content: ResolvedResponse.Body, written: Spec.Body, isAnswer: Bool) -> ReplyTemplate.Body? {
    available = isAnswer ? [.message] : []
    let count = diagnostics.count
    let body = body(content, written, isRequired: true)
    return diagnostics.count == count ? body : nil
  }

  /// Parses a body.
  ///
  /// - Parameter written: The same body as written.
  private mutating func body(
    _ body: ResolvedResponse.Body, _ written: Spec.Body?, isRequired: Bool
  ) -> ReplyTemplate.Body {
    switch (body, written) {
    case (.file(let file), _): self.body(of: file, isRequired: isRequired)
    case (.json, .json(let node)): json(node)
    case (.text(let text), _): template(TemplateSource(text)).map { .text($0) } ?? .bytes([])
    default: .bytes(body.bytes)
    }
  }

  private mutating func fields(
    _ fields: EventFields<ResolvedResponse.Body>, _ written: EventFields<Spec.Body>, isRequired: Bool
  ) -> EventFields<ReplyTemplate.Body> {
    var parsed = EventFields<ReplyTemplate.Body>(retry: fields.retry)
    parsed.comment = fields.comment.map { body($0, written.comment, isRequired: isRequired) }
    parsed.name = fields.name.map { body($0, written.name, isRequired: isRequired) }
    parsed.id = fields.id.map { body($0, written.id, isRequired: isRequired) }
    parsed.data = fields.data.map { body($0, written.data, isRequired: isRequired) }
    return parsed
  }

  private mutating func template(_ source: TemplateSource) -> Template? {
    let (template, problems) = Self.parse(source)
    diagnostics += problems
    if let template { checkAvailability(of: template) }
    return template
  }

  /// Checks the names that have a value only in some responses, such as those of items.
  ///
  /// - Parameter file: The body file that is the template; `nil` for a text in a spec.
  private mutating func checkAvailability(of template: Template, in file: ProjectFile? = nil) {
    for name in template.outerNames {
      guard name.generator == nil, let root = name.root else { continue }
      if root == .collections {
        if name.parts.count > 1 { collections.append(Located(name.parts[1], at: template.range(of: name))) }
      } else if !available.contains(root), let home = root.home {
        let problem = Self.unavailable(name.text, home, at: template.range(of: name))
        diagnostics.append(file.map { problem.adding(Self.note($0)) } ?? problem)
      }
    }
  }

  private static func note(_ file: ProjectFile) -> Diagnostic.Note {
    .init("the body file is named here", at: file.path.range)
  }

  /// Returns the body of a body file.
  ///
  /// - Parameters:
  ///   - file: The body file.
  ///   - isRequired: Whether the response itself has `template: true`. If this is inherited, a file that isn't text,
  ///     such as an image, is sent unchanged.
  private mutating func body(of file: ProjectFile, isRequired: Bool) -> ReplyTemplate.Body {
    switch files.parsed(file, Self.parse) {
    case .template(let template):
      checkAvailability(of: template, in: file)
      return .text(template)
    case .notText:
      if isRequired { diagnostics.append(Self.notText(file.path)) }
    case .broken(let problems):
      diagnostics += problems.map { $0.adding(Self.note(file)) }
    }
    return .bytes(file.content)
  }

  private static func parse(_ source: TemplateSource) -> (Template?, [Diagnostic]) {
    do throws(TemplateError) {
      let template = try Template(source)
      let problems = template.unknownNames.prefix(nameLimit).map { name, word, known in
        unknownName(name.text, word, known, at: template.range(of: name))
      }
      return (template, problems)
    } catch {
      return (nil, [badTemplate(error, at: source.range(of: error.part))])
    }
  }

  private mutating func json(_ node: Node) -> ReplyTemplate.Body {
    /// The keys without tags, by the indexes of mappings that have keys with tags.
    var plainKeys: [Int: Set<ExactText>] = [:]
    var holes: [(offset: Int, piece: ReplyTemplate.JSONPiece)] = []
    let bytes = JSONBody.bytes(node) { node, mapping, text in
      let found = template(TemplateSource(Located(node.text, at: node.range)))
      if let found, !found.isPlain {
        if let mapping, plainKeys[mapping.index] == nil {
          // The default delimiters are the only ones that can start a tag here.
          let plain = mapping.entries.map(\.key.text).filter { $0.utf8.firstStart(of: "{{".utf8) == nil }
          plainKeys[mapping.index] = Set(plain.map(ExactText.init))
        }
        // An empty string marks the position.
        holes.append((text.bytes.count, mapping.map { .key(found, mapping: $0.index) } ?? .string(found)))
        text.string("")
      } else {
        node.withUTF8 { text.string(utf8: $0) }
      }
    }
    var pieces: [ReplyTemplate.JSONPiece] = []
    var start = 0
    for hole in holes {
      pieces += [.bytes(Array(bytes[start..<hole.offset])), hole.piece]
      start = hole.offset + 2
    }
    return .json(pieces + [.bytes(Array(bytes[start...]))], plainKeys: plainKeys)
  }
}

/// The body files of one load that are templates, each parsed once. It can be used on any thread.
final class TemplateFiles: Sendable {
  enum Parsed: Sendable {
    case template(Template)
    case notText
    case broken([Diagnostic])
  }

  /// The parsed templates, by absolute path.
  private let known = OnceByKey<String, Parsed>()

  /// The number of files that were parsed.
  var count: Int { known.count }

  /// Returns the parsed template of a file.
  func parsed(_ file: ProjectFile, _ parse: (TemplateSource) -> (Template?, [Diagnostic])) -> Parsed {
    known.value(for: file.absolutePath) {
      guard String(validating: file.content, as: UTF8.self) != nil else { return .notText }
      let (template, problems) = parse(TemplateSource(SourceFile(path: file.shownPath, bytes: file.content)))
      return problems.isEmpty ? template.map(Parsed.template) ?? .broken([]) : .broken(problems)
    }
  }
}

extension TemplateReader {
  static func badTemplate(_ error: TemplateError, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "template", error.message, at: range, help: error.help)
  }

  static func unknownName(_ name: String, _ word: String, _ known: [String], at range: SourceRange) -> Diagnostic {
    let near = Suggestion.nearest(to: word, among: known)
    return Diagnostic(
      .error, "template", "unknown name '\(Excerpt.of(name))' in a template", at: range,
      help: near.map { "did you mean '\($0)'?" } ?? Template.advice(on: name)
        ?? "known names: \(known.joined(separator: ", "))")
  }

  static func unavailable(_ name: String, _ home: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "template", "'\(Excerpt.of(name))' has no value in this response", at: range, help: home)
  }

  static func notText(_ path: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, "template", "body file '\(path.value)' can't be a template, because it isn't UTF-8 text", at: path.range,
      help: "remove 'template'")
  }
}
