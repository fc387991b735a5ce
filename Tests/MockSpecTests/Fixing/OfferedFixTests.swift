import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// Properties of each fix that is offered, on the files of all golden tests and of the corpus of mistakes.
struct OfferedFixTests {
  typealias Broken = FileFixerPropertyTests.Broken

  static var all: [Broken] {
    let mistakes = MistakeTests.all.filter { $0.files.isEmpty }.map {
      Broken(name: $0.place.rawValue, bytes: $0.bytes ?? $0.text.bytes, title: $0.name)
    }
    // The corpus is sorted by kind, so that each third mistake is one of nearly every kind.
    return FileFixerPropertyTests.all
      + mistakes.enumerated().filter { TestScale.isLong || $0.offset % 3 == 0 }.map(\.element)
  }

  private static func found(_ bytes: [UInt8], _ name: String) throws -> [Diagnostic] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: name)
    return try SpecLoader(.paths([name]), workingDirectory: folder.path, isLinting: false).check().diagnostics
  }

  @Test func `enough fixes are offered`() throws {
    let count = try Self.all.reduce(0) { try $0 + Self.found($1.bytes, $1.name).count { $0.fix != nil } }
    #expect(count > TestScale.count(40, long: 70))
  }

  /// Fixes of one file can depend on each other, as those of two elements of a list without spaces.
  @Test(arguments: all) func `the fixes of a file remove their diagnostics, and no other appears`(file: Broken) throws {
    let before = try Self.found(file.bytes, file.name)
    let fixable = before.filter { $0.fix != nil }
    let edits = TextEdits(fixable.compactMap(\.fix))
    #expect(edits.all.count == fixable.count)
    let mark = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let after = try Self.found(file.bytes[..<mark] + edits.applied(to: Array(file.bytes[mark...])), file.name)
    let hidesText = fixable.contains { $0.code.hasSuffix("syntax") || $0.code == "invalid-character" }
    let kept = Set(before.filter { $0.fix == nil }.map { Self.place($0, edits: nil) })
    for other in after {
      // A syntax error can have hidden what is elsewhere, but not in the text of the fix. That '*' needs a method can
      // depend on the defaults of the project.
      let place = edits.original(other.range?.bytes ?? 0..<0)
      let wasHidden = hidesText && !edits.all.contains { $0.range.bytes.overlaps(place) }
      #expect(
        kept.contains(Self.place(other, edits: edits)) || wasHidden || other.message.contains("only OPTIONS"),
        "\(other) appears")
    }
    if !hidesText { #expect(after.count <= before.count - fixable.count) }
  }

  private static func place(_ diagnostic: Diagnostic, edits: TextEdits?) -> String {
    let bytes = diagnostic.range?.bytes ?? 0..<0
    return "\(diagnostic.code) \((edits?.original(bytes) ?? bytes).lowerBound)"
  }

  @Test(arguments: all) func `--fix changes only ranges of fixes, and a second time nothing`(file: Broken) throws {
    let outcome = FileFixer.fix(file.bytes, path: file.name, isProjectFile: file.isProjectFile)
    let again = FileFixer.fix(outcome.bytes, path: file.name, isProjectFile: file.isProjectFile)
    #expect(again.bytes == outcome.bytes)
    #expect(again.count == 0)
    if outcome.count > 0 { #expect(try Self.found(file.bytes, file.name).contains { $0.fix != nil }) }
  }
}
