import MockSpecDiagnostics

/// The markers of an unresolved merge conflict, as Git writes them.
///
/// A file with both sides of a conflict causes many follow-on errors. One error that names the markers replaces them. A
/// single remaining marker is an error of its own.
struct MergeConflict {
  private let source: SourceFile
  /// The first marker of each kind, in the order of the text.
  private let markers: [SourceRange]
  /// Whether both sides of the conflict are in the text.
  let isWhole: Bool

  /// `nil` if no line is a marker. A line of `=======` alone can be an underline, unless it follows an entry of YAML or
  /// JSON.
  init?(in source: SourceFile) {
    var markers: [UInt8: SourceRange] = [:]
    source.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      var followsEntry = false
      while start < bytes.count {
        let line = bytes[start...].prefix { !$0.isLineBreak }
        if let sign = Self.sign(ofMarker: line), markers[sign] == nil, sign != UInt8(ascii: "=") || followsEntry {
          markers[sign] = SourceRange(file: source, bytes: line.indices)
        }
        followsEntry = line.contains(UInt8(ascii: ":")) || line.contains { "{}[]".utf8.contains($0) }
        start = line.endIndex + 1
      }
    }
    markers[UInt8(ascii: "|")] = markers.count > 1 ? markers[UInt8(ascii: "|")] : nil
    if markers.isEmpty { return nil }
    self.source = source
    self.markers = markers.values.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
    isWhole = markers[UInt8(ascii: "<")] != nil && markers[UInt8(ascii: ">")] != nil
  }

  /// Returns the character of a marker: seven times the same one, then a space or the end of the line.
  private static func sign(ofMarker line: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
    let marker = line.prefix(7)
    guard marker.count == 7, let sign = marker.first, "<|=>".utf8.contains(sign), marker.allSatisfy({ $0 == sign }),
      line.count == 7 || line[line.startIndex + 7].isBlank
    else { return nil }
    return sign
  }

  /// - Parameter code: The code of the format's syntax errors.
  func diagnostic(_ code: String) -> Diagnostic {
    guard isWhole else {
      return Diagnostic(
        code, "the marker '\(markers[0].text.prefix(7))' is left over from a merge conflict", at: markers[0],
        notes: notes, help: "remove the line, and what belongs to the side that you don't keep")
    }
    return Diagnostic(
      code, "the file has an unresolved merge conflict, found '\(markers[0].text.prefix(7))' at the start of a line",
      at: markers[0],
      notes: notes,
      help: "keep the lines of one side, and remove the lines with '<<<<<<<', '=======' and '>>>>>>>'")
  }
  private var notes: [Diagnostic.Note] {
    markers.dropFirst().map { .init("'\($0.text.prefix(7))' belongs to the conflict", at: $0) }
  }

  /// Whether a diagnostic is caused by a remaining marker: a key of both sides, or an error next to the marker.
  func explains(_ diagnostic: Diagnostic) -> Bool {
    if diagnostic.code == "duplicate-key" { return true }
    guard let start = diagnostic.range?.bytes.lowerBound else { return false }
    return markers.contains { marker in
      let gap = min(start, marker.bytes.lowerBound)..<max(start, marker.bytes.lowerBound)
      return source.bytes[gap].dropFirst(start > gap.lowerBound ? marker.bytes.count : 0).allSatisfy { $0.isSpace }
    }
  }

  /// The text with the markers replaced by spaces.
  var withoutMarkers: [UInt8] {
    var bytes = source.bytes
    for marker in markers { for index in marker.bytes { bytes[index] = UInt8(ascii: " ") } }
    return bytes
  }
}
