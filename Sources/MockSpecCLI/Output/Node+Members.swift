import MockSpecDiagnostics
import MockSpecDocument

extension Node {
  /// Returns the text of a member; `nil` if it is missing or null.
  func text(of name: String) -> String? {
    guard let member = value(name), member.isScalar, member.kind != .null else { return nil }
    return member.text
  }

  /// Returns the number of a member; 0 if there is none.
  func count(of name: String) -> Int { value(name)?.intValue ?? 0 }

  /// Returns the elements of a member; empty if there is none.
  func elements(of name: String) -> Elements { (value(name) ?? self).elements }

  /// The JSON text as it was received.
  var source: String { range.text }
}
