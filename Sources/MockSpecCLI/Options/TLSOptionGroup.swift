import ArgumentParser
import MockSpec
import MockSpecServer
import MockSpecTLS

/// The options of a server's certificate.
struct TLSOptionGroup: ParsableArguments {
  @Flag(help: "Speak HTTPS with a certificate of the local authority, which 'mockspec certificate' creates.")
  var tls = false

  @Option(
    help: ArgumentHelp(
      "Speak HTTPS with this certificate: a file in PEM format with the certificate and those of its issuers.",
      valueName: "file"),
    completion: .file())
  var certificate: String?

  @Option(
    help: ArgumentHelp("The private key of the certificate: a file in PEM format, not encrypted.", valueName: "file"),
    completion: .file())
  var key: String?

  @OptionGroup var authority: AuthorityOption

  func validate() throws {
    if tls, certificate != nil || key != nil {
      throw ValidationError("'--tls' can't be combined with '--certificate' and '--key'")
    }
    if certificate != nil, key == nil { throw ValidationError("'--certificate' needs '--key'") }
    if key != nil, certificate == nil { throw ValidationError("'--key' needs '--certificate'") }
    if authority.folder != nil, !tls { throw ValidationError("'--authority' needs '--tls'") }
  }

  /// Returns the TLS of the server; `nil` for plain HTTP.
  ///
  /// - Throws: The exit status, after an error message, if a file can't be used.
  func serverTLS(_ terminal: LiveTerminal) throws -> (any ServerTLS)? {
    do {
      if tls { return try AuthorityTLS(LocalAuthority.open(try authority.path)) }
      guard let certificate, let key else { return nil }
      let tls = try CertificateTLS(
        certificate: certificate, key: key, in: FileSystem.workingDirectory, now: EngineEnvironment.systemTime())
      if let warning = tls.warning { terminal.note(warning) }
      return tls
    } catch let error as ExitCode {
      throw error
    } catch LocalAuthorityError.missing(let path) {
      terminal.fail(
        "error: there is no authority in '\(path)'; create one with: mockspec certificate\(authority.arguments)")
      throw ExitStatus.noInput
    } catch {
      terminal.fail("error: \(error)")
      throw ExitStatus.noInput
    }
  }
}

/// The option for the folder of the local authority.
struct AuthorityOption: ParsableArguments {
  @Option(
    name: .customLong("authority"),
    help: ArgumentHelp(
      "The folder of the local authority. (default: mockspec/authority in XDG_DATA_HOME, or in ~/.local/share)",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  /// The option as it was given, to paste behind a command; empty without one.
  var arguments: String { folder.map { " --authority \($0.shellWord)" } ?? "" }

  /// The absolute path of the folder.
  ///
  /// - Throws: The exit status, after an error message, if there is no home folder.
  var path: String {
    get throws {
      if let folder { return FilePath.absolute(folder, in: FileSystem.workingDirectory) }
      guard let path = UserEnvironment.authority else {
        Terminal.error("error: there is no home folder for the authority; name a folder with '--authority'")
        throw ExitStatus.noInput
      }
      return path
    }
  }
}

extension VerifyingTLS {
  /// Trusts the authorities of the system, or those in `SSL_CERT_FILE`.
  convenience init(added: [String] = []) {
    let file = UserEnvironment.value("SSL_CERT_FILE")
    self.init(file: file.map { FilePath.absolute($0, in: FileSystem.workingDirectory) }, added: added)
  }
}
