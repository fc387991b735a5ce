/// A block of instructions. Execution enters it at the start and leaves it past the end.
///
/// Instructions refer to each other by relative offsets, so blocks can be joined and copied unchanged.
struct MatchCode: Sendable {
  private(set) var instructions: [MatchProgram.Instruction]

  var count: Int { instructions.count }

  init(_ instructions: [MatchProgram.Instruction] = []) {
    self.instructions = instructions
  }

  mutating func append(_ code: MatchCode) {
    instructions.append(contentsOf: code.instructions)
  }

  /// Removes the instructions from the index to the end and returns them as a block.
  mutating func cut(from index: Int) -> MatchCode {
    defer { instructions.removeSubrange(index...) }
    return MatchCode(Array(instructions[index...]))
  }

  /// Creates code that matches one of the blocks:
  ///
  ///     fork ─┐
  ///     a     │
  ///     jump ─┼─┐
  ///     b  ◀──┘ │
  ///        ◀────┘
  init(oneOf blocks: [MatchCode]) {
    self.init()
    let end = blocks.reduce(0) { $0 + $1.count + 2 } - 2
    for block in blocks.dropLast() {
      instructions.append(.fork(Int32(block.count + 2)))
      append(block)
      instructions.append(.jump(Int32(end - count)))
    }
    if let last = blocks.last { append(last) }
  }

  /// Returns the number of instructions that `repeated` generates.
  func countRepeated(atLeast least: Int, atMost most: Int?) -> Int {
    if instructions.isEmpty { return 0 }
    if let most { return least * count + (most - least) * (count + 1) }
    return least == 0 ? count + 2 : least * count + 1
  }

  /// Returns code that repeats the block. If `most` is `nil`, there is no upper limit.
  ///
  ///     a{2,4}   a a fork a fork a      each fork leads to the end
  ///     a*       fork a jump            the fork leads to the end, the jump to the fork
  ///     a{2,}    a a fork               the fork leads back to the last a
  func repeated(atLeast least: Int, atMost most: Int?) -> MatchCode {
    // Avoids a long loop if an empty block is repeated many times.
    if instructions.isEmpty { return self }
    var code = MatchCode()
    for _ in 0..<least { code.append(self) }
    if let most {
      for remaining in stride(from: most - least, to: 0, by: -1) {
        code.instructions.append(.fork(Int32(remaining * (count + 1))))
        code.append(self)
      }
    } else if least == 0 {
      code.instructions.append(.fork(Int32(count + 2)))
      code.append(self)
      code.instructions.append(.jump(Int32(-count - 1)))
    } else {
      code.instructions.append(.fork(Int32(-count)))
    }
    return code
  }
}
