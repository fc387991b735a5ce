import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct UploadTests {
  enum Change: CaseIterable { case removed, folder }

  /// Changes the file of a body after the call was prepared.
  private struct Changing: Middleware {
    let change: Change
    let file: URL

    func willSend(_ request: PreparedRequest, for call: ServiceCall) async {
      try? FileManager.default.removeItem(at: file)
      if change == .folder { try? FileManager.default.createDirectory(at: file, withIntermediateDirectories: false) }
    }
  }

  @Test(arguments: Change.allCases)
  func `a file that is removed or replaced by a folder before it is sent is an error`(change: Change) async throws {
    let folder = try TemporaryFolder(["a.txt": "text"])
    let file = URL(fileURLWithPath: folder["a.txt"])
    let server = try HTTPServer()
    var call = DeclaredCall(.put, .file(file))
    call.baseURL = server.url
    let client = ServiceClient<DeclaredCall>(
      configuration: .test, middleware: [Changing(change: change, file: file)])
    let error = await #expect(throws: ServiceError.self) { try await client.response(of: call) }
    let text = error?.description ?? ""
    #expect(text.contains("DeclaredCall: body: \(file.path): "), "\(text)")
    #expect(server.requests.isEmpty)
  }

  @Test func `a call is cancelled while the files of its body are copied`() async throws {
    let folder = try TemporaryFolder([:])
    let file = URL(fileURLWithPath: folder["large"])
    // Without blocks on the disk: only copying it takes long.
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 1 << 33)
    try handle.close()
    let server = try HTTPServer()
    var call = DeclaredCall(.put, .multipart([.file("file", file)]))
    call.baseURL = server.url
    let client = ServiceClient<DeclaredCall>(configuration: .test)
    let task = Task { [call] in try await client.response(of: call) }
    task.cancel()
    let error = await #expect(throws: ServiceError.self) { try await task.value }
    #expect(error?.isCancelled == true)
    #expect(server.requests.isEmpty)
  }
}
