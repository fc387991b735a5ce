import ArgumentParser
import MockSpec
import MockSpecDiagnostics
import MockSpecServer
import MockSpecWatcher
import ServiceLifecycle
import UnixSignals

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves specs over HTTP and reloads them when they change.",
    discussion: """
      Prints a line when the server is ready, and one for each reload. An edit with errors is reported, and the last \
      valid version stays in use. SIGINT (control-C) and SIGTERM stop the server after it has finished its answers.

      Output never delays an answer: lines that aren't read in time are dropped and counted. The server keeps running \
      if the reader of its output ends, as in: mockspec serve | head -1

      Where the system doesn't report changes (on network file systems, in folders that are shared with a virtual \
      machine's host, beyond its limits), files are looked at each second, and a note says so.

      Examples:
        mockspec serve specs
        mockspec serve specs --port 0 --scene "Airplane mode"
        mockspec serve specs --select "Login=Invalid Credentials" --log-requests
        curl -H 'Mockspec-Response: Login=Offline' http://127.0.0.1:8080/login
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "The address to listen on. (default: from the project file, or 127.0.0.1)")
  var host: String?

  @Option(help: "The port to listen on; 0 for any free port. (default: from the project file, or 8080)")
  var port: Int?

  @Option(help: "The number of threads that answer. (default: from the project file, or 1)")
  var threads: Int?

  @Flag(inversion: .prefixedNo, help: "Reload when specs or their body files change.")
  var watch = true

  @Flag(help: "Load an edit that removes the last request. By default, the last valid version stays in use.")
  var allowEmpty = false

  @OptionGroup var polling: PollingOption

  @OptionGroup var selections: SelectionOptions

  @Flag(help: "Print a line for each call.")
  var logRequests = false

  func validate() throws {
    try polling.require(isWatching: watch)
    if let port, !(0...65535).contains(port) { throw ValidationError("expected a port from 0 to 65535, found \(port)") }
    if let threads, threads < 1 { throw ValidationError("expected at least one thread, found \(threads)") }
  }

  func run() async throws {
    let terminal = LiveTerminal()
    defer { terminal.flush() }
    let project = try startProject(terminal)
    defer { project.stop() }
    try selections.apply(to: project.engine.session)
    let settings = project.engine.sets.settings.server
    var log: (@Sendable (ServedRequest) -> Void)?
    if logRequests { log = { terminal.print("\($0)") } }
    let server = MockServer(
      engine: project.engine, host: host ?? settings.host, port: port ?? settings.port,
      threads: threads ?? settings.threads, onRequest: log, onNotice: { terminal.error("note: \($0)") })
    let address = try await start(server, terminal)
    let summary = project.engine.sets.summary
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(
            service: ServerService(server: server) { terminal.print("listening on \(address.url) (\(summary))") })
        ],
        gracefulShutdownSignals: [.sigint, .sigterm], logger: .silent))
    try await group.run()
  }

  private func start(_ server: MockServer, _ terminal: LiveTerminal) async throws -> ServerAddress {
    do throws(MockServerError) {
      return try await server.start()
    } catch {
      terminal.fail("error: \(error)")
      throw ExitStatus.unavailable
    }
  }

  private func startProject(_ terminal: LiveTerminal) throws -> LiveProject {
    do {
      let project = try LiveProject(
        specs.loader, isWatching: watch, allowsEmpty: allowEmpty, polling: polling.interval
      ) { show($0, on: terminal) }
      terminal.show(project.diagnostics)
      for notice in project.notices { terminal.error("note: \(notice)") }
      return project
    } catch let error as SpecPathError {
      throw ExitStatus.report(error)
    } catch let error as SpecError {
      Terminal.show(error.diagnostics)
      terminal.fail("error: specs are invalid; fix the errors above and start again")
      throw ExitStatus.problems
    }
  }

  private func show(_ event: ProjectEvent, on terminal: LiveTerminal) {
    let time = TimeOfDay.now
    switch event {
    case .reloaded(let reload):
      terminal.show(reload.warnings)
      for notice in reload.notices + restartNotices(reload) { terminal.error("note: \(notice)") }
      terminal.print("\(time) \(reload)")
    case .rejected(let diagnostics):
      terminal.show(diagnostics)
      terminal.error("\(time) not reloaded: the last valid version stays in use")
    case .waiting(let files):
      let names = files.joined(separator: ", ")
      terminal.error("\(time) not reloaded yet: \(names) is being written; the last version stays in use")
    case .notice(let notice): terminal.error("note: \(notice)")
    case .unavailable(let error):
      var advice = ""
      if case .noRequestsLeft = error { advice = " ('--allow-empty' serves none)" }
      terminal.error("\(time) not reloaded: \(error); the last valid version stays in use\(advice)")
    }
  }

  /// Returns notices about settings of the server that an edit has changed and no option overrides.
  private func restartNotices(_ reload: Reload) -> [String] {
    func notice<Value: Equatable>(_ option: Value?, _ name: String, _ setting: (ProjectSettings.Server) -> Value)
      -> String?
    {
      let (old, new) = (setting(reload.serverSettings.old), setting(reload.serverSettings.new))
      if option != nil || old == new { return nil }
      return "'server.\(name)' is \(new) now, not \(old), from the next start of the server"
    }
    return [notice(host, "host", \.host), notice(port, "port", \.port), notice(threads, "threads", \.threads)]
      .compactMap(\.self)
  }
}

/// Runs the server until swift-service-lifecycle receives a signal.
private struct ServerService: Service {
  let server: MockServer
  /// Called once signals are handled, so that a script can stop the server as soon as it reads the ready line.
  let onReady: @Sendable () -> Void

  func run() async throws {
    onReady()
    try? await gracefulShutdown()
    await server.stop()
  }
}
