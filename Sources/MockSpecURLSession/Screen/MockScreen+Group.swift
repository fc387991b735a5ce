import Foundation
public import MockSpec

extension MockScreen {
  /// Requests that come from the same kind of source.
  public struct Group: Sendable, Hashable, Identifiable {
    /// A title, such as `Built in code`; unique.
    public let title: String
    /// The requests, in the order in which they are tried.
    public let requests: [RequestStatus]
    /// The title.
    public var id: String { title }

    /// Returns the groups that have requests which match a search.
    static func groups(of requests: [RequestStatus], matching search: String) -> [Group] {
      let words = search.split(whereSeparator: \.isWhitespace)
      let found = requests.filter { request in words.allSatisfy(request.contains) }
      return [
        Group(title: "Built in code", requests: found.filter(\.isBuiltInCode)),
        Group(title: "Added at run time", requests: found.filter { $0.runtimeSpec != nil }),
        Group(title: "Specs", requests: found.filter { !$0.isBuiltInCode && $0.runtimeSpec == nil }),
      ].filter { !$0.requests.isEmpty }
    }
  }
}

extension RequestStatus {
  /// Which response answers the next call, and why, on one line: `Offline, selected` or `Busy, answer 2 of 3`.
  public var current: String {
    guard isEnabled else { return "disabled" }
    guard let next else { return "none now" }
    let why =
      switch next.reason {
      case .header: "named by the call"
      case .selection: "selected"
      case .scene: "by the scene"
      case .sequence: next.step.map { "answer \($0.number) of \($0.count)" } ?? "by the sequence"
      case .state: "by a state"
      case .default: "default"
      }
    return "\(next.response), \(why)"
  }

  /// Returns whether a text of this request contains a word, in upper or lower case.
  fileprivate func contains(_ word: Substring) -> Bool {
    ([name, match] + responses.map(\.name)).contains { $0.range(of: word, options: .caseInsensitive) != nil }
  }
}
