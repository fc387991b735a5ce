import Foundation
import MockSpecDiagnostics
import MockSpecDocument
import Testing

@testable import MockSpec

/// What holds for all mistakes that there are goldens of.
struct MenderPropertyTests {
  struct Broken: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }
    var isProjectFile: Bool { name.hasPrefix("mockspec.") }

    var findings: FileFindings {
      FileFindings(
        bytes, shown: name, format: .init(path: name), kind: isProjectFile ? .project : .spec)
    }

    func mended() -> (file: Broken, count: Int) {
      let outcome = Mender.mend(bytes, path: name, isProjectFile: isProjectFile)
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

  @Test func `there are many mistakes`() { #expect(Self.all.count > 40) }

  @Test(arguments: all)
  func `mending makes errors fewer, and a second time changes nothing`(file: Broken) {
    let (mended, count) = file.mended()
    let (before, after) = (file.findings, mended.findings)
    #expect(after.syntax.count <= before.syntax.count)
    #expect((after.syntax + after.meaning).count <= (before.syntax + before.meaning).count)
    #expect((count == 0) == (mended.bytes == file.bytes))
    #expect(mended.mended().file.bytes == mended.bytes)
    #expect(mended.mended().count == 0)
  }

  @Test(arguments: all)
  func `only what fixes replace changes`(file: Broken) {
    let fixes = (file.findings.syntax + file.findings.meaning).compactMap(\.fix).withoutOverlaps()
    // All that can be reached by some of these fixes, and their order is that of the text: cut the mended text at what
    // lies between them.
    var rest = file.mended().file.bytes[...]
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
