import Testing

@testable import MockSpecSchema

struct MatchCodeTests {
  private let block = MatchCode([.read(first: 0, count: 1), .read(first: 1, count: 1)])

  @Test func `alternatives use forks and jumps`() {
    let code = MatchCode(oneOf: [block, MatchCode(), block])
    #expect(
      code.instructions == [.fork(4)] + block.instructions + [.jump(5), .fork(2), .jump(3)] + block.instructions)
  }

  @Test func `repetitions have the documented layout`() {
    let a = MatchCode([.succeed])
    #expect(
      a.repeated(atLeast: 2, atMost: 4).instructions == [.succeed, .succeed, .fork(4), .succeed, .fork(2), .succeed])
    #expect(a.repeated(atLeast: 0, atMost: nil).instructions == [.fork(3), .succeed, .jump(-2)])
    #expect(a.repeated(atLeast: 2, atMost: nil).instructions == [.succeed, .succeed, .fork(-1)])
    #expect(a.repeated(atLeast: 0, atMost: 0).instructions.isEmpty)
  }

  @Test func `the size of a repetition is computed in advance`() {
    for (least, most) in [(0, nil), (1, nil), (3, nil), (0, 0), (0, 1), (2, 2), (2, 5)] as [(Int, Int?)] {
      for code in [MatchCode(), block] {
        let repeated = code.repeated(atLeast: least, atMost: most)
        #expect(code.countRepeated(atLeast: least, atMost: most) == repeated.count)
      }
    }
  }
}
