/// A set of methods. `GET` includes `HEAD`.
package struct MethodSet: Sendable, Hashable {
  /// The well-known methods, a bit for each (RFC 9110 §9.3, RFC 5789). Other methods have no bit.
  struct Known: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    static let names = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"]
    static let get = Known(rawValue: 1)
    static let head = Known(rawValue: 2)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ method: String) {
      rawValue =
        switch method {
        case "GET": 1
        case "POST": 4
        default: Self.names.firstIndex(of: method).map { 1 << UInt16($0) } ?? 0
        }
    }
  }

  /// Returns whether a text is a well-known method, in any case.
  package static func isKnown(_ text: some StringProtocol) -> Bool { Known.names.contains(text.uppercased()) }

  private let known: Known
  private let others: [String]

  init(_ methods: [String]) {
    let known = methods.reduce(into: Known()) { $0.formUnion(Known($1)) }
    self.known = known.contains(.get) ? known.union(.head) : known
    others = methods.filter { Known($0).isEmpty }
  }

  func contains(_ method: Known, _ name: String) -> Bool {
    method.isEmpty ? others.contains(name) : known.contains(method)
  }
}
