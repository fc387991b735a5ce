/// Draws diagnostics as compilers do: a headline, the source line, carets, notes and help.
///
///     specs/users.mock.yaml:12:7: error: unknown key 'staus' [unknown-key]
///        |
///     12 |       staus: 401
///        |       ^^^^^ did you mean 'status'?
package struct HumanRenderer: Sendable {
  package var usesColor: Bool

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  package func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { render($0) }.joined(separator: "\n")
  }

  package func render(_ diagnostic: Diagnostic) -> String {
    var text = headline(diagnostic) + "\n"
    let drawn = ([diagnostic.range].compactMap(\.self) + diagnostic.notes.map(\.range)).map { $0.start.line }
    let gutter = Gutter(width: String(drawn.max() ?? 1).count, palette: palette)
    if let range = diagnostic.range {
      text += gutter.snippet(range, label: diagnostic.label, mark: "^", style: palette.style(of: diagnostic.severity))
    }
    for note in diagnostic.notes {
      text += palette.bold(visible("\(note.range.place): ")) + palette.note("note: ") + visible(note.message) + "\n"
      text += gutter.snippet(note.range, label: nil, mark: "-", style: palette.note)
    }
    if let help = diagnostic.help {
      text += gutter.edge("=") + " " + palette.bold("help: ") + visible(help) + "\n"
    }
    return text
  }

  /// Returns the first line. It is complete without the lines below.
  func headline(_ diagnostic: Diagnostic) -> String {
    let start = diagnostic.start
    let place = palette.bold("\(visible(diagnostic.file)):\(start.line):\(start.column): ")
    let severity = palette.style(of: diagnostic.severity)(diagnostic.severity.rawValue + ": ")
    return place + severity + palette.bold(visible(diagnostic.message)) + " [\(diagnostic.code)]"
  }

  /// Makes control characters visible, since messages quote the user's text.
  private func visible(_ message: String) -> String { DisplayText(message).text }

  private var palette: Palette { Palette(isOn: usesColor) }
}

/// Draws the column of line numbers and the source lines next to it.
private struct Gutter {
  let width: Int
  let palette: Palette

  func edge(_ symbol: String, number: String = "") -> String {
    let padding = String(repeating: " ", count: max(0, width - number.count))
    return palette.dim(padding + number + " " + symbol)
  }

  /// Draws the first line of a range, and carets under the part of the range on it.
  func snippet(_ range: SourceRange, label: String?, mark: Character, style: (String) -> String) -> String {
    let line = range.start.line
    let lineBytes = range.file.lineRange(line)
    let from = min(range.bytes.lowerBound, lineBytes.upperBound)
    let to = max(from, min(range.bytes.upperBound, lineBytes.upperBound))
    let before = shortened(range.file, lineBytes.lowerBound..<from, keepingEnd: true)
    let marked = shortened(range.file, from..<to)
    let after = shortened(range.file, to..<lineBytes.upperBound)
    let source = before.text + marked.text + after.text
    let carets = String(repeating: mark, count: max(1, marked.width))
    let space = String(repeating: " ", count: before.width + 1)
    return edge("|") + "\n"
      + edge("|", number: String(line)) + (source.isEmpty ? "" : " ") + source + "\n"
      + edge("|") + space + style(carets + (label.map { " " + DisplayText($0).text } ?? "")) + "\n"
  }

  /// Shortens long lines. They would fill the screen, and each diagnostic would cost the length of its line.
  private func shortened(_ file: SourceFile, _ range: Range<Int>, keepingEnd: Bool = false) -> DisplayText {
    var near = range
    if range.count > Self.reachInBytes {
      near = keepingEnd ? range.suffix(Self.reachInBytes) : range.prefix(Self.reachInBytes)
      // Doesn't split a character.
      while near.lowerBound > range.lowerBound, near.lowerBound < near.upperBound,
        file.bytes[near.lowerBound] & 0xC0 == 0x80
      { near = near.dropFirst() }
      while near.upperBound < range.upperBound, near.upperBound > near.lowerBound,
        file.bytes[near.upperBound] & 0xC0 == 0x80
      { near = near.dropLast() }
    }
    let text = file.text(in: near)
    guard near.count < range.count || text.count > Self.reach else { return DisplayText(text) }
    return DisplayText(keepingEnd ? "…" + text.suffix(Self.reach) : text.prefix(Self.reach) + "…")
  }

  /// The maximum length on either side of a range, in characters.
  private static let reach = 120
  private static let reachInBytes = 1024
}
