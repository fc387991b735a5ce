/// A matcher's conditions on method, scheme, host and port, in a form that is fast to test. They rule out most
/// candidates.
struct OriginCheck: Sendable, Hashable {
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

  func matches(_ parsed: borrowing ParsedCall) -> Bool {
    if let methods, !methods.contains(parsed.method, parsed.call.method) { return false }
    if let host, parsed.checksHost, !host.matches(parsed.call.host ?? "") { return false }
    guard parsed.call.target != .originForm else { return true }
    if let scheme, scheme != parsed.call.scheme { return false }
    if let port, port != parsed.call.port ?? RequestMatcher.defaultPort(parsed.call.scheme) { return false }
    return true
  }
}

/// The origin checks of all sets. Many checks are equal; these are stored once.
struct OriginChecks: Sendable {
  private var checks: [OriginCheck] = []
  /// The index in `checks` for each set.
  private var numbers: [Int32] = []

  /// - Parameter all: The check of each set.
  init(_ all: [OriginCheck]) {
    var known: [OriginCheck: Int32] = [:]
    numbers.reserveCapacity(all.count)
    for check in all {
      let number = known[check] ?? Int32(checks.count)
      if number == checks.count {
        known[check] = number
        checks.append(check)
      }
      numbers.append(number)
    }
  }

  /// Returns the checks after a change of the list of sets.
  ///
  /// - Parameter new: The checks of the new sets.
  func rearranged(_ change: Rearrangement, inserting new: [OriginCheck]) -> OriginChecks {
    var checks = self
    var known: [OriginCheck: Int] = [:]
    // For few new sets, searching is faster than creating a dictionary.
    if new.count > 16 { known = Dictionary(self.checks.enumerated().map { ($1, $0) }) { first, _ in first } }
    let numbers = new.map { check in
      let found = known[check] ?? (new.count > 16 ? nil : checks.checks.firstIndex(of: check))
      let number = found ?? checks.checks.count
      if found == nil { checks.checks.append(check) }
      known[check] = number
      return Int32(number)
    }
    checks.numbers = change.applied(to: checks.numbers, inserting: numbers)
    return checks
  }

  /// Returns whether a call meets the origin check of a set.
  func matches(_ set: Int32, _ parsed: borrowing ParsedCall) -> Bool {
    checks[Int(numbers[Int(set)])].matches(parsed)
  }
}
