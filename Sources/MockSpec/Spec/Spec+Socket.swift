import MockSpecDiagnostics
import MockSpecDocument

extension Spec {
  /// A WebSocket as written.
  final class Socket: Sendable {
    struct Entry: Sendable {
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

    /// All texts of the messages, also those inside of JSON.
    var texts: [Located<String>] { entries.compactMap(\.send).flatMap(\.texts) }
  }
}

extension Spec.Body {
  /// The texts of a text or of JSON.
  var texts: [Located<String>] {
    switch self {
    case .text(let text): [text]
    case .json(let node): node.subtree.filter { $0.kind == .string }.map { Located($0.text, at: $0.range) }
    case .file, .base64, .stream: []
    }
  }
}
