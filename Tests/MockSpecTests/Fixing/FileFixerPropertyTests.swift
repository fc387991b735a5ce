import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import Testing

@testable import MockSpec

/// Properties of fixing, checked on the files of all golden tests.
struct FileFixerPropertyTests {
  struct Broken: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    var title: String?

    var testDescription: String { title ?? name }
    var isProjectFile: Bool { name.hasPrefix("mockspec.") }

    var errors: FileErrors {
      FileErrors(
        bytes, shown: name, format: .init(path: name), level: isProjectFile ? .project : .spec)
    }

    func fixed() -> (file: Broken, count: Int) {
      let outcome = FileFixer.fix(bytes, path: name, isProjectFile: isProjectFile)
      return (Broken(name: name, bytes: outcome.bytes), outcome.count)
    }
  }

  static var all: [Broken] {
    let fixtures = GoldenDiagnosticsTests.fixtures
    let names = FileManager.default.enumerator(atPath: fixtures.path)?.compactMap { $0 as? String } ?? []
    let specs = names.filter { ($0.hasSuffix(".yaml") || $0.hasSuffix(".mock.json")) && !$0.hasSuffix("expected.json") }
    return specs.sorted().compactMap { path in
      let url = fixtures.appending(path: path)
      return (try? Data(contentsOf: url)).map { Broken(name: url.lastPathComponent, bytes: Array($0)) }
    }
  }

  @Test func `the golden tests have enough files`() { #expect(Self.all.count > 40) }

  @Test(arguments: all)
  func `a fixed file has fewer errors, and fixing it again changes nothing`(file: Broken) {
    let (fixed, count) = file.fixed()
    let (before, after) = (file.errors, fixed.errors)
    #expect(after.syntax.count <= before.syntax.count)
    #expect((after.syntax + after.meaning).count <= (before.syntax + before.meaning).count)
    #expect((count == 0) == (fixed.bytes == file.bytes))
    #expect(fixed.fixed().file.bytes == fixed.bytes)
    #expect(fixed.fixed().count == 0)
  }

  @Test(arguments: all)
  func `only the ranges of fixes change`(file: Broken) {
    let fixes = (file.errors.syntax + file.errors.meaning).compactMap(\.fix).withoutOverlaps()
    // Any subset of the fixes can have been applied. Compares the text between their ranges, in order.
    var rest = file.fixed().file.bytes[...]
    var kept = 0
    for fix in fixes {
      let between = file.bytes[kept..<fix.range.bytes.lowerBound]
      #expect(rest.starts(with: between))
      rest = rest.dropFirst(between.count)
      let old = file.bytes[fix.range.bytes]
      let next = file.bytes[fix.range.bytes.upperBound...].prefix(8)
      let isMade = rest.starts(with: fix.text.utf8) && rest.dropFirst(fix.text.utf8.count).starts(with: next)
      rest = rest.dropFirst(isMade ? fix.text.utf8.count : old.count)
      kept = fix.range.bytes.upperBound
    }
    #expect(rest.elementsEqual(file.bytes[kept...]))
  }
}
