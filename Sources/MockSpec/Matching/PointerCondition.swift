import MockSpecDocument
import MockSpecSchema

/// A condition on the value at one location of a JSON body.
struct PointerCondition: Sendable, Equatable {
  let pointer: JSONPointer
  let condition: Condition

  /// Returns the value that the pointer refers to.
  func values(in root: Node) -> FoundValues { FoundValues(pointer.target(in: root).map { [$0] } ?? []) }
}
