import Testing

@testable import MockSpecSchema

struct CodePointSetTests {
  @Test func `adjacent and overlapping ranges are merged`() {
    #expect(CodePointSet([5...6, 1...2, 3...4, 6...9, 20...30, 22...23]).ranges == [1...9, 20...30])
  }

  @Test func `inverting twice changes nothing`() {
    for set in [CodePointSet([]), .all, .whiteSpace, .wordCharacters, CodePointSet([0...0, 0x10FFFF...0x10FFFF])] {
      #expect(set.inverted.inverted == set)
    }
    #expect(CodePointSet.all.inverted.ranges.isEmpty)
    #expect(CodePointSet([1...0x10FFFE]).inverted.ranges == [0...0, 0x10FFFF...0x10FFFF])
  }

  @Test func `members are found in every range`() {
    let set = CodePointSet([2...3, 7...7, 10...20])
    #expect((0...25).filter { set.contains($0) } == [2, 3, 7] + Array(10...20))
    #expect(!CodePointSet([]).contains(0))
  }

  @Test func `collecting members keeps memory proportional to the set`() {
    var gathering = CodePointSet.Gathering()
    for codePoint in (UInt32(0)..<10_000).reversed() {
      gathering.insert(codePoint...codePoint)
      gathering.insert(.wordCharacters)
    }
    #expect(gathering.set.ranges == [0...9_999])
  }
}
