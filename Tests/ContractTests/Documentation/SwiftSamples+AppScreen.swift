import Foundation
import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(SwiftUI)
  import MockSpecUI
  import SwiftUI
#endif

// The samples of the article "The App's Screen". Those with SwiftUI are only compiled on Apple platforms.
extension SwiftSamples {
  @MainActor
  static func appScreen(_ mocks: MockInterceptor) throws {
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    let store = FileSelectionStore(folder.appendingPathComponent("mocks.json"))
    try mocks.persistSelections(in: store)

    let screen = MockScreen(mocks)
    screen.search = "login"
    for group in screen.groups {
      print(group.title)
      for request in group.requests { print("  \(request.name): \(request.current)") }
    }
    screen.select("Offline", for: "Login")
    if let call = screen.calls.first { print(screen.details(of: call)) }
  }
}

#if canImport(SwiftUI)
  private struct ContentView: View {
    var body: some View { EmptyView() }
  }
#endif

private enum Apps {
  enum Network {
    static let mocks = try! MockInterceptor(specs: .bundle(.main, folder: "Mocks"))
    static let session = URLSession(configuration: mocks.sessionConfiguration())
  }

  #if canImport(SwiftUI)
    struct ExampleApp: App {
      var body: some Scene {
        WindowGroup { ContentView().mockScreenOnShake(Network.mocks) }
      }
    }
  #endif
}
