import MockSpecDiagnostics
import MockSpecDocument

/// A file that isn't a spec or a project file, but something else that is recognizable, such as an OpenAPI document.
///
/// What a parser and a schema report of such a file doesn't help. One error that names it takes their place.
struct ForeignFile {
  /// What the file is.
  let name: String
  /// What to do.
  let help: String
  /// Where that shows.
  let range: SourceRange

  /// Recognizes a file; `nil` for one that can be meant as a spec.
  ///
  /// - Parameters:
  ///   - source: The file's text.
  ///   - root: Its document, if it has one.
  ///   - format: The format that its name asks for.
  ///   - isProjectFile: Whether its name is that of a project file.
  init?(_ source: SourceFile, root: Node?, format: DocumentParser.Format, isProjectFile: Bool) {
    if let kind = Kind.ofContent(source.bytes) {
      let start = source.bytes.firstIndex { !" \t\r\n".utf8.contains($0) } ?? 0
      let line = source.lineRange(containing: start)
      let bytes = kind.isText ? start..<max(start, line.upperBound) : 0..<0
      (name, help, range) = (kind.name, kind.help, SourceRange(file: source, bytes: bytes))
      return
    }
    if RootKeys.identify(source.bytes, format, isProjectFile: isProjectFile) { return nil }
    if let root, let (name, place) = Self.document(root) {
      (self.name, self.range) = (name, place)
      help =
        "write a spec for the requests that the app makes ('mockspec init' writes a first one), "
        + "and give this file a name that no spec has"
      return
    }
    guard format == .json, RootKeys.identify(source.bytes, .yaml, isProjectFile: isProjectFile) else { return nil }
    name = "YAML, but its name ends in .json"
    help = "let its name end in .yaml, or write JSON"
    range = SourceRange(file: source, bytes: source.lineRange(1))
  }

  func diagnostic(isProjectFile: Bool) -> Diagnostic {
    Diagnostic(
      .error, "not-a-spec", "the file isn't a \(isProjectFile ? "project file" : "spec"): it is \(name)", at: range,
      help: help)
  }

  // MARK: - Content

  /// Whether the first bytes of a file show that it is something else.
  static func isForeign(_ bytes: [UInt8]) -> Bool { Kind.ofContent(bytes) != nil }

  /// A kind of file that its first bytes show.
  private struct Kind {
    let name: String
    let help: String
    var isText = true

    static func ofContent(_ bytes: [UInt8]) -> Kind? {
      let head = bytes.prefix(512)
      if let (_, name) = binary.first(where: { head.starts(with: $0.0) }) {
        return Kind(name: name, help: "name it with 'file:' in a response, or remove it", isText: false)
      }
      let start = String(decoding: head.drop { " \t\r\n".utf8.contains($0) }, as: UTF8.self).lowercased()
      if let kind = text.first(where: { start.hasPrefix($0.0) })?.1 { return kind }
      // UTF-16 and UTF-32 have a message of their own.
      let hasNull = bytes.prefix(8192).contains(0) && !DocumentParser.isOtherUnicode(bytes)
      return hasNull
        ? Kind(name: "a binary file", help: "name it with 'file:' in a response, or remove it", isText: false) : nil
    }

    private static let binary: [([UInt8], String)] = [
      ([0x89] + Array("PNG".utf8), "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
      (Array("GIF8".utf8), "a GIF image"), (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
      ([0x1F, 0x8B], "a gzip archive"), (Array("%PDF-".utf8), "a PDF document"),
      (Array("bplist".utf8), "a binary property list"), (Array("SQLite format 3".utf8), "a SQLite database"),
      ([0x7F] + Array("ELF".utf8), "a program"), ([0xCF, 0xFA, 0xED, 0xFE], "a program"),
    ]

    private static let page = Kind(
      name: "an HTML page",
      help: "a download may have failed; save the text of the spec itself, not a page that shows it")
    private static let markup = Kind(name: "an XML document", help: "name it with 'file:' in a response, or remove it")

    private static let code = Kind(
      name: "JavaScript or TypeScript", help: "write the object itself, in JSON with quoted keys, or in YAML")

    private static let numbered = Kind(name: "a text with line numbers", help: "copy it without the numbers")

    private static let text: [(String, Kind)] = [
      (
        "version https://git-lfs.github.com/spec/",
        Kind(name: "a Git LFS pointer to a file that wasn't downloaded", help: "run 'git lfs pull'")
      ),
      ("<!doctype html", page), ("<html", page), ("<head", page), ("<?xml", markup), ("<!doctype", markup),
      ("{\\rtf", Kind(name: "a document in Rich Text Format", help: "save it as plain text")),
      (
        "```",
        Kind(
          name: "Markdown, in which a code block starts here", help: "keep only the text between the lines with '```'")
      ),
      (
        "http/1.",
        Kind(
          name: "a recorded HTTP response",
          help: "write it as a response of a spec, with 'status', 'headers' and 'text'")
      ),
      ("+mockspec", Kind(name: "a part of a patch", help: "remove the '+' at the start of each line")),
      ("> mockspec", Kind(name: "a quoted message", help: "remove the '> ' at the start of each line")),
      ("1 mockspec", numbered), ("1\tmockspec", numbered), ("1  mockspec", numbered), ("1: mockspec", numbered),
      ("diff --git ", Kind(name: "a patch", help: "apply it with 'git apply'")),
      ("module.exports", code), ("import {", code), ("import type", code), ("export const", code),
      ("curl ", Kind(name: "a command of curl", help: "write its URL as a request of a spec: 'match: GET https://…'")),
    ]
  }

  // MARK: - Documents

  /// Keys at the root, or one level below it, that together show what a document is.
  private static let documents: [(keys: [String], name: String)] = [
    (["openapi"], "an OpenAPI document"), (["swagger"], "an OpenAPI document"), (["asyncapi"], "an AsyncAPI document"),
    (["log/entries"], "an HTTP Archive (HAR)"), (["log/creator"], "an HTTP Archive (HAR)"),
    (["request", "response"], "a WireMock stub"), (["mappings"], "a list of WireMock stubs"),
    (["httpRequest", "httpResponse"], "a MockServer expectation"),
    (["info/_postman_id"], "a Postman collection"), (["info", "item"], "a Postman collection"),
    (["_postman_variable_scope"], "a Postman environment"),
    (["uuid", "routes"], "a Mockoon environment"), (["endpointPrefix", "routes"], "a Mockoon environment"),
    (["data/pairs"], "a Hoverfly simulation"), (["consumer", "provider", "interactions"], "a Pact contract"),
    (["__export_format"], "an Insomnia export"), (["$schema", "properties"], "a JSON Schema"),
    (["$schema", "$defs"], "a JSON Schema"), (["apiVersion", "kind"], "a Kubernetes resource"),
    (["jobs", "on"], "a GitHub Actions workflow"), (["services/*/image"], "a Docker Compose file"),
    (["services/*/build"], "a Docker Compose file"),
  ]

  private static let elements: [(keys: [String], name: String)] = [
    (["request", "response"], "a list of stubs of WireMock or killgrave"),
    (["httpRequest", "httpResponse"], "a list of MockServer expectations"),
  ]

  private static func document(_ root: Node) -> (String, SourceRange)? {
    let isList = root.kind == .sequence
    guard let mapping = isList ? root.elements.first(where: { $0.kind == .mapping }) : root else { return nil }
    for (keys, name) in isList ? elements : documents {
      let places = keys.compactMap { place(of: $0, in: mapping) }
      if places.count == keys.count, let first = places.min(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
        return (name, first)
      }
    }
    return nil
  }

  private static func place(of path: String, in mapping: Node) -> SourceRange? {
    let parts = path.split(separator: "/").map(String.init)
    guard let entry = mapping.entries.first(where: { $0.key.text == parts[0] }) else { return nil }
    if parts.count == 2, entry.value.value(parts[1]) == nil { return nil }
    if parts.count == 3, !entry.value.entries.contains(where: { $0.value.entry(parts[2]) != nil }) { return nil }
    return entry.key.range
  }
}
