import Testing

@testable import MockSpecSchema

struct UTF8CompilerTests {
  /// Code points at which the encoding changes its length or a byte other than the last.
  private static let edges: [UInt32] = [
    0, 0x3F, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFF, 0x3FFFF,
    0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
  ]

  @Test(arguments: edges) func `a range contains the code points between its ends`(low: UInt32) throws {
    let neighbours = Self.edges.flatMap { [$0 &- 1, $0, $0 + 1] }.compactMap(Unicode.Scalar.init)
    for high in Self.edges where high >= low {
      let program = try Program("^[\\u{\(String(low, radix: 16))}-\\u{\(String(high, radix: 16))}]$")
      for scalar in neighbours {
        let expected = (low...high).contains(scalar.value)
        #expect(program.table(String(scalar)) == expected, "\(scalar.value) in \(low)...\(high)")
        #expect(program.threads(String(scalar)) == expected, "\(scalar.value) in \(low)...\(high)")
      }
    }
  }

  @Test func `the code of a set has the documented size`() {
    var compiler = UTF8Compiler()
    let code = compiler.code(for: CodePointSet([0x61...0x7A, 0xE9...0xE9]))
    #expect(code.instructions == [.read(first: 0, count: 2), .read(first: 2, count: 1)])
    #expect(
      compiler.transitions == [
        .init(low: 0x61, high: 0x7A, offset: 2), .init(low: 0xC3, high: 0xC3, offset: 1),
        .init(low: 0xA9, high: 0xA9, offset: 1),
      ])
  }

  @Test func `equal parts of a set share code`() {
    var compiler = UTF8Compiler()
    #expect(compiler.code(for: .all).count == 8)
  }

  @Test func `the empty set matches nothing`() {
    var compiler = UTF8Compiler()
    #expect(compiler.code(for: CodePointSet([])).instructions == [.read(first: 0, count: 0)])
  }

  @Test func `a set is compiled once`() {
    var compiler = UTF8Compiler()
    _ = compiler.code(for: .whiteSpace)
    let transitions = compiler.transitions
    _ = compiler.code(for: .whiteSpace)
    #expect(compiler.transitions == transitions)
  }
}
