import Dispatch
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The limits on the time of bodies that are sent to another server as they arrive.
@Suite(.timeLimit(.minutes(20)))
struct UploadTimeTests {
  enum Version: CaseIterable { case http1, http2 }

  /// Sends the head of a request and the beginning of its body, then the end of it if `beforeEnd` is set.
  private static func begin(
    _ version: Version, _ live: LiveServer, beforeEnd: (() async throws -> Void)? = nil
  ) async throws -> (status: Int?, body: String) {
    switch version {
    case .http1:
      let client = try live.client()
      try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\nfirst")
      if let beforeEnd {
        try await beforeEnd()
        try await client.send("end")
      }
      let answer = try await client.answer()
      return (answer.status, answer.body)
    case .http2:
      let client = try await StreamUploadTests.begin(live)
      if let beforeEnd {
        try await beforeEnd()
        try await client.send(.init(kind: .data, flags: 1, stream: 1, payload: Array("end".utf8)))
      }
      let answer = try await client.answer()
      return (answer.status, answer.body)
    }
  }

  @Test(arguments: Version.allCases)
  func `the timeout counts when the whole body was sent, not while the client is awaited`(version: Version) async throws
  {
    let hasWaited = DispatchSemaphore(value: 0)
    try await UploadTests.run(
      timeout: "1s",
      { origin in
        var received = Received(origin)
        try received.receive("end")
        hasWaited.wait()
      },
      { live, _ in
        let answer = try await Self.begin(version, live) {
          // Another call reaches its limit meanwhile.
          let other = try live.client()
          try await other.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nother")
          #expect(try await other.answer().status == 502)
        }
        // FrameClient doesn't decode this status.
        #expect(answer.status == (version == .http1 ? 502 : 0))
        #expect(answer.body.contains("hasn't answered within 1.0 seconds"), "\(answer.body)")
        hasWaited.signal()
      })
  }

  @Test(arguments: Version.allCases)
  func `a body that is slower than the rate is 408, and resets the connection to the origin`(
    version: Version
  ) async throws {
    let origin = BrokenUpload()
    let limits = ConnectionLimitTests.limits {
      $0.server.bodyRate = 1_000
      $0.bodyGrace = .seconds(2)
    }
    try await UploadTests.run(
      limits: limits, origin.serve,
      { live, engine in
        let answer = try await Self.begin(version, live)
        #expect(answer.body == "the body was received at less than 1000 bytes per second\n")
        #expect(await origin.end() == ECONNRESET)
        #expect(await live.nextServed()?.status == 408)
        #expect(engine.session.calls.isEmpty)
      })
  }
}
