import MockSpecDiagnostics
import MockSpecDocument

extension Spec {
  /// A WebSocket as written.
  final class Socket: Sendable {
    struct Entry: Sendable {
      let range: SourceRange
      var plan = SocketPlan.Entry()
      var receive: BodyRule?
      /// The content of its message: JSON, a text or bytes.
      var send: Body?
    }

    let protocols: [String]
    let entries: [Entry]
    let otherwise: SocketPlan.Otherwise

    init(protocols: [String], entries: [Entry], otherwise: SocketPlan.Otherwise) {
      (self.protocols, self.entries, self.otherwise) = (protocols, entries, otherwise)
    }
  }
}
