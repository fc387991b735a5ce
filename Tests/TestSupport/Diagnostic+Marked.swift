package import MockSpecDiagnostics

extension Diagnostic {
  /// The whole source, with 1️⃣ around what is wrong and 2️⃣, 3️⃣ … around the notes' places. Notes of another file are
  /// left out, and a diagnostic about a file as a whole has no source.
  package var marked: String? {
    guard let range else { return nil }
    let notes = notes.map(\.range).filter { $0.file === range.file }
    return MarkedText.mark(range.file.bytes, [range.bytes] + notes.map(\.bytes))
  }
}
