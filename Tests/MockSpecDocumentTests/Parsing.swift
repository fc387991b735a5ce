import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Parses text as a test writes it.
func parse(
  _ text: String, _ format: DocumentParser.Format = .yaml, limits: DocumentLimits = DocumentLimits()
) -> ParsedDocument {
  DocumentParser.parse(Array(text.utf8), path: "f", format: format, limits: limits)
}

extension Node {
  /// The whole subtree on one line, with kinds for scalars that aren't text: `{a: int 1, b: ['x', null ~]}`.
  var outline: String {
    switch kind {
    case .mapping: "{" + entries.map { "\($0.key.text): \($0.value.outline)" }.joined(separator: ", ") + "}"
    case .sequence: "[" + elements.map(\.outline).joined(separator: ", ") + "]"
    case .string: "'\(text)'"
    case .null: "null \(text)"
    case .bool: "bool \(text)"
    case .integer: "int \(text)"
    case .float: "float \(text)"
    case .invalid: "invalid"
    }
  }

  /// The value under a path of keys and positions.
  subscript(_ path: String...) -> Node? {
    path.reduce(Optional(self)) { node, step in
      node?.value(step) ?? Int(step).flatMap { position in node?.elements.dropFirst(position).first { _ in true } }
    }
  }
}

/// A mistake in a text: 1️⃣ marks what is reported, 2️⃣ a note's place.
struct Mistake: CustomTestStringConvertible, Sendable {
  var marked: String
  var message: String
  var help: String?
  var note: String?
  var code: String

  init(_ marked: String, _ message: String, help: String? = nil, note: String? = nil, code: String) {
    self.marked = marked
    self.message = message
    self.help = help
    self.note = note
    self.code = code
  }

  var testDescription: String { String(marked.prefix(60)).debugDescription }

  /// Expects exactly one diagnostic, which says this.
  func check(_ format: DocumentParser.Format, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let diagnostics = parse(MarkedText(marked).text, format).diagnostics
    try #require(diagnostics.count == 1, "\(diagnostics)", sourceLocation: sourceLocation)
    let diagnostic = diagnostics[0]
    #expect(diagnostic.marked == marked, sourceLocation: sourceLocation)
    #expect(diagnostic.message == message, sourceLocation: sourceLocation)
    #expect(diagnostic.help == help, sourceLocation: sourceLocation)
    #expect(diagnostic.notes.map(\.message) == [note].compactMap(\.self), sourceLocation: sourceLocation)
    #expect(diagnostic.code == code, sourceLocation: sourceLocation)
  }
}
