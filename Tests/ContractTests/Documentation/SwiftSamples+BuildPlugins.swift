import Foundation
import MockSpecURLSession

// The samples of the article "BuildPlugins".

extension Bundle {
  /// As SwiftPM generates it for a target with resources.
  fileprivate static var module: Bundle { .main }
}

extension MockSelection {
  /// As the plugin generates it.
  fileprivate static func login(_ response: LoginResponse) -> MockSelection {
    MockSelection(response.name, for: MockRequestName("Login"))
  }

  fileprivate struct LoginResponse {
    let name: String
    static var offline: LoginResponse { LoginResponse(name: "Offline") }
  }
}

private func load() async throws {
  let mocks = try await MockInterceptor(specs: .compiled(in: .module))

  try mocks.select(.login(.offline))
}

private func loadFromTheApp() async throws {
  let mocks = try await MockInterceptor(specs: .compiled(in: .main))

  _ = mocks
}
