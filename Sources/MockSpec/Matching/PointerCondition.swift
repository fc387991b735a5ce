import MockSpecDocument
import MockSpecSchema

/// What must stand at one place of a JSON body.
struct PointerCondition: Sendable {
  let pointer: JSONPointer
  let condition: Condition

  func mismatch(in root: Node) -> Mismatch? {
    condition.mismatch("JSON at", Self.values(at: pointer.target(in: root)))
  }

  /// Strings by their content, other scalars by their JSON text; objects and arrays have no text, since they can be
  /// written in many ways.
  static func values(at node: Node?) -> FoundValues {
    switch node?.kind {
    case nil: FoundValues()
    case .mapping: FoundValues(others: ["an object"])
    case .sequence: FoundValues(others: ["an array"])
    default: FoundValues(texts: [node?.text ?? ""])
    }
  }
}
