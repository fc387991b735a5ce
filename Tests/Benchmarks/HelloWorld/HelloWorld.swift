// Imports the same modules as `mockspec` and does nothing: the shortest run that those imports allow.
import ArgumentParser
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import UnixSignals

@main
struct HelloWorld: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "hello", version: "hello, world")

  func run() async throws {}
}
