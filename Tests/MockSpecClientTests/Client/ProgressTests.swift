import Foundation
import HTTPTypes
import MockSpecClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ProgressTests {
  @Test func `an upload reports the part that was sent`() async throws {
    let server = try HTTPServer(body: "ok")
    let body = RequestBody.data(Data(repeating: 1, count: 1_000_000))
    let running = ServiceClient.test([BodyMiddleware(body: body)]).start(Site(server, method: .post))
    var last = CallProgress()
    for await progress in running.progress {
      #expect(progress.sentBytes >= last.sentBytes)
      last = progress
    }
    #expect(last.uploadFraction == 1)
    #expect(last.bytesToSend == 1_000_000)
    #expect(last.downloadFraction == 1)
    #expect(last.receivedBytes == 2)
    #expect(server.requests.first?.body.count == 1_000_000)
  }

  @Test func `a size that isn't known has no fraction`() async throws {
    let server = try HTTPServer { _, socket in
      try socket.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc")
      return false
    }
    let running = ServiceClient.test().start(Site(server))
    var last: CallProgress?
    for await progress in running.progress { last = progress }
    #expect(last?.receivedBytes == 3)
    #expect(last?.downloadFraction == nil)
  }
}
