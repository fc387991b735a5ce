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
    abstract: "Answers HTTP requests from specs, and follows edits.",
    discussion: """
      Says one line when it is ready and one per reload. A bad edit is shown and changes nothing: the last good version \
      goes on answering. Ends cleanly on SIGINT (control-C) and SIGTERM.

      Examples:
        mockspec serve specs
        mockspec serve specs --port 0 --scene "Airplane mode"
        mockspec serve specs --select "Login=Invalid Credentials" --log-requests
        curl -H 'Mockspec-Response: Login=Offline' http://127.0.0.1:8080/login
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "The address to listen on. (default: the project file's, else 127.0.0.1)")
  var host: String?

  @Option(help: "The port to listen on, 0 for a free one. (default: the project file's, else 8080)")
  var port: Int?

  @Option(help: "Threads that answer. (default: the project file's, else 1)")
  var threads: Int?

  @Flag(inversion: .prefixedNo, help: "Follow edits of the specs and their body files.")
  var watch = true

  @OptionGroup var steering: Steering

  @Flag(help: "Say one line per request.")
  var logRequests = false

  func validate() throws {
    if let port, !(0...65535).contains(port) { throw ValidationError("a port is from 0 to 65535, found \(port)") }
    if let threads, threads < 1 { throw ValidationError("at least one thread is needed, found \(threads)") }
  }

  func run() async throws {
    let project = try startProject()
    defer { project.stop() }
    try steering.apply(to: project.engine)
    let settings = project.engine.sets.settings.server
    var log: (@Sendable (ServedRequest) -> Void)?
    if logRequests { log = { Terminal.print("\($0)") } }
    let server = MockServer(
      engine: project.engine, host: host ?? settings.host, port: port ?? settings.port,
      threads: threads ?? settings.threads, onRequest: log)
    let address = try await start(server)
    let summary = project.engine.sets.summary
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(
            service: ServerService(server: server) { Terminal.print("listening on \(address.url) (\(summary))") })
        ],
        gracefulShutdownSignals: [.sigint, .sigterm], logger: .silent))
    try await group.run()
  }

  private func start(_ server: MockServer) async throws -> ServerAddress {
    do throws(MockServerError) {
      return try await server.start()
    } catch {
      Terminal.error("error: \(error)")
      throw ExitStatus.unavailable
    }
  }

  private func startProject() throws -> LiveProject {
    do {
      let project = try LiveProject(specs.loader, isWatching: watch, onEvent: Self.show)
      Terminal.show(project.diagnostics)
      return project
    } catch let error as SpecPathError {
      throw ExitStatus.report(error)
    } catch let error as SpecError {
      Terminal.show(error.diagnostics)
      Terminal.error("error: these specs can't be served; mend them and start again")
      throw ExitStatus.problems
    }
  }

  private static func show(_ event: ProjectEvent) {
    switch event {
    case .reloaded(let summary, let warnings, let notices):
      Terminal.show(warnings)
      for notice in notices { Terminal.error("note: \(notice)") }
      Terminal.print("reloaded (\(summary))")
    case .rejected(let diagnostics):
      Terminal.show(diagnostics)
      Terminal.error("not reloaded: the last good version goes on answering")
    case .unavailable(let error):
      Terminal.error("not reloaded: \(error); the last good version goes on answering")
    }
  }
}

/// The server under swift-service-lifecycle, which turns signals into a graceful end.
private struct ServerService: Service {
  let server: MockServer
  /// Called when signals are listened to: whoever reads that the server is ready may end it at once.
  let onReady: @Sendable () -> Void

  func run() async throws {
    onReady()
    try? await gracefulShutdown()
    await server.stop()
  }
}
