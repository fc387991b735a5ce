import Serving

/// The command line.
struct Options: Sendable {
  var operations = 50_000
  var seconds = 1800
  var seed: UInt64 = 1
  /// The kinds of operations to do.
  var kinds = Kind.allCases
  /// The path of `mockspec`.
  var program = ""
  /// Runs the server as the user of this process, also if that is root.
  var isSameUser = false

  static let usage = """
    Tests/Torture/run [--operations N] [--seconds S] [--seed N] [--same-user] [--only KIND]… [--without KIND]…

    Kinds: \(Kind.allCases.map(\.rawValue).joined(separator: ", "))
    """

  init(_ words: [String]) throws {
    var only: [Kind] = []
    var without: [Kind] = []
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--operations": operations = try Self.number(words.popFirst())
      case "--seconds": seconds = try Self.number(words.popFirst())
      case "--seed": seed = UInt64(try Self.number(words.popFirst()))
      case "--same-user": isSameUser = true
      case "--only": only.append(try Self.kind(words.popFirst()))
      case "--without": without.append(try Self.kind(words.popFirst()))
      case "--mockspec": program = words.popFirst() ?? ""
      default: throw TortureError(Self.usage)
      }
    }
    if !only.isEmpty { kinds = only }
    kinds.removeAll { without.contains($0) }
  }

  private static func number(_ word: String?) throws -> Int {
    guard let number = word.flatMap({ Int($0) }), number >= 0 else { throw TortureError(usage) }
    return number
  }

  private static func kind(_ word: String?) throws -> Kind {
    guard let kind = word.flatMap({ Kind(rawValue: $0) }) else { throw TortureError(usage) }
    return kind
  }
}
