import Logging

extension Logger {
  /// Service-lifecycle logs its own doings, which nobody asked for.
  static var silent: Logger { Logger(label: "mockspec") { _ in SwiftLogNoOpLogHandler() } }
}
