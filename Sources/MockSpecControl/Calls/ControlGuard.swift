import HTTPTypes
import MockSpec

/// Refuses calls of pages of other origins, and of callers without a token.
///
/// A browser sends the host of the page's address in `Host`, even if that name was only now resolved to this machine
/// (DNS rebinding). It sends `Origin` and `Sec-Fetch-Site` for calls of other pages. Other programs need only the
/// token, if there is one.
struct ControlGuard {
  let options: ControlOptions

  /// - Parameter isPage: Whether the resource is a file of the panel, which has no data.
  func check(_ call: MockCall, isPage: Bool) throws(ControlProblem) {
    try checkHost(call)
    if Self.list(call.fields[values: .via]).contains(options.pseudonym) {
      throw ControlProblem(.forbidden, "this server has forwarded the call to itself")
    }
    try checkOrigin(call, isPage: isPage)
    if !isPage { try checkToken(call) }
  }

  /// Checks a call on the port of the mocks. Pages that mocks contain, or that come from servers to which calls are forwarded, have
  /// the origin of that port, so that their scripts could use the control API: no browser may.
  ///
  /// Browsers say who they are: with `Origin` in all calls except for GET and HEAD, and with `Sec-Fetch-Site` in calls of
  /// potentially trustworthy URLs (Fetch Metadata Request Headers §2), which are those of loopback addresses and `localhost`.
  /// Under other names, a GET of a page looks like that of any program.
  ///
  /// - Parameters:
  ///   - panelPort: The port that only the control API has; `nil` if there is none.
  ///   - reachesOthers: Whether calls are forwarded or passed through.
  func checkShared(
    _ call: MockCall, isPage: Bool, panelPort: Int?, reachesOthers: @autoclosure () -> Bool
  ) throws(ControlProblem) {
    // Node sends `Sec-Fetch-Mode`, too.
    let isOfBrowser = !call.fields[values: .origin].isEmpty || !call.fields[values: Self.site].isEmpty
    if isOfBrowser, panelPort != nil || reachesOthers() {
      let place = panelPort.map { "the panel has port \($0)" } ?? "it needs a port of its own"
      throw ControlProblem(.forbidden, "browsers can't use the control API on the port of the mocks; \(place)")
    }
    if isPage || options.token != nil || IPLiteral.isLoopback(call.host ?? "") { return }
    if reachesOthers() {
      throw ControlProblem(
        .forbidden,
        """
        the project reaches other servers, so its control API answers only to 'localhost' and 127.0.0.1 on the port of the \
        mocks\(options.isInApp ? "" : "; start it with '--token-file' or '--control-port'")
        """)
    }
  }

  /// Whether a browser opens an address, and no script of a page calls it.
  func isNavigation(_ call: MockCall) -> Bool { call.method == "GET" && call.fields[Self.mode] == "navigate" }

  private func checkHost(_ call: MockCall) throws(ControlProblem) {
    let named = call.fields[.host].flatMap { Authority($0[...]) }
    // The host of an absolute target overrides the field (RFC 9112 §3.2.2), but a proxy may have sent either.
    for host in [call.host, named?.host] {
      guard let host else { continue }
      guard isOwn(host) else {
        let advice = options.isInApp ? "" : ", or start it with '--control-host \(host)'"
        throw ControlProblem(
          .misdirected, "'\(host)' isn't a name of this server; use 'localhost' or an IP address\(advice)")
      }
    }
    if call.host == nil, named?.host == nil { throw ControlProblem(.misdirected, "the call has no 'Host' field") }
  }

  private func isOwn(_ host: String) -> Bool {
    host == "localhost" || host == "localhost." || options.hosts.contains(host) || IPLiteral.isAddress(host)
  }

  private func checkOrigin(_ call: MockCall, isPage: Bool) throws(ControlProblem) {
    let fields = call.fields
    let isNavigation = isPage && isNavigation(call)
    let site = fields[values: Self.site].joined(separator: ", ").lowercased()
    if !["", "same-origin", "none"].contains(site), !isNavigation {
      throw ControlProblem(.forbidden, "a page of another origin made the call (Sec-Fetch-Site: \(site))")
    }
    let origins = fields[values: .origin]
    if origins.isEmpty { return }
    let host = fields[.host]?.lowercased() ?? ""
    guard origins.count == 1, ["http://\(host)", "https://\(host)"].contains(origins[0].lowercased()) else {
      throw ControlProblem(
        .forbidden, "a page of another origin made the call (Origin: \(origins.joined(separator: ", ")))")
    }
  }

  private func checkToken(_ call: MockCall) throws(ControlProblem) {
    guard let token = options.token else { return }
    let parts = (call.fields[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    let isRight = parts.count == 2 && parts[0].lowercased() == "bearer" && Self.areEqual(parts[1].withoutBlanks, token)
    guard isRight else {
      throw ControlProblem(
        .unauthorized, "send 'Authorization: Bearer' with the server's token",
        fields: [.wwwAuthenticate: #"Bearer realm="mockspec""#])
    }
  }

  /// Compares all bytes, so that the time doesn't depend on where texts differ.
  private static func areEqual(_ first: Substring, _ second: String) -> Bool {
    guard first.utf8.count == second.utf8.count else { return false }
    return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns the pseudonyms of `Via` fields: `1.1 name (comment), …` (RFC 9110 §7.6.3).
  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.compactMap { member in
      let words = member.split(separator: " ")
      return words.count > 1 ? String(words[1]) : nil
    }
  }

  private static let site = HTTPField.Name("Sec-Fetch-Site")!
  private static let mode = HTTPField.Name("Sec-Fetch-Mode")!
}

/// Host names that are addresses, which an attacker can't resolve to another machine.
package enum IPLiteral {
  /// Returns whether a host is `localhost` or a loopback address, with or without brackets.
  package static func isLoopback(_ host: String) -> Bool {
    ["localhost", "localhost.", "[::1]", "::1"].contains(host) || (host.hasPrefix("127.") && isAddress(host))
  }

  package static func isAddress(_ host: String) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      let digits = host.dropFirst().dropLast()
      return digits.count { $0 == ":" } >= 2
        && digits.utf8.allSatisfy { byte in
          byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
        }
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { $0 &- 0x30 < 10 } && Int(part) ?? 256 < 256
      }
  }
}
