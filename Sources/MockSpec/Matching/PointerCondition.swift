import MockSpecDocument
import MockSpecSchema

/// A condition on the value at one location of a JSON body.
struct PointerCondition: Sendable, Equatable {
  let pointer: JSONPointer
  let condition: Condition

  /// Returns the value that the pointer refers to: the content of a string, or the JSON text of another scalar. Objects
  /// and arrays have no text, since they can be written in many ways.
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
