import Testing

@testable import MockSpec

/// A spec before and after fixing, in which each fix is marked as ⟦old→new⟧.
struct FixCase: CustomTestStringConvertible, Sendable {
  let marked: String

  init(_ marked: String) { self.marked = marked }

  var testDescription: String { String(marked.suffix(60)).debugDescription }

  var before: String { text { $0.before } }
  var after: String { text { $0.after } }
  var count: Int { marked.count { $0 == "⟦" } }

  private func text(_ part: ((before: Substring, after: Substring)) -> Substring) -> String {
    var result = ""
    var rest = marked[...]
    while let open = rest.firstIndex(of: "⟦"), let close = rest.firstIndex(of: "⟧") {
      let inside = rest[rest.index(after: open)..<close]
      let arrow = inside.firstIndex(of: "→")!
      result += rest[..<open] + part((inside[..<arrow], inside[inside.index(after: arrow)...]))
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  func check(path: String = "f.mock.yaml", sourceLocation: SourceLocation = #_sourceLocation) {
    let outcome = FileFixer.fix(Array(before.utf8), path: path, isProjectFile: false)
    #expect(String(decoding: outcome.bytes, as: UTF8.self) == after, sourceLocation: sourceLocation)
    #expect(outcome.bytes == Array(after.utf8), sourceLocation: sourceLocation)
    #expect(outcome.count == count, sourceLocation: sourceLocation)
  }
}
