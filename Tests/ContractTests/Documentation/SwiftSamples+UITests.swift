import Foundation
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The samples of "Mocks in UI tests".
extension SwiftSamples {
  /// What the samples use of XCTest's class.
  final class XCUIApplication {
    var launchArguments: [String] = []
    func launch() {}
  }

  enum Network {
    static let mocks = try! MockInterceptor.fromLaunch()
    static let session = URLSession(configuration: mocks?.sessionConfiguration() ?? .default)
  }

  static func uiTest() throws {
    let launch = MockLaunch()
      .respond(to: "api.example.com/login", method: .post).with(status: 401).once()
      .respond(to: "api.example.com/login", method: .post).with(json: #"{"token": "abc"}"#).always()
      .respond(to: "api.example.com/items", method: .get)
      .when(query: ["page": 2], headers: ["Authorization": .startsWith("Bearer ")])
      .with(file: "Bodies/items.json", delay: .milliseconds(500)).times(3)
      .respond(to: "/images/**").withDroppedConnection().always()

    let app = XCUIApplication()
    app.launchArguments += try launch.arguments
    app.launch()
  }

  static func severalLaunches(_ app: XCUIApplication, usual: MockLaunch, special: MockLaunch) throws {
    app.launchArguments = try usual.arguments + special.arguments
  }

  static func launchWithSpecs() -> MockLaunch {
    let launch = MockLaunch("specs")
      .scene("Airplane mode")
      .select("Busy", for: "Item details")

    return launch
  }
}
