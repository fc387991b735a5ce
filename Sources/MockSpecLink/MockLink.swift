import Foundation
import MockSpecControl
import MockSpecServer
public import MockSpecURLSession

/// Lets commands and the panel steer an app that runs a `MockInterceptor`, as they steer `mockspec serve`.
///
///     let mocks = try await MockInterceptor(specs: "specs")
///     let link = try await MockLink.start(mocks)
///     print("steer this app on \(link.url)/__mockspec/")
///
/// A link listens on 127.0.0.1 only, and every caller needs the token. It ends with the interceptor, which it doesn't
/// retain, or with ``stop()``; keeping a reference to it isn't necessary. All members can be used from any thread.
public final class MockLink: Sendable {
  /// The base URL, such as `http://127.0.0.1:49152`; the panel is at `/__mockspec/` below it.
  public let url: String
  /// The port that the link listens on, never 0.
  public let port: Int
  /// Ends when the link has ended.
  private let watch: Task<Void, Never>

  private init(_ address: ServerAddress, _ watch: Task<Void, Never>) {
    url = address.url
    port = address.port
    self.watch = watch
  }

  /// Starts a link. It accepts connections when the method returns.
  ///
  /// - Parameters:
  ///   - mocks: The interceptor that is steered.
  ///   - token: What callers have to send as `Authorization: Bearer`: at least 16 visible ASCII characters. By default,
  ///     the environment's `MOCKSPEC_TOKEN`, which the commands use, too.
  ///   - port: The port to listen on; 0 for any free port.
  ///   - portFile: The path of a file to which the port and a line feed are written, with mode 0600. An existing file
  ///     is replaced, since a killed process leaves its file behind. The file is removed when the link ends. By
  ///     default, the environment's `MOCKSPEC_LINK_PORT_FILE`; no file if that isn't set or is empty.
  /// - Throws: `MockLinkError` if there is no token, the token is too short, or the file can't be written;
  ///   `MockServerError` if the port is in use or not permitted.
  @discardableResult
  public static func start(
    _ mocks: MockInterceptor, token: String? = nil, port: Int = 0, portFile: String? = nil
  ) async throws -> MockLink {
    try await start(
      mocks, token: token, port: port, portFile: portFile, environment: ProcessInfo.processInfo.environment)
  }

  static func start(
    _ mocks: MockInterceptor, token: String? = nil, port: Int = 0, portFile: String? = nil,
    environment: [String: String]
  ) async throws -> MockLink {
    var options = ControlOptions()
    options.token = try LinkToken.checked(token, environment)
    options.isInApp = true
    let path = [portFile, environment["MOCKSPEC_LINK_PORT_FILE"]].compactMap { $0 }.first { !$0.isEmpty }
    if let path { try PortFile.check(path) }

    let control = MockControl(mocks.engine, options: options)
    let files = mocks.fileEvents
    control.note(mocks.statusOfFiles)
    let server = MockServer(control: control, port: port)
    let address = try await server.start()
    let file: PortFile?
    do {
      file = try path.map { try PortFile(writing: address.port, to: $0) }
    } catch {
      await server.stop()
      throw error
    }
    let watch = Task {
      // They end with the interceptor.
      for await event in files { control.note(event) }
      file?.remove()
      await server.stop()
    }
    return MockLink(address, watch)
  }

  /// Ends the link: removes the port file, and closes the connections. Calls that are being answered have two seconds to
  /// finish. Can be called repeatedly.
  public func stop() async {
    watch.cancel()
    await watch.value
  }
}

extension MockControl {
  fileprivate func note(_ status: (warnings: [Diagnostic], problem: MockEvent?)) {
    projectReloaded("loaded", status.warnings)
    if let problem = status.problem { note(problem) }
  }

  fileprivate func note(_ event: MockEvent) {
    switch event {
    case .reloaded(let reload): projectReloaded("\(reload)", reload.warnings, heldFiles: reload.heldFiles)
    case .rejected(let diagnostics):
      projectRejected("not reloaded: the last valid version stays in use", diagnostics)
    case .unavailable(let error):
      projectRejected("not reloaded: \(error); the last valid version stays in use", [])
    case .waiting, .notice, .answered, .unmatched: break
    }
  }
}
