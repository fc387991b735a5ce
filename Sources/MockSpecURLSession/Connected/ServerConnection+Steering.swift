import Foundation
import MockSpec
import MockSpecDiagnostics

// Changes of the session, by the app's screen or by tests. All methods block the thread until the server has answered.
// They throw `UnknownNameError` for a name that the server doesn't have, or `MockSpecError.serverUnavailable`.
extension ServerConnection {
  func select(_ response: String, for request: String) throws {
    try call("PUT", ["requests", request, "selection"], Self.json { $0.member("response", response) })
  }

  func deselect(_ request: String) throws { try call("DELETE", ["requests", request, "selection"]) }

  func activate(scene: String) throws { try call("PUT", ["scene"], Self.json { $0.member("scene", scene) }) }

  func deactivateScene() throws { try call("DELETE", ["scene"]) }

  func setState(_ state: String, to value: String) throws {
    try call("PUT", ["states", state], Self.json { $0.member("value", value) })
  }

  /// Returns the items of a collection as a JSON array.
  func items(of collection: String) throws -> Data { try call("GET", ["collections", collection]) }

  /// Returns each item of a reply as JSON.
  static func itemTexts(_ data: Data, from server: MockServerURL) throws -> [String] {
    guard let texts = SentItems.texts(Array(data)) else {
      throw ServerFailure.incomprehensible(server, NotItems()).error(url: nil)
    }
    return texts
  }

  private struct NotItems: Error, CustomStringConvertible {
    let description = "it isn't a JSON array of items"
  }

  func setItems(_ json: [UInt8], of collection: String) throws { try call("PUT", ["collections", collection], json) }

  func resetItems(of collection: String) throws { try call("DELETE", ["collections", collection]) }

  func setEnabled(_ isEnabled: Bool, for request: String) throws {
    try call("PUT", ["requests", request, "enabled"], Self.json { $0.member("enabled", isEnabled) })
  }

  func reset() throws { try call("DELETE", ["selections"]) }

  /// Throws an error unless the server has a request.
  func require(_ request: String) throws { try call("GET", ["requests", request]) }

  func state() throws -> StateMessage {
    let state = Self.decode(try call("GET", ["state"]), as: StateMessage.self, from: server)
    return try state.mapError { $0.error(url: nil) }.get()
  }

  private static func json(_ write: (inout JSONText) -> Void) -> [UInt8] {
    var json = JSONText()
    json.object(write)
    return json.bytes
  }
}
