import MockSpecDocument
import MockSpecSchema

/// What must stand at one place of a JSON body.
struct PointerCondition: Sendable {
  let pointer: JSONPointer
  let condition: Condition

  /// Strings by their content, other scalars by their JSON text; objects and arrays have no text, since they can be
  /// written in many ways.
  func values(in root: Node) -> FoundValues {
    let node = pointer.target(in: root)
    return switch node?.kind {
    case nil: FoundValues()
    case .mapping: FoundValues(others: ["an object"])
    case .sequence: FoundValues(others: ["an array"])
    default: FoundValues(texts: [node?.text ?? ""])
    }
  }
}
