import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument

/// A call of a collection's request. Its body is parsed before the session's items are locked.
struct ItemCall: Sendable {
  let call: MockCall
  /// The id at the end of the path; `nil` if the path ends with the collection.
  let id: ExactText?
  /// The object in the body, or why there is none.
  let body: Result<Node, Problem>?

  /// - Parameters:
  ///   - call: The call.
  ///   - operation: What its request does.
  ///   - id: The id that the path captures, decoded.
  ///   - body: The body without its content codings.
  ///   - codingProblem: Why these can't be decoded; `nil` if they are.
  init(_ call: MockCall, _ operation: ItemOperation, id: String?, body: [UInt8], codingProblem: String? = nil) {
    self.call = call
    self.id = id.map(ExactText.init)
    self.body =
      switch operation {
      case .list, .get, .delete: nil
      case .create, .replace, .update:
        Result { () throws(Problem) in
          if let codingProblem { throw Problem(.malformed, codingProblem) }
          return try Self.object(body, call.unkeptBodySize)
        }
      }
  }

  private static func object(_ body: [UInt8], _ unkeptSize: Int?) throws(Problem) -> Node {
    if unkeptSize != nil { throw Problem(.malformed, "the body has more than \(DocumentLimits().bytes >> 20) MiB") }
    let parsed = DocumentParser.parse(body, path: "", format: .json)
    if let found = parsed.diagnostics.first {
      if found.code == "empty-file" { throw Problem(.malformed, "the body is empty: expected a JSON object") }
      throw Problem(
        .malformed, "the body, line \(found.start.line), column \(found.start.column): \(found.messageAboutBody)")
    }
    guard let root = parsed.document?.root, root.kind == .mapping else {
      throw Problem(.malformed, "the body is JSON, but not an object")
    }
    return root
  }

  /// Checks the preconditions of a call that changes an item (RFC 9110 §13.2.2).
  func checkPreconditions(_ item: Item) throws(Problem) {
    let current = EntityTag(item.entityTag)
    let matches = call.values(of: .ifMatch)
    if !matches.isEmpty, !EntityTags(matches).contain(current, isStrong: true) {
      throw Problem(.preconditionFailed, "the item has another version than those in 'If-Match': \(item.entityTag)")
    }
    let others = call.values(of: .ifNoneMatch)
    if !others.isEmpty, EntityTags(others).contain(current, isStrong: false) {
      throw Problem(.preconditionFailed, "the item has a version in 'If-None-Match': \(item.entityTag)")
    }
  }
}
