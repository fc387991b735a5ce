import TestSupport
import Testing

@testable import MockSpecImport

/// The examples of the guide *Coming from Elsewhere*.
struct GuideTests {
  @Test func `each source of the guide becomes the spec that follows it`() throws {
    let blocks = try Article("Sources/MockSpec/Documentation.docc/ComingFromElsewhere.md").blocks
    var count = 0
    for (source, spec) in zip(blocks, blocks.dropFirst()) where source.language == "text" {
      count += 1
      let name = source.text.hasPrefix("{") || source.text.hasPrefix("[") ? "source.json" : "source.yaml"
      let imported = try Imported([name: source.text], [name])
      let text = imported.texts.first { $0.key.hasSuffix(".mock.yaml") }?.value
      let written = text.map {
        $0.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
      }
      #expect(written.map { $0.trimmingSuffix { $0 == "\n" } } == spec.text.trimmingSuffix { $0 == "\n" })
      #expect(imported.lines == [])
    }
    #expect(count == 8)
  }
}

extension String {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
    String(reversed().drop(while: isDropped).reversed())
  }
}
