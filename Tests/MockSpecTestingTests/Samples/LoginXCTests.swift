import Foundation
import MockSpecTesting
import XCTest

// The samples of the article "XCTest", as tests that run.

final class LoginXCTests: MockTestCase {
  func testLogIn() async throws {
    let api = API(session: scope.session)
    let isLoggedIn = try await api.logIn()
    XCTAssertTrue(isLoggedIn)
    expect(.calls(to: "Login", exactly: 1))
  }

  func testOffline() async throws {
    try mocks.select("Offline", for: "Login")
    do {
      _ = try await API(session: scope.session).logIn()
      XCTFail("no error")
    } catch let error as URLError {
      XCTAssertEqual(error.code, .notConnectedToInternet)
    }
  }
}
