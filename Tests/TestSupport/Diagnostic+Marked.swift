package import MockSpecDiagnostics

extension Diagnostic {
  /// The whole source with 1️⃣ around the diagnostic's range and 2️⃣, 3️⃣ … around the notes' ranges, or `nil` if the diagnostic
  /// has no range. Notes in other files are omitted.
  package var marked: String? {
    guard let range else { return nil }
    let notes = notes.map(\.range).filter { $0.file === range.file }
    return MarkedText.mark(range.file.bytes, [range.bytes] + notes.map(\.bytes))
  }
}
