import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if DEBUG
  import MockSpecURLSession
#endif

enum Network {
  #if DEBUG
    static let mocks = try! MockInterceptor(specs: .bundle(.main, folder: "Mocks"))
    static let session = URLSession(configuration: mocks.sessionConfiguration())
  #else
    static let session = URLSession(configuration: .default)
  #endif
}

struct Client: Sendable {
  let session: URLSession

  init(_ configuration: URLSessionConfiguration = .default) { session = URLSession(configuration: configuration) }
}

/// The script of the article "Mocks and Release Builds".
struct ReleaseCheckTests {
  @Test func `the script finds mocks in an app, and nothing in one without`() async throws {
    let article = try Article("Sources/MockSpecURLSession/Documentation.docc/ReleaseBuilds.md")
    let script = try #require(article.blocks.first { $0.language == "sh" }).text
    let folder = try TemporaryFolder([
      "no-mocks.sh": script,
      "With.app/App": "\u{0}\u{1}$s18MockSpecURLSession15MockInterceptorC\u{0}", "With.app/Info": "Info",
      "Without.app/App": "\u{0}\u{1}$s7Example\u{0}",
    ])
    func run(_ app: String) throws -> (status: Int32, message: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [folder["no-mocks.sh"], app]
      process.currentDirectoryURL = URL(filePath: folder.path)
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, message)
    }
    #expect(try run("With.app") == (1, "mocks are in: With.app/App\n"))
    #expect(try run("Without.app") == (0, ""))
    let missing = try run("None.app")
    #expect(missing.status == 1)
    #expect(missing.message.hasSuffix("no such file: None.app\n"))
  }
}
