/// Hosts that are always the machine on which a program runs.
enum ThisMachine {
  /// Returns whether a host in lower case is a loopback address, a name of one (RFC 6761 §6.3), or an unspecified address, with
  /// which clients connect to their own machine, too.
  static func isNamed(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    if host.hasPrefix("[") {
      let address = host.withoutBrackets
      // `::`, `::1`, and their longer forms.
      let digits = address.filter { $0 != ":" && $0 != "0" }
      return digits.isEmpty || digits == "1" && address.hasSuffix("1") || address.hasPrefix("::ffff:127.")
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    return parts.count == 4 && parts.allSatisfy { (0...255).contains($0 ?? -1) }
      && (parts[0] == 127 || parts.allSatisfy { $0 == 0 })
  }
}
