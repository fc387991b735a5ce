import Foundation
import Serving
import TestSupport

/// Makes many calls of all kinds, of which a quarter is cancelled, suspended or invalidated at random moments, and checks
/// each result.
@main
struct Main {
  static func main() async {
    await exit {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let storm = try await Storm(options)
      defer { storm.end() }
      return await storm.run()
    }
  }
}

/// The command line.
struct Options {
  var calls = 500_000
  var atOnce = 64
  var seed: UInt64 = 1
  /// The path of `mockspec`.
  var program = ""
  /// Whether plain URLSessions make the calls over a socket.
  var isPlain = false
  var outcomes = Outcome.allCases

  init(_ words: [String]) throws {
    let usage = TortureError(
      """
      Storm --mockspec PROGRAM [--calls N] [--at-once N] [--seed N] [--plain] [--only OUTCOME]… [--without OUTCOME]…
      Outcomes: \(Outcome.allCases.map(\.rawValue).joined(separator: ", "))
      """)
    var only: [Outcome] = []
    var without: [Outcome] = []
    var words = words[...]
    while let word = words.popFirst() {
      if word == "--plain" {
        isPlain = true
        continue
      }
      guard let value = words.popFirst() else { throw usage }
      switch (word, Int(value)) {
      case ("--mockspec", _): program = value
      case ("--calls", let number?): calls = number
      case ("--at-once", let number?): atOnce = number
      case ("--seed", let number?): seed = UInt64(number)
      case ("--only", _), ("--without", _):
        guard let outcome = Outcome(rawValue: value) else { throw usage }
        if word == "--only" { only.append(outcome) } else { without.append(outcome) }
      default: throw usage
      }
    }
    guard !program.isEmpty else { throw usage }
    if !only.isEmpty { outcomes = only }
    outcomes.removeAll { without.contains($0) }
    guard !outcomes.isEmpty else { throw usage }
  }
}
