import ArgumentParser
import MockSpec
import MockSpecServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct Certificate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certificate",
    abstract: "Creates a local authority for 'mockspec serve --tls', and prints the path of its root certificate.",
    discussion: """
      Clients that trust the root certificate accept the certificates of 'mockspec serve --tls'. They are only for \
      localhost, 127.0.0.1, ::1, the given hosts and the names below these; the root certificate itself says so.

      If there is an authority already, nothing is changed. To replace it, remove its folder, and the root certificate \
      from where it is trusted.

      Examples:
        mockspec certificate
        mockspec certificate api.example.com 192.168.1.20
        curl --cacert "$(mockspec certificate)" https://localhost:8080/login
      """)

  @Argument(help: "More host names and IP addresses for which certificates can be signed.")
  var hosts: [String] = []

  @OptionGroup var option: AuthorityOption

  @Flag(help: "Create the authority without asking to confirm its hosts.")
  var yes = false

  func run() throws {
    let hosts = try parsedHosts
    let library = try BuiltInTLS.library(for: "'mockspec certificate'")
    let path = try option.path
    library.removeRemains(ofAuthorityIn: path)
    let authority: any CertificateAuthority
    do throws(LocalAuthorityError) {
      authority = try library.openAuthority(in: path)
    } catch {
      guard case .missing = error else { throw Self.report(error) }
      return try create(path, hosts, library)
    }
    let others = hosts.filter { !authority.includes($0) }
    guard others.isEmpty else {
      Terminal.error(
        "error: the authority in '\(path)' isn't for \(Self.list(others)), only for \(Self.list(authority.hosts)); "
          + "remove the folder, and its root certificate from where it is trusted, to create another one")
      throw ExitStatus.problems
    }
    show(authority)
  }

  private var parsedHosts: [CertifiedHost] {
    get throws {
      var hosts = CertifiedHost.local
      for text in self.hosts {
        do throws(TLSFileError) {
          let host = try CertifiedHost(text)
          if !hosts.contains(host) { hosts.append(host) }
        } catch {
          throw ValidationError("\(error)")
        }
      }
      return hosts
    }
  }

  private func create(_ path: String, _ hosts: [CertifiedHost], _ library: any TLSLibrary) throws {
    try confirm(path, hosts)
    do throws(LocalAuthorityError) {
      show(try library.createAuthority(in: path, hosts: hosts, machine: Self.machine))
    } catch {
      // Another process may have created it meanwhile.
      guard case .exists = error, let authority = try? library.openAuthority(in: path),
        hosts.allSatisfy({ authority.includes($0) })
      else { throw Self.report(error) }
      show(authority)
    }
  }

  private func confirm(_ path: String, _ hosts: [CertifiedHost]) throws {
    if yes { return }
    guard isatty(STDIN_FILENO) == 1 else {
      throw ValidationError("confirm with '--yes' that the authority is for \(Self.list(hosts))")
    }
    Terminal.rewrite(
      "Create an authority in '\(path)' that can sign certificates for \(Self.list(hosts)), and the names below these? [y/N] "
    )
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      Terminal.error("error: nothing was created")
      throw ExitStatus.problems
    }
  }

  private func show(_ authority: any CertificateAuthority) {
    Terminal.error(
      "note: for \(Self.list(authority.hosts)), until \(authority.lastDay); use it with: mockspec serve --tls"
        + option.arguments)
    Terminal.print(authority.root)
  }

  private static func report(_ error: LocalAuthorityError) -> ExitCode {
    Terminal.error("error: \(error)")
    return ExitStatus.cannotCreate
  }

  private static func list(_ hosts: [CertifiedHost]) -> String {
    hosts.map { "\($0)" }.joined(separator: ", ")
  }

  private static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown machine" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
