import Foundation
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The samples of the guide about connected mode.
extension SwiftSamples {
  static func connectedMode() throws {
    let server = URL(string: "http://127.0.0.1:8080")!
    let mocks = try MockInterceptor(server: server, session: "checkout")
    let session = URLSession(configuration: mocks.sessionConfiguration())

    try mocks.select("Offline", for: "Login")
    mocks.reset()

    _ = session
  }

  static func connectedModeWithToken(server: URL) throws {
    let mocks = try MockInterceptor(server: server, token: "the text in the file")
    _ = mocks
  }
}
