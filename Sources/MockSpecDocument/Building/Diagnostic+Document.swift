package import MockSpecDiagnostics

/// Diagnostics that both parsers report, and initializers for errors.
extension Diagnostic {
  static func duplicateKey(_ key: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      "duplicate-key", "key '\(key)' is defined twice in one mapping", at: range,
      notes: [.init("'\(key)' is first defined here", at: first)], help: "rename or remove one of the two")
  }

  static func tooDeep(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic("too-deep", "collections are nested deeper than \(limit) levels", at: range)
  }

  static func tooManyNodes(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic("too-large", "the file has more than \(limit) values", at: range, help: "split it into several files")
  }

  static func tooManyAliases(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic("too-large", "aliases expand to more than \(limit) values", at: range)
  }

  static func tooMuchAliasedText(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "too-large", "aliases expand to more than \(limit >> 20) MiB of text", at: range,
      help: "move large bodies to separate files and refer to them with 'file:'")
  }

  static func tooManyBytes(_ limit: Int, file: SourceFile) -> Diagnostic {
    Diagnostic(
      "too-large", "the file is larger than \(limit >> 20) MiB", file: file.path,
      help: "move large bodies to separate files and refer to them with 'file:'")
  }

  static func notUTF8(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "not-utf8", "invalid UTF-8", at: range, help: "save the file as UTF-8")
  }

  static func wrongEncoding(_ encoding: String, of file: SourceFile) -> Diagnostic {
    Diagnostic(
      "not-utf8", "the file is \(encoding), expected UTF-8", at: SourceRange(file: file, bytes: 0..<0),
      help: "save the file as UTF-8")
  }

  package static func forbiddenCharacter(_ scalar: UInt32, at range: SourceRange) -> Diagnostic {
    let digits = String(scalar, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return Diagnostic(
      "invalid-character", "character U+\(code) isn't allowed in YAML", at: range,
      help: "remove it, or write it in double quotes as '\\u\(code)'")
  }

  static func empty(file: SourceFile) -> Diagnostic {
    Diagnostic(
      "empty-file", file.bytes.isEmpty ? "the file is empty" : "the file contains only blank lines and comments",
      at: SourceRange(file: file, bytes: 0..<0))
  }

  init(
    _ code: String, _ message: String, at range: SourceRange, label: String? = nil, notes: [Note] = [],
    help: String? = nil, fix: Fix? = nil
  ) {
    self.init(.error, code, message, at: range, label: label, notes: notes, help: help, fix: fix)
  }

  init(_ code: String, _ message: String, file: String, help: String? = nil) {
    self.init(.error, code, message, file: file, help: help)
  }
}
