import MockSpecDiagnostics

/// Lines and brackets that don't fit together.
extension YAMLProblem {
  func missingColon(after key: Int) -> Diagnostic {
    if source.bytes[key...].starts(with: "-".utf8), isFirstOnLine(key) {
      return make("a space is missing after this '-'", key, help: "write '- value', with a space after the dash")
    }
    return make(
      "':' is missing after this key", key, length: lengthOfLine(from: key),
      help: "write 'key: value', with a space after the colon")
  }

  /// `a: b: c`, or a key on a line that is read as the rest of the value above it.
  var misplacedColon: Diagnostic {
    let key = content(ofLine: line(of: at))
    if key.lowerBound < at - 1024 {
      return make("a key can't be longer than 1024 characters", key.lowerBound, length: at - key.lowerBound)
    }
    let before = source.text(in: key.lowerBound..<at)
    if before.contains(": ") || before.contains(":\t") || before.contains("\"") {
      return make("a second ': ' on this line can't start a value here", at, help: "put text that holds ': ' in quotes")
    }
    if let above = lineAbove(line(of: at)) {
      if let colon = colonWithoutSpace(in: above) {
        return make(
          "a space is missing after this ':'", colon, help: "write 'key: value', with a space after the colon")
      }
      if !source.bytes[above].contains(UInt8(ascii: ":")), column(above.lowerBound) < column(key.lowerBound) {
        return missingColon(after: above.lowerBound)
      }
    }
    return make(
      "a key can't start here, inside the value that the line above starts", key.lowerBound,
      length: at - key.lowerBound, help: "align it with the key above; text that holds ': ' needs quotes")
  }

  var misfitInMapping: Diagnostic {
    guard isFirstOnLine(at) else { return trailing }
    let help = "align it with the other keys"
    switch at < source.bytes.count ? source.bytes[at] : 0 {
    case UInt8(ascii: ":"): return make("no key stands before this ':'", at, help: "write 'key: value'")
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return make("\(found) closes nothing", at)
    case UInt8(ascii: "-"): return misfit("mapping", help: "align it with the other elements of its list")
    default: return misfit("mapping", help: help)
    }
  }

  var misfitInList: Diagnostic {
    isFirstOnLine(at) ? misfit("list", help: "start it with '- ', aligned with the other elements") : trailing
  }

  private func misfit(_ collection: String, help: String) -> Diagnostic {
    make(
      "this line doesn't fit the indentation of the \(collection) it stands in", at, length: lengthOfLine(from: at),
      note: ("the \(collection) starts here", contextAt), help: help)
  }

  /// Something stands behind a value that is complete.
  private var trailing: Diagnostic {
    if ["']'", "'}'"].contains(found) { return make("\(found) closes nothing", at) }
    let before = source.bytes[..<at].last { !isBlank($0) }
    guard before == UInt8(ascii: "'") || before == UInt8(ascii: "\"") else {
      return make("only a comment may follow here, found \(found)", at)
    }
    let escape = before == UInt8(ascii: "'") ? "''" : "\\\""
    return make(
      "the text can't go on after its closing quote", at, length: lengthOfLine(from: at),
      help: "put all of it in quotes, and write a quote inside them as \(escape)")
  }

  var flowProblem: Diagnostic {
    let opening = source.text(in: contextAt..<contextAt + 1)
    guard at < source.bytes.count else { return unclosed(contextAt) }
    let closing = opening == "[" ? "]" : "}"
    let help: String? =
      if source.bytes[at] == UInt8(ascii: "{") {
        "put text that holds '{' or '}' in quotes: '/items/{id}'"
      } else if line(of: at) > line(of: contextAt) {
        "close '\(opening)' with '\(closing)' before this line, if it ends there"
      } else {
        nil
      }
    return make(
      "',' or '\(closing)' is expected here, found \(found)", at, note: ("'\(opening)' opens here", contextAt),
      help: help)
  }

  private func unclosed(_ bracket: Int) -> Diagnostic {
    make("this '\(source.text(in: bracket..<bracket + 1))' is never closed", bracket)
  }

  var missingValue: Diagnostic {
    if at >= source.bytes.count, let openBracket { return unclosed(openBracket) }
    return make("a value is expected here, found \(found)", at)
  }

  var afterTheEnd: Diagnostic {
    guard let first = source.lines().indices.map({ content(ofLine: $0 + 1) }).first(where: isContent) else {
      return make("this isn't valid YAML", at)
    }
    if source.bytes[first.lowerBound] == UInt8(ascii: "%") {
      return make("'---' is missing between the '%' lines and this one", at, length: lengthOfLine(from: at))
    }
    if isFirstOnLine(at), column(at) < column(first.lowerBound) {
      return make(
        "this line is indented less than the first one", at, length: lengthOfLine(from: at),
        note: ("the first line starts here", first.lowerBound), help: "align the two")
    }
    return isFirstOnLine(at) ? make("nothing may follow the end of the document, found \(found)", at) : trailing
  }

  // MARK: - Lines

  private func column(_ offset: Int) -> Int { source.position(of: offset).column }

  private func isFirstOnLine(_ offset: Int) -> Bool {
    source.bytes[source.lineRange(line(of: offset)).lowerBound..<offset].allSatisfy(isBlank)
  }

  /// A line without its indentation and the `- ` of list elements.
  private func content(ofLine line: Int) -> Range<Int> {
    let bytes = source.bytes
    let range = source.lineRange(line)
    var start = range.lowerBound
    while start < range.upperBound {
      let isDash = bytes[start] == UInt8(ascii: "-") && start + 1 < range.upperBound && isBlank(bytes[start + 1])
      guard isBlank(bytes[start]) || isDash else { break }
      start += 1
    }
    return start..<start + lengthOfLine(from: start)
  }

  private func isContent(_ line: Range<Int>) -> Bool {
    !line.isEmpty && source.bytes[line.lowerBound] != UInt8(ascii: "#")
  }

  /// The nearest line above that holds more than a comment.
  private func lineAbove(_ line: Int) -> Range<Int>? {
    stride(from: line - 1, to: 0, by: -1).lazy.map(content(ofLine:)).first(where: isContent)
  }

  /// The colon of `key:value`; not that of `http://…` or of `12:30`.
  private func colonWithoutSpace(in line: Range<Int>) -> Int? {
    let bytes = source.bytes[line]
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 1 < line.upperBound else { return nil }
    let isKey = !bytes[..<colon].contains(where: isBlank) && colon > line.lowerBound
    return isKey && !isBlank(bytes[colon + 1]) && bytes[colon + 1] != UInt8(ascii: "/") ? colon : nil
  }
}
