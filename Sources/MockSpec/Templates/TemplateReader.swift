import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument

/// Finds the templates of a response and parses them. What is wrong with one is told where it stands, inside the value or
/// the body file.
struct TemplateReader {
  enum BodyFile: Sendable {
    case template(Template)
    case notText
    /// Told already.
    case broken
  }

  /// Of one template, so that a body file full of tags for another program isn't told tag by tag.
  private static let nameLimit = 20

  private(set) var diagnostics: [Diagnostic] = []
  /// By absolute path. Each is parsed once, however many responses send it.
  private(set) var files: [String: BodyFile]
  private let bodies: BodyFiles

  init(bodies: BodyFiles, files: [String: BodyFile] = [:]) {
    self.bodies = bodies
    self.files = files
  }

  /// `nil` where nothing of the response is a template, or what there is can't be read.
  mutating func reply(
    _ response: Spec.Response, _ defaults: Spec.ResponseDefaults, in file: SpecFile
  ) -> ReplyTemplate? {
    let defaults = defaults.inherited(by: response)
    guard response.template.over(defaults.template).value == true else { return nil }
    let count = diagnostics.count
    var type: String?
    var fields: [ReplyTemplate.Field] = []
    var body = ReplyTemplate.Body.bytes([])
    let headers = response.headers.over(defaults.headers)
    for rule in headers {
      guard let name = HTTPField.Name(rule.name.value) else { continue }
      for value in rule.values.value ?? [] {
        if let template = template(TemplateSource(value)) { fields.append(.init(name: name, value: template)) }
      }
    }
    switch response.body {
    case .file(let path):
      type = ContentType.ofFile(path.value)
      body = fileBody(path, in: file, isAskedFor: response.template.value == true)
    case .json(let node):
      type = ContentType.json
      body = .json(json(node))
    case .text(let text):
      type = ContentType.text
      if let template = template(TemplateSource(text)) { body = .text(template) }
    case .base64(let bytes): body = .bytes(bytes)
    case nil: break
    }
    guard diagnostics.count == count else { return nil }
    if headers.contains(where: { $0.name.value.lowercased() == "content-type" }) { type = nil }
    let reply = ReplyTemplate(
      status: response.status.over(defaults.status).value ?? 200, fields: fields, type: type, body: body)
    return reply.isPlain ? nil : reply
  }

  /// - Parameter file: The body file that the text comes from, if any, where the spec names it.
  private mutating func template(_ source: TemplateSource, file: SourceRange? = nil) -> Template? {
    let notes = file.map { [Diagnostic.Note("the body file is named here", at: $0)] } ?? []
    do throws(TemplateError) {
      let template = try Template(source)
      for (name, word, known) in template.unknownNames.prefix(Self.nameLimit) {
        diagnostics.append(Self.unknownName(name.text, word, known, at: template.range(of: name), notes: notes))
      }
      return template
    } catch {
      diagnostics.append(Self.badTemplate(error, at: source.range(of: error.part), notes: notes))
      return nil
    }
  }

  /// A picture under an inherited `template: true` is no mistake, and no template.
  private mutating func fileBody(
    _ path: Located<String>, in file: SpecFile, isAskedFor: Bool
  ) -> ReplyTemplate.Body {
    let absolute = FilePath.absolute(path.value, in: file.folder)
    let found = files[absolute] ?? parse(path, bodies.content(path.value, in: file.folder) ?? [])
    files[absolute] = found
    switch found {
    case .template(let template): return .text(template)
    case .notText:
      if isAskedFor { diagnostics.append(Self.notText(path)) }
      return .bytes(bodies.content(path.value, in: file.folder) ?? [])
    case .broken: return .bytes([])
    }
  }

  private mutating func parse(_ path: Located<String>, _ bytes: [UInt8]) -> BodyFile {
    guard String(validating: bytes, as: UTF8.self) != nil else { return .notText }
    let source = SourceFile(path: BodyFiles.shown(path), bytes: bytes)
    return template(TemplateSource(source), file: path.range).map(BodyFile.template) ?? .broken
  }

  private mutating func json(_ node: Node) -> [ReplyTemplate.JSONPiece] {
    var holes: [(offset: Int, template: Template)] = []
    let bytes = JSONBody.bytes(node) { node, text in
      let found = template(TemplateSource(Located(node.text, at: node.range)))
      if let found, !found.isPlain {
        // An empty string keeps the place.
        holes.append((text.bytes.count, found))
        text.string("")
      } else {
        node.withUTF8 { text.string(utf8: $0) }
      }
    }
    var pieces: [ReplyTemplate.JSONPiece] = []
    var start = 0
    for hole in holes {
      pieces += [.bytes(Array(bytes[start..<hole.offset])), .string(hole.template)]
      start = hole.offset + 2
    }
    return pieces + [.bytes(Array(bytes[start...]))]
  }
}

extension TemplateReader {
  static func badTemplate(_ error: TemplateError, at range: SourceRange, notes: [Diagnostic.Note]) -> Diagnostic {
    Diagnostic(.error, "template", error.message, at: range, notes: notes, help: error.help)
  }

  static func unknownName(
    _ name: String, _ word: String, _ known: [String], at range: SourceRange, notes: [Diagnostic.Note]
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: word, among: known)
    return Diagnostic(
      .error, "template", "nothing is called '\(name)' in a template", at: range, notes: notes,
      help: near.map { "did you mean '\($0)'?" } ?? "known here: \(known.joined(separator: ", "))")
  }

  static func notText(_ path: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, "template", "body file '\(path.value)' isn't text in UTF-8, and can't be a template", at: path.range,
      help: "remove 'template'")
  }
}
