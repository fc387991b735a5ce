import Foundation
import MockSpecClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct DownloadTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    try folder.save("old", to: "file")
    file = URL(fileURLWithPath: folder.path).appendingPathComponent("file")
  }

  private func call(_ server: HTTPServer) -> Site {
    var call = Site(server)
    call.destination = .file(file)
    return call
  }

  private var contents: String { get throws { try String(contentsOf: file, encoding: .utf8) } }
  private var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) } }

  @Test func `the file takes the place of an old one at the end`() async throws {
    let gate = Gate()
    let server = try HTTPServer { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + String(repeating: "a", count: 100_000))
      gate.block()
      try socket.send(String(repeating: "b", count: 100_000))
      return true
    }
    let running = ServiceClient.test().start(call(server))
    for await progress in running.progress where progress.receivedBytes == 100_000 {
      #expect(progress.downloadFraction == 0.5)
      break
    }
    #expect(try contents == "old")
    gate()
    let response = try await running.response
    #expect(response.file == file)
    #expect(response.body.isEmpty)
    #expect(try contents == String(repeating: "a", count: 100_000) + String(repeating: "b", count: 100_000))
    #expect(try response.text().count == 200_000)
    #expect(try files == ["file"])
  }

  @Test func `an empty body makes an empty file`() async throws {
    _ = try await ServiceClient.test().response(of: call(try HTTPServer()))
    #expect(try contents == "")
  }

  @Test func `a status that isn't accepted leaves the file, and its body is in memory`() async throws {
    let server = try HTTPServer(status: 500, body: "wrong")
    let error = await #expect(throws: ServiceError.self) { try await ServiceClient.test().response(of: call(server)) }
    #expect(error?.response?.body == Data("wrong".utf8))
    #expect(try contents == "old")
    #expect(try files == ["file"])
  }

  @Test func `a body that ends early leaves the file`() async throws {
    let server = try HTTPServer { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
      return false
    }
    await #expect(throws: ServiceError.self) { try await ServiceClient.test().response(of: call(server)) }
    #expect(try contents == "old")
    #expect(try files == ["file"])
  }

  @Test func `a cancelled call leaves the file`() async throws {
    let server = try HTTPServer { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
      return true
    }
    let running = ServiceClient.test().start(call(server))
    for await progress in running.progress where progress.receivedBytes == 4 { break }
    running.cancel()
    await #expect(throws: ServiceError.self) { try await running.response }
    #expect(try contents == "old")
    #expect(try files == ["file"])
  }

  @Test func `a file can have the longest name`() async throws {
    var call = call(try HTTPServer(body: "new"))
    let long = file.deletingLastPathComponent().appendingPathComponent(String(repeating: "a", count: 255))
    call.destination = .file(long)
    _ = try await ServiceClient.test().response(of: call)
    #expect(try String(contentsOf: long, encoding: .utf8) == "new")
  }

  @Test func `a destination that isn't a file's URL is an error`() async throws {
    var call = call(try HTTPServer(body: "new"))
    call.destination = .file(try #require(URL(string: "https://a.test\(file.path)?token=abcdef")))
    let error = await #expect(throws: ServiceError.self) { try await ServiceClient.test().response(of: call) }
    let text = try #require(error?.description)
    #expect(text.hasSuffix("\(file.path)?token=‹redacted, 6 characters›: not the URL of a file"))
    #expect(try contents == "old")
  }

  @Test func `a folder that doesn't exist is an error`() async throws {
    var call = call(try HTTPServer(body: "new"))
    call.destination = .file(file.appendingPathComponent("below"))
    let error = await #expect(throws: ServiceError.self) { try await ServiceClient.test().response(of: call) }
    guard case .destination(let cause) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((cause as? POSIXError)?.code == .ENOTDIR)
    #expect(error?.description.contains("can't be saved to '\(file.path)/below': ") == true)
  }
}
