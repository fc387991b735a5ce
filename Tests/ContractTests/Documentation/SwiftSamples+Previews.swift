import Foundation
import MockSpecURLSession
import Observation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif

// The samples of the article "Previews".

final class PreviewMocks: Sendable {
  let mocks: MockInterceptor
  let session: URLSession

  init(_ selections: [String: String] = [:], scene: String? = nil) {
    do {
      mocks = try MockInterceptor(specs: "specs", watch: false)
      if let scene { try mocks.activate(scene: scene) }
      for (request, response) in selections { try mocks.select(response, for: request) }
    } catch {
      fatalError("\(error)")  // The preview shows it, with the location of the mistake.
    }
    session = URLSession(configuration: mocks.sessionConfiguration())
  }
}

@MainActor @Observable
final class ItemModel {
  private(set) var text = "Loading"
  private let session: URLSession
  private let mocks: PreviewMocks?

  init(session: URLSession, keeping mocks: PreviewMocks? = nil) {
    self.session = session
    self.mocks = mocks
  }

  func load() async {
    do {
      let (data, _) = try await session.data(from: URL(string: "https://api.example.com/item")!)
      text = String(decoding: data, as: UTF8.self)
    } catch {
      text = "Try again: \(error.localizedDescription)"
    }
  }
}

extension ItemModel {
  static func preview(_ response: String) -> ItemModel {
    let mocks = PreviewMocks(["Item": response])
    return ItemModel(session: mocks.session, keeping: mocks)
  }
}

#if canImport(SwiftUI)
  private struct ItemView: View {
    let model: ItemModel
    var body: some View { Text(model.text).task { await model.load() } }
  }

  #Preview("Found") { ItemView(model: .preview("Found")) }
  #Preview("Offline") { ItemView(model: .preview("Offline")) }
#endif

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct PreviewSampleTests {
  @Test func `the model of a preview has the selected response`() async throws {
    let mocks = PreviewMocks()
    try mocks.mocks.add(
      MockedRequest("Item", .get, "https://api.example.com/item") {
        MockedResponse("Found", text: "a lamp")
        MockedResponse("Offline", error: .notConnectedToInternet)
      })
    let model = ItemModel(session: mocks.session, keeping: mocks)
    await model.load()
    #expect(model.text == "a lamp")
    try mocks.mocks.select("Offline", for: "Item")
    await model.load()
    #expect(model.text.hasPrefix("Try again"))
  }
}
