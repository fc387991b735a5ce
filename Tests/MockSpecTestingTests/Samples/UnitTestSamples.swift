import Foundation
import MockSpecTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code that the samples test.
struct API: Sendable {
  var session: URLSession = .shared

  @concurrent func logIn(_ email: String = "ada@example.com") async throws -> Bool {
    var request = URLRequest(url: URL(string: "https://api.example.com/v1/login")!)
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"email": "\#(email)"}"#.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let (_, response) = try await session.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode == 200
  }
}

// The samples of the article "Unit tests", as tests that run.

@Suite(.mocks("specs"))
struct LoginTests {
  @Test func `a user logs in`() async throws {
    let api = API(session: .mocked)
    #expect(try await api.logIn())
    Mocks.current.expectCalls(to: "Login", exactly: 1)
  }

  @Test(.mocks(select: ["Login": "Offline"]))
  func `the network is down`() async throws {
    let api = API(session: .mocked)
    await #expect(throws: URLError.self) { try await api.logIn() }
  }
}

struct FlightTests {
  @Test(.mocks("specs", scene: "Airplane mode"))
  func `nothing works in an airplane`() async throws {
    await #expect(throws: URLError.self) { try await API(session: .mocked).logIn() }
  }

  @Test(.mocks("specs"), arguments: ["eve@example.com", "bob@example.com"])
  func `a stranger can't log in`(email: String) async throws {
    #expect(try await API(session: .mocked).logIn(email) == false)
  }

  @Test(.mocks())
  func `a mock that only one test needs`() async throws {
    try Mocks.current.add(
      MockedRequest("Login", .post, "https://api.example.com/v1/login") {
        MockedResponse("Teapot", status: 418)
      })
    #expect(try await API(session: .mocked).logIn() == false)
  }
}

@Suite(.mocks("specs"))
struct CallTests {
  @Test(.mocks(expecting: [.calls(to: "Login", atMost: 2), .noCalls(to: "Sign out")]))
  func `calls are checked`() async throws {
    let mocks = Mocks.current
    let api = API(session: .mocked)
    Task { try await api.logIn() }

    let calls = try await mocks.calls(to: "Login", atLeast: 1, within: .seconds(60))
    #expect(calls[0].fields[.contentType] == "application/json")
    mocks.expectCalls(to: "Login", exactly: 1, where: { $0.bodySize > 10 })
    mocks.expectNoCalls(to: "Sign out")
  }

  @Test(.mocks(allowsUnmatched: true))
  func `a call that no request matches`() async throws {
    await #expect(throws: MockSpecError.self) {
      try await URLSession.mocked.data(from: URL(string: "https://tracking.example.com/")!)
    }
  }
}
