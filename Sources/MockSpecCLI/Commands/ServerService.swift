import MockSpecServer
import MockSpecWatcher
import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs the servers until swift-service-lifecycle receives a signal.
struct ServerService: Service {
  let servers: [MockServer]
  let project: LiveProject
  /// Called once signals are handled, so that a script can stop the server as soon as it reads the ready line.
  let onReady: @Sendable () -> Void

  func run() async throws {
    // The service group ignores further signals.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    let hadTerminal = Terminal.isAttached
    let reloads = Task {
      for await _ in hangups {
        // The same signal tells that the terminal was closed.
        if hadTerminal, !Terminal.isAttached { kill(getpid(), SIGTERM) } else { project.reload() }
      }
    }
    defer { reloads.cancel() }
    onReady()
    try? await gracefulShutdown()
    let abort = Task {
      for await _ in signals.dropFirst() { for server in servers { server.abort() } }
    }
    for server in servers { await server.stop() }
    abort.cancel()
  }
}
