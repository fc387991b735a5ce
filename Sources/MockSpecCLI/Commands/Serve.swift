import ArgumentParser
import MockSpec
import MockSpecControl
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
      Prints a line when the server is ready, and one for each reload. Errors are reported. In place of a file with \
      errors, its last valid version is served, or nothing if there is none; all other files are served. Only an invalid \
      project file, or a project without a valid spec, ends the start. SIGINT (control-C) and SIGTERM stop the server after it has finished its answers, for \
      which it has 2 seconds; a second signal stops it at once. SIGHUP reloads the files, also with '--no-watch'.

      Output never delays an answer: lines that aren't read in time are dropped and counted. The server keeps running \
      if the reader of its output ends, as in: mockspec serve | head -1

      Where the system doesn't report changes (on network file systems, in folders that are shared with a virtual \
      machine's host, beyond its limits), files are looked at each second, and a note says so.

      Examples:
        mockspec serve specs
        mockspec serve specs --port 0 --scene "Airplane mode"
        mockspec serve specs --select "Login=Invalid Credentials" --log-requests
        mockspec serve specs --certificate dev.pem --key dev-key.pem
        mockspec serve specs --socket mocks.sock
        mockspec serve specs --proxy 8888
        mockspec serve specs --quiet --log-format json | jq 'select(.request == null)'
        curl -H 'Mockspec-Response: Login=Offline' http://127.0.0.1:8080/login
      """)

  @OptionGroup var specs: SpecPaths

  @Option(help: "The address to listen on. (default: from the project file, or 127.0.0.1)")
  var host: String?

  @Option(
    parsing: .unconditional,
    help: "The port to listen on; 0 for any free port. (default: from the project file, or 8080)")
  var port: Int?

  @Option(
    help: ArgumentHelp(
      "Listen on a socket in the file system instead, which only your user can connect to.", valueName: "path"),
    completion: .file())
  var socket: String?

  @Option(
    parsing: .unconditional,
    help: "The number of threads that answer; 0 for one for each processor core. (default: from the project file, or 1)"
  )
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      """
      A limit on connections and requests, such as bodyBytes=1048576 or idleTimeout=5s; can be repeated. There are \
      \(ServerLimitKey.allCases.map(\.rawValue).joined(separator: ", ")). (default: from the project file)
      """, valueName: "name=value"),
    transform: { try LimitOption($0) })
  var limit: [LimitOption] = []

  @Flag(inversion: .prefixedNo, help: "Reload when specs or their body files change.")
  var watch = true

  @Option(
    help: ArgumentHelp(
      """
      What is served while files have errors: serve all others, or refuse the project as a whole, so that it doesn't \
      start, and no edit is served until all errors are fixed.
      """, valueName: "serve|refuse"))
  var broken = BrokenOption.serve

  @Flag(help: "Load an edit that removes the last request. By default, the last valid version stays in use.")
  var allowEmpty = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum size of the journals of all sessions together, in bytes. (default: 67108864)", valueName: "bytes"))
  var journalBytes: Int?

  @OptionGroup var polling: PollingOption

  @OptionGroup var selections: SelectionOptions

  @OptionGroup(title: "HTTPS") var tls: TLSOptionGroup

  @OptionGroup(title: "Proxy") var proxy: ProxyOptionGroup

  @OptionGroup(title: "Control API") var control: ControlOptionGroup

  @Flag(help: "Print a line for each call; the same as --log-format text.")
  var logRequests = false

  @Option(
    help: ArgumentHelp(
      """
      Print a line for each call: text for people, json, or the formats common and combined of the Apache HTTP Server. \
      With the last three, the standard output has nothing else, and 'listening on' appears on the standard error.
      """, valueName: "format"))
  var logFormat: AccessLogFormat?

  @Flag(name: .shortAndLong, help: "Print only errors and the lines of calls.")
  var quiet = false

  func validate() throws {
    try polling.require(isWatching: watch)
    if let socket {
      if host != nil || port != nil {
        throw ValidationError("'--socket' can't be combined with '--host' and '--port'")
      }
      if socket.isEmpty { throw ValidationError("expected the path of a socket, found an empty text") }
    }
    if let port, port != 0, port == control.port {
      throw ValidationError("'--control-port' is for a port of its own; leave it out to share that of the mocks")
    }
    if let port, !(0...65535).contains(port) { throw ValidationError("expected a port from 0 to 65535, found \(port)") }
    if let threads, !MockServer.threadCounts.contains(threads) {
      throw ValidationError(
        "expected from 1 to \(MockServer.threadCounts.upperBound) threads, or 0 for one for each core, found \(threads)"
      )
    }
    if let journalBytes, journalBytes < 0 {
      throw ValidationError("expected a size of 0 bytes or more, found \(journalBytes)")
    }
  }

  func run() async throws {
    let terminal = LiveTerminal(isQuiet: quiet, printsForPrograms: accessLog?.isForPrograms ?? false)
    defer { terminal.flush() }
    let reports = ControlReports()
    let project = try startProject(terminal, reports)
    defer { project.stop() }
    let engine = project.engine
    for notice in try selections.apply(to: engine.session) { terminal.note(notice) }
    let settings = engine.sets.settings.server
    if self.tls.authority.folder != nil, self.tls.source(settings.tls) != .authority, proxy.place == nil {
      throw ValidationError("'--authority' needs '--tls' or '--proxy'")
    }
    if socket != nil, self.tls.source(settings.tls) != .none {
      throw ValidationError("'--socket' can't be combined with TLS; add '--no-tls'")
    }
    let tls = try self.tls.serverTLS(settings.tls, terminal)
    if self.tls.authority.folder != nil { _ = try BuiltInTLS.library(for: "'--authority'") }
    if let forward = engine.sets.encryptedForward { _ = try BuiltInTLS.library(for: forward) }
    let host = socket == nil ? (host ?? settings.host).withoutBrackets : "localhost"
    var limits = settings.limits
    for limit in limit { _ = limits.set(limit.key, to: limit.value) }
    var log: (@Sendable (ServedCall) -> Void)?
    if let accessLog { log = { terminal.print(accessLog.line(for: $0, at: EngineEnvironment.systemTime())) } }
    let control = try control.options(listeningOn: host, terminal).map { options in
      var options = options
      options.version = MockSpecCommand.configuration.version
      return MockControl(engine, options: options)
    }
    let sharesPort = self.control.port == nil
    if let control { reports.start(control, project) }
    let own = OwnAddresses()
    let server = MockServer(
      engine: engine, host: host, port: port ?? settings.port,
      socket: socket.map { FilePath.absolute($0, in: FileSystem.workingDirectory) }, control: control,
      sharesPort: sharesPort, threads: threads ?? settings.threads, limits: limits, own: own, tls: tls,
      clientTLS: BuiltInTLS.clientTLS(),
      onCall: log,
      onNotice: { terminal.note($0) })
    let address = try await start(server, terminal)
    var servers = [server]
    var ready = ["listening on \(address.url) (\(engine.sets.summary))"]
    var steered = address
    if let control, !sharesPort || address.socket == nil {
      let (server, panel) = try await startPanel(control, host, beside: address.port, tls, own, terminal)
      servers.append(server)
      control.publish(mocksPort: address.port, panelPort: panel.port)
      if sharesPort {
        if Terminal.isTerminal { ready.append("panel: \(panel.url)/\(MockControl.prefix)/") }
      } else {
        steered = panel
        ready[0] += ", steered on \(panel.url)/\(MockControl.prefix)/"
      }
    }
    if let place = proxy.place {
      let context = try proxy.context(engine, authority: self.tls.authority, terminal)
      let server = MockServer(
        engine: engine, host: place.host, port: place.port, control: control, sharesPort: false,
        threads: threads ?? settings.threads, limits: limits, proxy: context, own: own,
        clientTLS: BuiltInTLS.clientTLS(),
        onCall: log, onNotice: { terminal.note($0) })
      let address = try await start(server, terminal)
      servers.append(server)
      control?.publish(proxy: ProxyAddress(host: address.host, port: address.port))
      let file = control == nil || steered.socket != nil ? nil : "\(steered.url)/\(MockControl.prefix)/proxy.pac"
      ready.append("proxy: \(address.url)" + (file.map { ", configured by \($0)" } ?? ""))
      if !IPLiteral.isLoopback(place.host) {
        terminal.note(ProxyOptionGroup.warning(address, passing: ProxiedHosts(engine.sets).passedPatterns))
      }
    }
    var file: String?
    if let control {
      let folder = FileSystem.workingDirectory
      let paths = (specs.paths.isEmpty ? ["."] : specs.paths).map { FilePath.absolute($0, in: folder) }
      file = RunningServer.publish(
        steered.url, nonce: control.options.nonce, project: paths.joined(separator: ", "))
    }
    defer { if let file { try? FileSystem.remove(file) } }
    if let path = address.socket {
      ready.append("call it with: curl --unix-socket \(path.shellWord) http://localhost/")
    }
    if !IPLiteral.isLoopback(address.host) {
      let urls = address.reachableURLs
      terminal.note(
        "other machines can reach this server" + (urls.isEmpty ? "" : " at " + urls.joined(separator: ", ")))
    }
    if engine.sets.settings.passesCallsThrough {
      terminal.note(
        "calls of \(address.url) itself aren't passed through; without a matching request, they are 404")
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(
            service: ServerService(servers: servers, project: project) { [ready] in ready.forEach(terminal.announce) })
        ],
        gracefulShutdownSignals: [.sigint, .sigterm], logger: .silent))
    try await group.run()
  }

  /// Starts the server that has only the control API, on the port of the options. By default, this port is 10,000 above that of
  /// the mocks, so that it is the same after each start, or any free one.
  private func startPanel(
    _ control: MockControl, _ host: String, beside port: Int, _ tls: (any ServerTLS)?, _ own: OwnAddresses,
    _ terminal: LiveTerminal
  ) async throws -> (MockServer, ServerAddress) {
    let usual = port + 10_000
    if self.control.port == nil, self.port != 0, usual <= 65_535 {
      let server = MockServer(control: control, host: host, port: usual, tls: tls, own: own)
      if let address = try? await server.start() { return (server, address) }
    }
    let server = MockServer(control: control, host: host, port: self.control.port ?? 0, tls: tls, own: own)
    return (server, try await start(server, terminal))
  }

  private func start(_ server: MockServer, _ terminal: LiveTerminal) async throws -> ServerAddress {
    do throws(MockServerError) {
      return try await server.start()
    } catch {
      terminal.fail("error: \(error)")
      throw ExitStatus.unavailable
    }
  }

  private func startProject(_ terminal: LiveTerminal, _ reports: ControlReports) throws -> LiveProject {
    var limits = MockEngine.Limits()
    if let journalBytes { limits.journalBytes = journalBytes }
    do {
      let project = try LiveProject(
        specs.loader, isWatching: watch, allowsEmpty: allowEmpty, broken: broken.files, limits: limits,
        polling: polling.interval
      ) { event in
        let message = show(event, on: terminal)
        reports.note(event, message)
      }
      terminal.warn(project.diagnostics)
      if !project.heldFiles.isEmpty {
        terminal.show(project.heldFiles.diagnostics)
        terminal.error(project.heldFiles.summary)
      }
      for notice in project.notices { terminal.note(notice) }
      return project
    } catch let error as SpecPathError {
      throw ExitStatus.report(error)
    } catch let error as SpecError {
      Terminal.show(error.diagnostics)
      terminal.fail("error: specs are invalid; fix the errors above and start again")
      throw ExitStatus.problems
    }
  }

  private var accessLog: AccessLogFormat? { logFormat ?? (logRequests ? .text : nil) }

  /// Prints an event, and returns its line.
  @discardableResult
  private func show(_ event: ProjectEvent, on terminal: LiveTerminal) -> String {
    let time = TimeOfDay.now
    let line: String
    switch event {
    case .reloaded(let reload):
      terminal.warn(reload.warnings)
      terminal.show(reload.errors)
      for notice in reload.notices + restartNotices(reload) { terminal.note(notice) }
      if BuiltInTLS.library == nil, let forward = reload.sets?.encryptedForward {
        terminal.note("\(forward) requires TLS, but \(BuiltInTLS.missing.reason)")
      }
      line = "\(reload)"
      terminal.announce("\(time) \(line)")
      return line
    case .rejected(let diagnostics, let held):
      terminal.show(diagnostics)
      line = "not reloaded: " + (held.isEmpty ? "the last valid version stays in use" : held.summary)
    case .waiting(let files):
      let names = files.joined(separator: ", ")
      line = "not reloaded yet: \(names) is being written; the last version stays in use"
    case .notice(let notice):
      terminal.note(notice)
      return notice
    case .unavailable(let error):
      var advice = ""
      if case .noRequestsLeft = error { advice = " ('--allow-empty' serves none)" }
      line = "not reloaded: \(error); the last valid version stays in use\(advice)"
    }
    terminal.error("\(time) \(line)")
    return line
  }

  /// Returns notices about server settings that an edit has changed, except for those that an option overrides.
  private func restartNotices(_ reload: Reload) -> [String] {
    func notice<Value: Equatable>(_ option: Value?, _ name: String, _ setting: (ProjectSettings.Server) -> Value)
      -> String?
    {
      if socket != nil, name != "threads" { return nil }
      let (old, new) = (setting(reload.serverSettings.old), setting(reload.serverSettings.new))
      if option != nil || old == new { return nil }
      return "'server.\(name)' is \(new) now, not \(old), from the next start of the server"
    }
    let areLimitsOther = reload.serverSettings.old.limits != reload.serverSettings.new.limits
    let limits = areLimitsOther ? "'server.limits' apply from the next start of the server" : nil
    let sources = (tls.source(reload.serverSettings.old.tls), tls.source(reload.serverSettings.new.tls))
    var isTLSOther = sources.0 != sources.1 ? "the server's certificate applies from the next start" : nil
    if isTLSOther != nil, sources.1 != .none, BuiltInTLS.library == nil {
      isTLSOther = "the next start will fail, since it requires TLS, but \(BuiltInTLS.missing.reason)"
    }
    return [
      notice(host, "host", \.host), notice(port, "port", \.port), notice(threads, "threads", \.threads), limits,
      isTLSOther,
    ]
    .compactMap(\.self)
  }
}
