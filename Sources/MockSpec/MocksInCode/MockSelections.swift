/// The responses with which some requests answer: a literal of names, or of members that `mockspec generate swift` writes.
///
///     @Test(.mocks("specs", select: ["Login": "Offline"]))
///     @Test(.mocks("specs", select: [.login(.offline)]))
///
/// One type accepts both, since errors of the compiler about overloaded functions name the wrong one of them.
public struct MockSelections: Sendable, Hashable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// The names of the responses by the names of their requests.
  public private(set) var responses: [String: String]

  /// Creates selections from the names of responses by the names of their requests. They may not exist.
  public init(_ responses: [String: String] = [:]) { self.responses = responses }

  /// Creates selections from names that the compiler checks. The last response of a request applies.
  public init(_ selections: [MockSelection]) {
    responses = Dictionary(selections.map { ($0.request.name, $0.response) }) { $1 }
  }

  /// Creates selections from names that the compiler checks.
  public init(arrayLiteral elements: MockSelection...) { self.init(elements) }

  /// Creates selections from names: those of requests, each with that of its response. The last response of a request applies.
  public init(dictionaryLiteral elements: (String, String)...) {
    responses = Dictionary(elements) { $1 }
  }

  /// Adds selections, which override those of the same requests.
  package mutating func merge(_ others: MockSelections) { responses.merge(others.responses) { $1 } }
}
