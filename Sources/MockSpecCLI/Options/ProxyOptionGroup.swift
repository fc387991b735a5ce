import ArgumentParser
import MockSpec
import MockSpecServer

/// The options of a proxy for devices.
struct ProxyOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("proxy"),
    help: ArgumentHelp(
      "Also be a proxy for the hosts that the project names, on this port; 0 for any free port.",
      discussion: "On 127.0.0.1, unless there is another address before the port, as in 0.0.0.0:8888.",
      valueName: "[address:]port"),
    transform: { try ProxyPlace($0) })
  var place: ProxyPlace?

  /// Returns the context that makes a server a proxy, and prints notes about its limitations.
  ///
  /// - Parameter authority: The folder of the local authority.
  func context(_ engine: MockEngine, authority: AuthorityOption, _ terminal: LiveTerminal) throws -> ProxyContext {
    let hosts = ProxiedHosts(engine.sets)
    if hosts.patterns.isEmpty {
      terminal.note("the project names no host in 'match' or 'passthrough', so the proxy refuses all calls")
    }
    let names = hosts.encryptedPatterns.map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 }
    func create(_ names: [String]) -> String {
      "mockspec certificate\(authority.arguments) " + names.map(\.withoutBrackets).joined(separator: " ")
    }
    guard let library = BuiltInTLS.library else {
      if !names.isEmpty {
        terminal.note("the proxy refuses https calls of \(names.joined(separator: ", ")): \(BuiltInTLS.missing.reason)")
      }
      return ProxyContext(engine, tls: BuiltInTLS.missing)
    }
    do throws(LocalAuthorityError) {
      let local = try library.openAuthority(in: try authority.pathForProxy)
      let others = names.filter { name in (try? CertifiedHost(name)).map { !local.includes($0) } ?? true }
      if !others.isEmpty {
        terminal.note(
          "the local authority isn't for \(others.joined(separator: ", ")), so the proxy refuses tunnels to there; to "
            + "replace it, remove '\(local.folder)', and use: \(create(names))")
      }
      do {
        return ProxyContext(engine, tls: try local.serverTLS(onlyHTTP1: true))
      } catch {
        throw .unusable("\(error)")
      }
    } catch {
      guard case .missing = error else {
        terminal.fail("error: \(error)")
        throw ExitStatus.noInput
      }
      if !names.isEmpty {
        terminal.note("there is no local authority, so the proxy refuses https; create one with: \(create(names))")
      }
      return ProxyContext(engine, tls: nil)
    }
  }

  /// Returns the warning about a proxy that isn't on loopback: where it can be used, and for which hosts.
  ///
  /// - Parameter hosts: The patterns of the hosts that pass through.
  static func warning(_ address: ServerAddress, passing hosts: [String]) -> String {
    let urls = address.reachableURLs
    let users = "other machines can use the proxy" + (urls.isEmpty ? "" : " at " + urls.joined(separator: ", "))
    let passed = hosts.isEmpty ? "" : ", and through it call \(hosts.joined(separator: ", ")) from this machine"
    return users + passed + "; it asks for no password"
  }
}

/// The host and the port on which a proxy listens.
struct ProxyPlace: Sendable {
  let host: String
  let port: Int

  /// - Throws: `ValidationError` if the text is neither a port nor an address and a port.
  init(_ text: String) throws {
    let isPort = !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
    let authority = Authority((isPort ? "127.0.0.1:" + text : text)[...])
    guard let host = authority?.host, let port = authority?.port else {
      throw ValidationError("expected a port, or an address and a port such as 127.0.0.1:8888, found '\(text)'")
    }
    (self.host, self.port) = (host.withoutBrackets, port)
  }
}

extension AuthorityOption {
  /// The absolute path of the folder. Without a home folder, there is no authority.
  fileprivate var pathForProxy: String {
    get throws(LocalAuthorityError) {
      guard let path = given ?? UserEnvironment.authority else { throw .missing(folder: "~") }
      return path
    }
  }
}
