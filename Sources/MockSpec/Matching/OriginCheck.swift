/// Method, scheme, host and port of a matcher, ready for the yes or no that most candidates end with.
struct LineCheck: Sendable, Hashable {
  private let methods: MethodSet?
  private let scheme: String?
  private let host: HostPattern?
  private let port: Int?

  init(_ matcher: RequestMatcher) {
    methods = matcher.methods.map { MethodSet($0.value) }
    scheme = matcher.scheme?.value
    host = matcher.host?.value
    port = matcher.port?.value
  }

  func take(_ parsed: borrowing ParsedRequest) -> Bool {
    if let methods, !methods.contains(parsed.method, parsed.request.method) { return false }
    if let host, parsed.checksHost, !host.matches(parsed.request.host ?? "") { return false }
    guard parsed.request.target != .originForm else { return true }
    if let scheme, scheme != parsed.request.scheme { return false }
    if let port, port != parsed.request.port ?? RequestMatcher.defaultPort(parsed.request.scheme) { return false }
    return true
  }
}

/// The checks of all sets. Many sets have the same one, so it is kept once, and asking a set costs a number.
struct LineChecks: Sendable {
  private var checks: [LineCheck] = []
  /// By set.
  private var numbers: [Int32] = []

  init(_ sets: [ResponseSet]) {
    var known: [LineCheck: Int32] = [:]
    numbers.reserveCapacity(sets.count)
    for set in sets {
      let check = LineCheck(set.matcher)
      let number = known[check] ?? Int32(checks.count)
      if number == checks.count {
        known[check] = number
        checks.append(check)
      }
      numbers.append(number)
    }
  }

  func take(_ set: Int32, _ request: borrowing ParsedRequest) -> Bool { checks[Int(numbers[Int(set)])].take(request) }
}

/// Methods as a set; `GET` also takes `HEAD`.
struct MethodSet: Sendable, Hashable {
  /// A bit for each well-known method (RFC 9110 §9.3, RFC 5789), none for any other.
  struct Known: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    private static let names = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"]
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
