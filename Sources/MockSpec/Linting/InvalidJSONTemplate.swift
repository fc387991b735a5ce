import MockSpecDiagnostics
import MockSpecDocument

enum InvalidJSONTemplate: SpecRule {
  static let name = "invalid-json-template"
  static let summary = "a template for JSON renders text that isn't JSON"
  static let explanation = """
    The template was rendered with sample values. A section that repeats '{…},' leaves a comma after the last item, and a \
    text such as {{now}} needs quotes. Insert a whole list with {{{request.json.items}}}, write a fixed item after the \
    section, or use 'json', whose keys and strings are templates. If the body is meant to be malformed, ignore this warning.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Echo:
          match: POST /echo
          responses:
            Items:
              template: true
              headers: {Content-Type: application/json}
              text: '{"items": [{{#request.json.items}}{"id": {{id}}},{{/request.json.items}}]}'
      """,
    right: """
      requests:
        Echo:
          match: POST /echo
          responses:
            Items:
              template: true
              headers: {Content-Type: application/json}
              text: '{"items": {{{request.json.items}}}}'
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.responses.compactMap { response in
      guard let reply = response.reply, let template = reply.template, case .text(let body) = template.body,
        isJSON(response, template)
      else { return nil }
      if let file = response.file, let range = InvalidJSONBody.mark(of: file) {
        return warning(
          InvalidJSONBody.markMessage, at: range, notes: [.init("the body file is named here", at: file.path.range)],
          help: InvalidJSONBody.markHelp)
      }
      guard let (message, name, help) = problem(in: body) else { return nil }
      let written: SourceRange
      switch reply.body {
      case .text(let text): written = text.range
      case .file(let file): written = file.path.range
      case .none, .json, .base64, .stream: return nil
      }
      let range = name.map(body.range) ?? written
      let notes = response.file.map { [Diagnostic.Note("the body file is named here", at: $0.path.range)] } ?? []
      return warning(message, at: range, notes: range == written ? [] : notes, help: help)
    }
  }

  /// Whether the body is sent as one JSON value.
  private static func isJSON(_ response: ResolvedResponse, _ template: ReplyTemplate) -> Bool {
    guard response.spec.isHTTPReply, let type = response.header("content-type")?.value ?? template.type else {
      return false
    }
    let essence = ContentType.essence(of: type)
    return essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
  }

  private typealias Problem = (message: String, name: Template.Name?, help: String?)

  /// A larger template isn't rendered.
  private static let sizeLimit = 256 << 10
  /// Of a template with more sections, only the first ones are tried.
  private static let sectionLimit = 16

  /// Returns what is wrong in every rendering in which a certain section has a value. It isn't known which values exclude
  /// each other, so one valid rendering is enough.
  private static func problem(in template: Template) -> Problem? {
    let sections = template.outerSections.prefix(sectionLimit)
    if sections.isEmpty { return problem(in: template, alone: nil) }
    return sections.lazy.compactMap { problem(in: template, alone: $0) }.first
  }

  private static func problem(in template: Template, alone section: Template.Name?) -> Problem? {
    var found: Problem?
    // All names, the section alone, and the section with one other.
    var present: [Set<String>?] = [nil, Set([section?.text].compactMap(\.self))]
    if let section {
      present += template.outerSections.prefix(sectionLimit).map { [section.text, $0.text] }
    }
    for inner in [true, false] {
      for names in present {
        let assignment = SampleRendering.Assignment(outer: { names?.contains($0) ?? true }, inner: inner)
        guard let rendering = SampleRendering(template, assignment, limit: sizeLimit),
          let error = error(in: rendering.text)
        else { return nil }
        if found == nil { found = problem(error, in: rendering, section) }
      }
    }
    return found
  }

  private static func problem(
    _ error: Diagnostic, in rendering: SampleRendering, _ section: Template.Name?
  ) -> Problem {
    if let name = rendering.unquoted.first {
      let tag = Excerpt.of("{{\(name.text)}}")
      return ("\(tag) is text without quotes, so the body isn't JSON", name, "put the tag in quotes: \"\(tag)\"")
    }
    guard let section else { return ("the template renders no JSON: \(error.message)", nil, error.help) }
    let shown = Excerpt.of(section.text)
    return (
      "the body isn't JSON if '\(shown)' has a value: \(error.message)", section,
      "insert a whole list with {{{\(shown)}}}, or change what the section repeats"
    )
  }

  /// Returns why a text isn't JSON; `nil` if it is, or if it is blank.
  private static func error(in text: [UInt8]) -> Diagnostic? {
    guard text.contains(where: { $0 > 0x20 }), DocumentParser.parseJSON(text) == nil else { return nil }
    return DocumentParser.parse(text, path: "", format: .json).diagnostics.first { $0.code == "json-syntax" }
  }
}
