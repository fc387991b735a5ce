import ArgumentParser
import MockSpec
import MockSpecDiagnostics
import MockSpecServer

/// The options of a server's certificate.
struct TLSOptionGroup: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Speak HTTPS with a certificate of the local authority, which 'mockspec certificate' creates.",
      discussion: "By default, as the project file says; '--no-tls' is plain HTTP whatever it says."))
  var tls: Bool?

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
    if let tls, certificate != nil || key != nil {
      throw ValidationError("'--\(tls ? "" : "no-")tls' can't be combined with '--certificate' and '--key'")
    }
    if certificate != nil, key == nil { throw ValidationError("'--certificate' needs '--key'") }
    if key != nil, certificate == nil { throw ValidationError("'--key' needs '--certificate'") }
  }

  /// The source of the server's certificates.
  enum Source: Equatable {
    case none, authority
    case options(certificate: String, key: String)
    case project(certificate: ProjectSettings.Server.NamedFile, key: ProjectSettings.Server.NamedFile)
  }

  /// Returns the source of the certificates. Options override the project file.
  func source(_ settings: ProjectSettings.Server.TLS) -> Source {
    if let tls { return tls ? .authority : .none }
    if let certificate, let key { return .options(certificate: certificate, key: key) }
    if let certificate = settings.certificate, let key = settings.key {
      return .project(certificate: certificate, key: key)
    }
    return settings.usesAuthority ? .authority : .none
  }

  /// Returns the TLS of the server; `nil` for plain HTTP.
  ///
  /// - Throws: The exit status, after an error message, if a file can't be used; `ValidationError` if this program is built
  ///   without TLS.
  func serverTLS(_ settings: ProjectSettings.Server.TLS, _ terminal: LiveTerminal) throws -> (any ServerTLS)? {
    let source = source(settings)
    if source == .none { return nil }
    let library = try BuiltInTLS.library(for: requirement(of: source))
    let (now, folder) = (EngineEnvironment.systemTime(), FileSystem.workingDirectory)
    do {
      let read: (tls: any ServerTLS, warning: String?)
      switch source {
      case .none: return nil
      case .authority: return try library.openAuthority(in: try authority.path).serverTLS(onlyHTTP1: false)
      case .options(let certificate, let key):
        read = try library.serverTLS(certificate: certificate, key: key, in: folder, now: now)
      case .project(let certificate, let key):
        read = try library.serverTLS(
          certificate: certificate.path, key: key.path, in: certificate.folder, now: now)
      }
      if let warning = read.warning { terminal.note(warning) }
      return read.tls
    } catch let error as ExitCode {
      throw error
    } catch LocalAuthorityError.missing(let path) {
      terminal.fail(
        "error: there is no authority in '\(path)'; create one with: mockspec certificate\(authority.arguments)")
      throw ExitStatus.noInput
    } catch let error as TLSFileError {
      guard case .project(let certificate, let key) = source else {
        terminal.fail("error: \(error)")
        throw ExitStatus.noInput
      }
      let range = error.isOfKey ? key.range : certificate.range
      Terminal.show([Diagnostic(.error, "unreadable", error.description, at: range)])
      throw ExitStatus.problems
    } catch {
      terminal.fail("error: \(error)")
      throw ExitStatus.noInput
    }
  }

  /// Returns the option or setting that requires TLS.
  private func requirement(of source: Source) -> String {
    switch source {
    case .options: "'--certificate'"
    case .authority where tls == true: "'--tls'"
    case .authority: "'server.tls' of the project file"
    case .none, .project: "'server.certificate' of the project file"
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

  /// The option as it was given, to append to a command; empty without one.
  var arguments: String { folder.map { " --authority \($0.shellWord)" } ?? "" }

  /// The absolute path of the folder in the option; `nil` without one.
  var given: String? { folder.map { FilePath.absolute($0, in: FileSystem.workingDirectory) } }

  /// The absolute path of the folder.
  ///
  /// - Throws: The exit status, after an error message, if there is no home folder.
  var path: String {
    get throws {
      if let given { return given }
      guard let path = UserEnvironment.authority else {
        Terminal.error("error: there is no home folder for the authority; name a folder with '--authority'")
        throw ExitStatus.noInput
      }
      return path
    }
  }
}
