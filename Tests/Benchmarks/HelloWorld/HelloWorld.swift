// Imports what the command line imports, and does nothing: how soon such a program can be at its end.
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
