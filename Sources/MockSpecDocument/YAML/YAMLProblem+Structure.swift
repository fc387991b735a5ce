import MockSpecDiagnostics

/// Errors in the structure of lines and blocks.
extension YAMLProblem {
  func missingColon(after key: Int) -> Diagnostic {
    let rest = source.bytes[key...]
    if rest.first == UInt8(ascii: "-"), isFirstOnLine(key) {
      return make(
        "a space is missing after this '-'", key, help: "write '- value', with a space after the dash",
        fix: replace(key + 1..<key + 1, with: " "))
    }
    if let comment = comment(at: key) { return comment }
    if source.text(in: key..<key + lengthOfLine(from: key)) == "..." {
      return make("'...' isn't a key", key, length: 3, help: "remove it")
    }
    if isFirstOnLine(key), let dedent = blockTextDedent(key) { return dedent }
    if let colon = YAMLBytes.colonWithoutSpace(source.bytes[key..<key + lengthOfLine(from: key)]) {
      return spaceAfterColon(colon)
    }
    return make(
      "':' is missing after this key", key, length: lengthOfLine(from: key),
      help: "write 'key: value', with a space after the colon")
  }

  /// The error of a line with a comment of JavaScript or C.
  private func comment(at key: Int) -> Diagnostic? {
    guard isFirstOnLine(key) else { return nil }
    switch source.text(in: key..<min(key + 2, source.bytes.count)) {
    case "//":
      return make(
        "'//' doesn't start a comment", key, length: 2, help: "write '#'", fix: replace(key..<key + 2, with: "#"))
    case "/*":
      return make("'/*' doesn't start a comment", key, length: 2, help: "write '#' at the start of each of its lines")
    default: return nil
    }
  }

  func spaceAfterColon(_ colon: Int) -> Diagnostic {
    make(
      "a space is missing after this ':'", colon, help: "write 'key: value', with a space after the colon",
      fix: replace(colon + 1..<colon + 1, with: " "))
  }

  /// The error of `a: b: c`, or of a key on a line that continues the value above.
  var misplacedColon: Diagnostic {
    let key = content(ofLine: line(of: at))
    if key.lowerBound < at - 1024 {
      return make("a key can't be longer than 1024 characters", key.lowerBound, length: at - key.lowerBound)
    }
    let lineContext = lineContext(of: at)
    if !lineContext.isKey { return holdsColon(lineContext) }
    return missingColonAbove(key)
      ?? make(
        "a key can't start here, inside the value that the line above starts", key.lowerBound,
        length: at - key.lowerBound, help: "align it with the key above; text that contains ': ' needs quotes")
  }

  /// The error where the line above is read as text, since it lacks a colon or the space after it.
  private func missingColonAbove(_ key: Range<Int>) -> Diagnostic? {
    guard let above = lineAbove(line(of: key.lowerBound)) else { return nil }
    if let colon = YAMLBytes.colonWithoutSpace(source.bytes[above]) { return spaceAfterColon(colon) }
    let startsValue = lineAbove(line(of: above.lowerBound)).map { source.bytes[$0].last == UInt8(ascii: ":") } ?? true
    let isKey = startsValue && !source.bytes[above].contains(UInt8(ascii: ":"))
    return isKey && column(above.lowerBound) <= column(key.lowerBound) ? missingColon(after: above.lowerBound) : nil
  }

  var misfitInMapping: Diagnostic {
    guard isFirstOnLine(at) else { return trailing }
    switch at < source.bytes.count ? source.bytes[at] : 0 {
    case UInt8(ascii: ":"): return make("expected a key before this ':'", at, help: "write 'key: value'")
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return make("\(found) doesn't close anything", at)
    default: return misfit
    }
  }

  var misfitInList: Diagnostic { isFirstOnLine(at) ? misfit : trailing }

  /// The error of a line whose column matches no line above, or that is in a list but isn't an element.
  private var misfit: Diagnostic {
    if let dedent = blockTextDedent(at) { return dedent }
    if let missing = missingColonAbove(content(ofLine: line(of: at))) { return missing }
    let length = lengthOfLine(from: at)
    let outer = contextAt
    if column(outer) == column(at) {
      return make(
        "this line isn't an element of the list around it", at, length: length,
        note: ("the list starts here", outer), help: "start it with '- ', or indent it if it belongs to the line above"
      )
    }
    let isElement = source.bytes[at] == UInt8(ascii: "-")
    let inner = lineOfDeeperBlock(above: at, keepingDashes: isElement)
    let isInnerOnly = inner.map { isElement || line(of: $0) == line(of: outer) } ?? false
    let help = [inner, isInnerOnly ? nil : outer].compactMap { $0.map(indentation) }.joined(separator: ", or ")
    return make(
      "the indentation of this line doesn't match any line above", at, length: length, help: "indent it " + help)
  }

  private func indentation(_ offset: Int) -> String {
    let count = column(offset) - 1
    return "by \(count) \(count == 1 ? "space" : "spaces") like line \(line(of: offset))"
  }

  /// The start of the nearest block above that is indented more than this line.
  private func lineOfDeeperBlock(above offset: Int, keepingDashes: Bool) -> Int? {
    var nearest: Int?
    var number = line(of: offset)
    while let above = lineAbove(number) {
      number = line(of: above.lowerBound)
      let start = keepingDashes ? firstContent(ofLine: number) : above.lowerBound
      guard column(start) > column(offset) else { break }
      if nearest.map({ column(start) < column($0) }) ?? true { nearest = start }
    }
    return nearest
  }

  /// The error of anything after a complete value.
  private var trailing: Diagnostic {
    if ["']'", "'}'"].contains(found) { return make("\(found) doesn't close anything", at) }
    if let stray = strayComma { return stray }
    let rest = source.text(in: at..<min(at + 2, source.bytes.count))
    if rest == "//" || rest == "/*" {
      return make("'\(rest)' doesn't start a comment", at, length: 2, help: "write '#' before a comment")
    }
    let lineContext = lineContext(of: at)
    let startsText = !lineContext.isInFlow && lineContext.start < at && !isFirstOnLine(lineContext.start)
    if startsText, "[{*".utf8.contains(source.bytes[lineContext.start]) { return needsQuotes(at) }
    let before = source.bytes[..<at].last { !$0.isBlank }
    guard let before, before == UInt8(ascii: "'") || before == UInt8(ascii: "\"") else {
      return make("only a comment may follow here, found \(found)", at)
    }
    return found == "':'" ? spaceAfterColon(at) : textAfterQuotes(before)
  }

  /// The error of `status: {code: 200},`: the comma or the semicolon that JSON or code has after a value.
  private var strayComma: Diagnostic? {
    guard at > 0, at < source.bytes.count, ",;".utf8.contains(source.bytes[at]), lengthOfLine(from: at) == 1,
      source.bytes[..<at].last(where: { !$0.isBlank }).map({ "]}\"'".utf8.contains($0) }) == true
    else { return nil }
    let name = source.bytes[at] == UInt8(ascii: ",") ? "comma" : "semicolon"
    return make(
      "a \(name) can't follow a value outside of brackets", at, help: "remove the \(name)",
      fix: replace(at..<at + 1, with: ""))
  }

  var missingValue: Diagnostic {
    if at >= source.bytes.count, let openBrackets { return unclosed(openBrackets.inner) }
    let lineContext = lineContext(of: at)
    let isText = !lineContext.isInFlow && !lineContext.isKey && at < source.bytes.count && !source.bytes[at].isLineBreak
    return isText ? needsQuotes(at) : make("a value is expected here, found \(found)", at)
  }

  var afterTheEnd: Diagnostic {
    guard let first = source.lines().indices.map({ content(ofLine: $0 + 1) }).first(where: isContent) else {
      return make("invalid YAML", at)
    }
    if source.bytes[first.lowerBound] == UInt8(ascii: "%") {
      return make("'---' is missing between the '%' lines and this one", at, length: lengthOfLine(from: at))
    }
    if isFirstOnLine(at), column(at) < column(first.lowerBound) {
      return make(
        "this line is indented less than the first line", at, length: lengthOfLine(from: at),
        note: ("the first line starts here", first.lowerBound), help: "align the two")
    }
    guard isFirstOnLine(at) else { return trailing }
    return missingColonAbove(content(ofLine: line(of: at)))
      ?? make("nothing may follow the end of the document, found \(found)", at)
  }
}
