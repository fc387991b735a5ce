import ArgumentParser
import MockSpec
import MockSpecControl

/// The options of the control API.
struct ControlOptionGroup: ParsableArguments {
  @Flag(name: .customLong("no-control"), help: "Serve no control API below /__mockspec/.")
  var isOff = false

  @Flag(name: .customLong("read-only"), help: "Refuse mocks that are added while the server runs.")
  var isReadOnly = false

  @Option(
    name: .customLong("control-host"),
    help: ArgumentHelp("A name by which clients reach the control API; can be repeated.", valueName: "name"))
  var hosts: [String] = []

  @Option(
    name: .customLong("control-port"), parsing: .unconditional,
    help: ArgumentHelp(
      "The port of the control API; 0 for any free port.",
      discussion: "By default, that of the mocks, or any free port if calls can be forwarded or passed through.",
      valueName: "port"))
  var port: Int?

  @Option(
    name: .customLong("token-file"),
    help: ArgumentHelp(
      "The file with the token that callers of the control API need; made if it doesn't exist.",
      discussion:
        "MOCKSPEC_TOKEN in the environment is the token itself. One of both is needed for a host that others reach.",
      valueName: "file"))
  var tokenFile: String?

  func validate() throws {
    if let port, !(0...65535).contains(port) { throw ValidationError("expected a port from 0 to 65535, found \(port)") }
    if isOff, isReadOnly || !hosts.isEmpty || port != nil || tokenFile != nil {
      throw ValidationError("'--no-control' can't be combined with other options of the control API")
    }
    for host in hosts where Authority(host[...])?.host == nil || Authority(host[...])?.port != nil {
      throw ValidationError("expected a host name without a port, found '\(host)'")
    }
  }

  /// Returns the options of the API; `nil` if there is none.
  ///
  /// - Parameter host: The host on which the server listens.
  func options(listeningOn host: String, _ terminal: LiveTerminal) throws -> ControlOptions? {
    if isOff { return nil }
    var options = ControlOptions()
    options.isReadOnly = isReadOnly
    options.hosts = Set(hosts.map { $0.lowercased() })
    options.token = try TokenFile.token(tokenFile)
    if options.token == nil, !IPLiteral.isLoopback(host) {
      terminal.note(
        "others can reach '\(host)', so there is no control API without '--token-file' or MOCKSPEC_TOKEN")
      return nil
    }
    return options
  }
}
