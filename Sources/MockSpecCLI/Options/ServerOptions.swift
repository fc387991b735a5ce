import ArgumentParser
import MockSpec
import MockSpecDiagnostics
import NIOCore

/// The options of commands that call a running server.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The server to call: its URL, or 'unix:' and the path of its socket. (default: MOCKSPEC_SERVER, or your server that runs)",
      valueName: "url"),
    transform: { try ServerURL($0) })
  var server: ServerURL?

  @Option(help: ArgumentHelp("The session to use. (default: the default session)", valueName: "id"))
  var session: String?

  @Option(
    help: ArgumentHelp("The file that has the server's token. (default: MOCKSPEC_TOKEN)", valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @OptionGroup var authority: AuthorityOption

  @Option(help: "The output format: human, or json for the server's answer as it is.")
  var format = ReplyFormat.human

  func validate() throws {
    if server == nil, let url = UserEnvironment.value("MOCKSPEC_SERVER") {
      do { _ = try ServerURL(url) } catch { throw ValidationError("MOCKSPEC_SERVER: \(error)") }
    }
    if let session, (try? SessionID(session)) == nil {
      throw ValidationError(
        "--session: expected 1 to 128 letters, digits and characters such as '-', found '\(session)'")
    }
  }

  /// Returns the server, without calling it if its URL is given.
  ///
  /// - Throws: The exit status, after an error message, if the token can't be read, or if several servers run; `ValidationError`
  ///   if the server uses TLS and this program is built without it.
  func connect() async throws -> SteeredServer {
    let url = try await url
    if url.isEncrypted { _ = try BuiltInTLS.library(for: "'\(url)'") }
    let token = try TokenFile.token(tokenFile, makesFile: false)
    return SteeredServer(
      client: ControlClient(server: url, token: token, session: session, authority: authority.given),
      format: format,
      tokenOrigin: tokenFile.map { "'\($0)'" } ?? "MOCKSPEC_TOKEN")
  }

  /// A client for shell completions, with short timeouts; `nil` if the options are invalid. Prints nothing.
  var completingClient: ControlClient? {
    get async {
      var url = try? givenURL
      if url == nil {
        let running = await running
        url = running.count > 1 ? nil : running.first?.url ?? .standard
      }
      guard let url else { return nil }
      let token = tokenFile.map { TokenFile.firstLine($0) } ?? UserEnvironment.value("MOCKSPEC_TOKEN")
      return quickClient(url, token: token)
    }
  }

  private func quickClient(_ url: ServerURL, token: String?) -> ControlClient {
    var client = ControlClient(server: url, token: token, session: session, authority: authority.given)
    client.connectionPatience = .milliseconds(300)
    client.patience = .milliseconds(300)
    return client
  }

  private var running: [RunningServer] {
    get async { await RunningServer.all { quickClient($0, token: nil) } }
  }

  private var url: ServerURL {
    get async throws {
      if let url = try givenURL { return url }
      let running = await running
      if running.count > 1 {
        let list = running.map { "  --server \($0.url)   \(DisplayText($0.project).text)" }.joined(separator: "\n")
        Terminal.error("error: \(running.count) servers run; choose one of them, or set MOCKSPEC_SERVER:\n\(list)")
        throw ExitStatus.usage
      }
      return running.first?.url ?? .standard
    }
  }

  /// The URL of the option or of the environment.
  private var givenURL: ServerURL? {
    get throws {
      if let server { return server }
      return try UserEnvironment.value("MOCKSPEC_SERVER").map { try ServerURL($0) }
    }
  }
}
