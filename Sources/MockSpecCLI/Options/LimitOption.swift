import ArgumentParser
import MockSpec
import MockSpecDiagnostics

/// A limit of the server, written `name=value`.
struct LimitOption: Sendable {
  let key: ServerLimitKey
  let value: String

  /// - Throws: `ValidationError` for an unknown name or a wrong value.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let names = ServerLimitKey.allCases.map(\.rawValue)
    guard parts.count == 2 else { throw ValidationError("expected 'name=value', found '\(text)'") }
    guard let key = ServerLimitKey(rawValue: parts[0]) else {
      let near = Suggestion.nearest(to: parts[0], among: names).map { "did you mean '\($0)'?" }
      throw ValidationError("no limit is '\(parts[0])'; \(near ?? "there are \(names.joined(separator: ", "))")")
    }
    var limits = ServerLimits()
    guard limits.set(key, to: parts[1]) else {
      throw ValidationError("\(key.rawValue): expected \(key.expectation), found '\(parts[1])'")
    }
    (self.key, value) = (key, parts[1])
  }
}
