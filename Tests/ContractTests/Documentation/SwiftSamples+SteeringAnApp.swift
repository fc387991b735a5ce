import MockSpecLink
import MockSpecURLSession

extension SwiftSamples {
  static func steeringAnApp() async throws {
    let mocks = try await MockInterceptor(specs: "specs")
    do {
      let link = try await MockLink.start(mocks)
      print("panel: \(link.url)/__mockspec/")
    } catch MockLinkError.noToken {
      // The app was started without MOCKSPEC_TOKEN: it isn't steered.
    }
  }
}
