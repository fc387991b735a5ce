import Logging

extension Logger {
  /// A logger without output, since service-lifecycle logs each step of a shutdown.
  static var silent: Logger { Logger(label: "mockspec") { _ in SwiftLogNoOpLogHandler() } }
}
