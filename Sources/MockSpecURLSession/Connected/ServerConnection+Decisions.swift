import Foundation
import MockSpec

extension ServerConnection {
  /// Asks the server for a decision, which counts as a call there.
  ///
  /// - Parameter completion: Called once unless the call is cancelled, on any thread except URLSession's own queue.
  func decide(
    _ call: MockCall, _ completion: @escaping @Sendable (Result<DecisionMessage, ServerFailure>) -> Void
  ) -> ServerCall {
    start("POST", ["decisions"], call.decisionMessage) { [server] result in
      completion(result.flatMap { Self.decode($0, from: server) })
    }
  }

  static func decode<Message: Decodable>(
    _ data: Data, as type: Message.Type = Message.self, from server: MockServerURL
  ) -> Result<Message, ServerFailure> {
    Result { try JSONDecoder().decode(type, from: data) }.mapError { .incomprehensible(server, $0) }
  }
}
