import MockSpecDiagnostics

/// Errors inside brackets.
extension YAMLProblem {
  /// The error where neither ',' nor the closing bracket follows an entry.
  var flowProblem: Diagnostic {
    guard at < source.bytes.count else { return unclosed(contextAt) }
    let lineContext = lineContext(of: at)
    if line(of: at) > line(of: contextAt), let lines = problemBetweenLines { return lines }
    let isPlain = lineContext.start < at && !"[{\"'".utf8.contains(source.bytes[lineContext.start])
    switch source.bytes[at] {
    case UInt8(ascii: "{") where isPlain, UInt8(ascii: "[") where isPlain: return holdsBracket(lineContext)
    case UInt8(ascii: ":") where isPlain: return holdsColon(lineContext)
    case _
    where "\"'".utf8.contains(source.bytes[lineContext.start])
      && source.bytes[at - 1] == source.bytes[lineContext.start]:
      return textAfterQuotes(source.bytes[lineContext.start])
    case _ where source.bytes[lineContext.start] == UInt8(ascii: "{") && lineContext.start + 1 < at:
      return needsQuotes(at)
    default:
      return make(
        "',' or '\(closing)' is expected here, found \(found)", at, note: ("'\(opening)' opens here", contextAt))
    }
  }

  private var opening: String { source.text(in: contextAt..<contextAt + 1) }
  private var closing: String { closing(of: contextAt) }

  /// The error where an entry starts on a line of its own: either the line above lacks a comma, or the bracket isn't
  /// closed and the line belongs to the block around it.
  private var problemBetweenLines: Diagnostic? {
    let key = content(ofLine: line(of: at))
    guard at == key.lowerBound || source.bytes[at] == UInt8(ascii: ":"), let above = lineAbove(line(of: at)),
      !"]}".utf8.contains(source.bytes[at])
    else { return nil }
    if column(key.lowerBound) <= column(firstContent(ofLine: line(of: contextAt))) {
      if let hidden = closedInComment(contextAt) { return hidden }
      return make(
        "this '\(opening)' isn't closed before the next key", contextAt,
        note: ("the next key is read as a part of it", key.lowerBound), help: "put '\(closing)' where it ends")
    }
    guard !"[{,:".utf8.contains(source.bytes[above.upperBound - 1]) else { return nil }
    return make(
      "',' is missing at the end of this line", above.upperBound, length: 0, help: "separate entries with ','")
  }

  func unclosed(_ bracket: Int) -> Diagnostic {
    closedInComment(bracket)
      ?? make(
        "this '\(source.text(in: bracket..<bracket + 1))' is never closed", bracket,
        help: "put '\(closing(of: bracket))' where it ends")
  }

  /// The error of `{color: #fff}`, where the bracket is in a comment.
  private func closedInComment(_ bracket: Int) -> Diagnostic? {
    let line = bracket..<source.lineRange(line(of: bracket)).upperBound
    let closing = closing(of: bracket)
    let comment = line.dropFirst().first {
      source.bytes[$0] == UInt8(ascii: "#") && source.bytes[$0 - 1].isBlank
    }
    guard let comment, source.text(in: comment..<line.upperBound).contains(closing) else { return nil }
    let text = YAMLContext(of: comment, from: bracket, in: source.bytes).text
    return make(
      "'#' starts a comment here, and '\(closing)' is in it", text, help: Quoting.help(source.text(in: text)),
      fix: quote(text))
  }

  private func closing(of bracket: Int) -> String { source.bytes[bracket] == UInt8(ascii: "[") ? "]" : "}" }
}
