extension RegularExpression {
  /// The characters of texts, in the order in which they are chosen.
  private static let characters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_./ :,;@#+=()[]{}<>!?*&%$^|~'`\"\\\t\n".utf8)

  /// Returns one of the shortest texts of ASCII characters in which the pattern matches; `nil` if there is none, or finding it takes
  /// too long.
  ///
  /// - Parameters:
  ///   - lengths: The lengths of texts that are accepted, in characters.
  ///   - variant: Different numbers give different texts, as far as possible.
  package func text(lengths: ClosedRange<Int>, variant: Int = 0) -> String? {
    let start = variant % 26
    let characters = Self.characters[start...] + Self.characters[..<start]
    return table.table?.text(lengths: lengths, characters).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension MatchTable {
  private static let maximumSteps = 500_000

  /// A row that a text leads to, with the step before the last character.
  private struct Step {
    var row: Int
    var byte: UInt8
    var previous: Int
  }

  /// Follows all texts, one character at a time.
  fileprivate func text(lengths: ClosedRange<Int>, _ characters: some Collection<UInt8>) -> [UInt8]? {
    // One character for each class of bytes.
    var seen: Set<UInt8> = []
    let alphabet = characters.filter { seen.insert(columns[Int($0)]).inserted }
    guard let first = alphabet.first else { return nil }
    var steps = [Step(row: 2 * width, byte: 0, previous: 0)]
    var current = 0..<1
    var length = 0
    // Beyond the minimum, a row that was reached before leads to no shorter text.
    var reached: Set<Int> = []
    while !current.isEmpty, steps.count < Self.maximumSteps / alphabet.count {
      if length >= lengths.lowerBound, let last = current.first(where: { isMatched(steps[$0].row) }) {
        return text(to: last, steps)
      }
      guard length < lengths.upperBound else { return nil }
      if length < lengths.lowerBound { reached = [] }
      for index in current {
        // Any text can follow a match.
        let isMatched = steps[index].row == width
        for byte in isMatched ? [first] : alphabet {
          let row = isMatched ? width : Int(cells[steps[index].row + Int(columns[Int(byte)])])
          if row > 0, reached.insert(row).inserted { steps.append(Step(row: row, byte: byte, previous: index)) }
        }
      }
      current = current.upperBound..<steps.count
      length += 1
    }
    return nil
  }

  private func isMatched(_ row: Int) -> Bool { row == width || Int(cells[row + width - 1]) == width }

  private func text(to last: Int, _ steps: [Step]) -> [UInt8] {
    var text: [UInt8] = []
    var index = last
    while index > 0 {
      text.append(steps[index].byte)
      index = steps[index].previous
    }
    return text.reversed()
  }
}
