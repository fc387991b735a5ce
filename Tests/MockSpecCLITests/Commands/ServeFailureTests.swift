import Foundation
import TestSupport
import Testing

/// `mockspec serve` that can't start, while its standard error is read late.
@Suite(.timeLimit(.minutes(20)))
struct ServeFailureTests {
  /// A pipe that accepts no more bytes until it is read.
  private static func fullPipe() -> (pipe: Pipe, count: Int) {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    var count = 0
    while write(descriptor, "x", 1) == 1 { count += 1 }
    _ = fcntl(descriptor, F_SETFL, flags)
    return (pipe, count)
  }

  /// The standard error of a program, which isn't read before the program has waited for longer than the time that an
  /// output has at the end of a server.
  private static func lateErrors(of arguments: [String], in folder: String) async throws -> (String, status: Int32) {
    let (pipe, count) = fullPipe()
    let output = Pipe()
    let process = try ChildProcess(
      Program.path, arguments, in: folder, output: output.fileHandleForWriting, errors: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          process.wait()
          ended.signal()
        }
        #expect(ended.wait(timeout: .now() + 3) == .timedOut)
        let text = pipe.fileHandleForReading.readDataToEndOfFile().dropFirst(count)
        continuation.resume(returning: (String(decoding: text, as: UTF8.self), process.wait()))
      }
    }
  }

  @Test func `errors of specs aren't lost when they are read late`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\nrequests: 1\n"])
    let (errors, status) = try await Self.lateErrors(of: ["serve", ".", "--port", "0"], in: folder.path)
    #expect(status == 1)
    #expect(errors.contains("requests: 1"))
    #expect(errors.hasSuffix("error: specs are invalid; fix the errors above and start again\n"))
  }

  @Test func `an error of the server isn't lost when it is read late, nor the warnings before`() async throws {
    let socket = try TCPSocket.listening()
    let folder = try TemporaryFolder([
      "a.mock.yaml": "mockspec: 1\nrequests:\n  A: {match: GET /a, responses: {R: {status: 204, text: x}}}\n"
    ])
    let (errors, status) = try await Self.lateErrors(of: ["serve", ".", "--port", "\(socket.port)"], in: folder.path)
    #expect(status == 69)
    let lines = errors.split(separator: "\n")
    #expect(lines.first?.contains("warning: 'R' has a body") == true)
    #expect(lines.last?.hasPrefix("error: ") == true)
  }
}
