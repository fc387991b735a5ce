import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Tests valid YAML that its author can't have meant.
struct YAMLMeaningTests {
  static let spaceMistakes: [Mistake] = [
    Mistake(
      "Login:\n  method1️⃣:1️⃣GET\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "method1️⃣:1️⃣GET\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "日:\n  - 1\nLogin:\n  status1️⃣:1️⃣200\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "{a1️⃣:1️⃣1}\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "x: {日1️⃣:1️⃣1, b: 2}\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "x: {a1️⃣:1️⃣\"b\"}\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "x: [{a: 1}, {path1️⃣:1️⃣/x}]\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "match1️⃣:1️⃣{path: /}\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "a1️⃣:1️⃣\"b\"\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon; or put the text in quotes", code: "missing-space"),
    Mistake(
      "a:\n  1️⃣-1️⃣x\n", "a space is missing after this '-'",
      help: "write '- value', with a space after the dash; or put the text in quotes", code: "missing-space"),
    Mistake(
      "1️⃣-1️⃣日\n", "a space is missing after this '-'",
      help: "write '- value', with a space after the dash; or put the text in quotes", code: "missing-space"),
  ]

  @Test(arguments: spaceMistakes)
  func `a missing space turns a key or an element into text`(mistake: Mistake) throws { try mistake.check(.yaml) }

  static let textDashMistakes: [Mistake] = [
    Mistake(
      "a:\n  - x\n   1️⃣-1️⃣ y\n", "this '-' continues the text above and doesn't start an element",
      help: "align it with the other elements, or put the whole text in quotes", .warning, code: "dash-in-text"),
    Mistake(
      "日:\n- a\n  1️⃣-1️⃣ b # c\n", "this '-' continues the text above and doesn't start an element",
      help: "align it with the other elements, or put the whole text in quotes", .warning, code: "dash-in-text"),
    Mistake(
      "description: one\n  1️⃣-1️⃣ two\n", "this '-' continues the text above and doesn't start an element",
      help: "align it with the other elements, or put the whole text in quotes", .warning, code: "dash-in-text"),
  ]

  @Test(arguments: textDashMistakes)
  func `a misaligned dash continues the text above`(mistake: Mistake) throws {
    try mistake.check(.yaml)
  }

  static let commentMistakes: [Mistake] = [
    Mistake(
      "color: 1️⃣#fff1️⃣\n", "'#' starts a comment here, so the key has no value",
      help: "put it in quotes: '#fff'; or put a space after '#'", code: "comment-as-value"),
    Mistake(
      "a: 1\ncolor:   1️⃣#日本1️⃣ # white\nb: 2\n", "'#' starts a comment here, so the key has no value",
      help: "put it in quotes: '#日本'; or put a space after '#'", code: "comment-as-value"),
    Mistake(
      "- 1️⃣#11️⃣\n- b\n", "'#' starts a comment here, so the key has no value",
      help: "put it in quotes: '#1'; or put a space after '#'", code: "comment-as-value"),
    Mistake(
      "a:\n  color: 1️⃣#fff1️⃣", "'#' starts a comment here, so the key has no value",
      help: "put it in quotes: '#fff'; or put a space after '#'", code: "comment-as-value"),
  ]

  @Test(arguments: commentMistakes)
  func `a comment in place of a value is reported`(mistake: Mistake) throws { try mistake.check(.yaml) }

  static let textSignMistakes: [Mistake] = [
    Mistake(
      "v: 1️⃣!important1️⃣\n", "'!' starts a tag, but '!important' isn't a known tag",
      help: "put it in quotes if '!' is part of the text: '!important'", code: "yaml-tag"),
    Mistake(
      "日: 1️⃣!important1️⃣ x # c\nw: 1\n", "'!' starts a tag, but '!important' isn't a known tag",
      help: "put it in quotes if '!' is part of the text: '!important x'", code: "yaml-tag"),
    Mistake(
      "v: 1️⃣!map1️⃣ {a: 1}\n", "'!' starts a tag, but '!map' isn't a known tag",
      help: "put it in quotes if '!' is part of the text: '!map {a: 1}'", code: "yaml-tag"),
    Mistake(
      "v: [1️⃣!x1️⃣ a, b]\n", "'!' starts a tag, but '!x' isn't a known tag",
      help: "put it in quotes if '!' is part of the text: '!x a'", code: "yaml-tag"),
    Mistake(
      "text: 1️⃣&nbsp1️⃣\n", "'&' starts an anchor, but no alias '*nbsp' follows it",
      help: "put it in quotes if '&' is part of the text: '&nbsp'", .warning, code: "unused-anchor"),
    Mistake(
      "日: 1️⃣&x1️⃣ some text # c\n", "'&' starts an anchor, but no alias '*x' follows it",
      help: "put it in quotes if '&' is part of the text: '&x some text'", .warning, code: "unused-anchor"),
    Mistake(
      "a: 1️⃣&x1️⃣ 1\nb: &x 2\nc: *x\n", "'&' starts an anchor, but no alias '*x' follows it",
      help: "put it in quotes if '&' is part of the text: '&x 1'", .warning, code: "unused-anchor"),
    Mistake(
      "a: 1️⃣>51️⃣\nb: 1\n", "'>5' starts text on the next line, but there is none", help: "put it in quotes: '>5'",
      code: "empty-block-text"),
    Mistake(
      "a: 1️⃣|2 # c1️⃣\n", "'|2 # c' starts text on the next line, but there is none", help: "put it in quotes: '|2 # c'",
      code: "empty-block-text"),
    Mistake(
      "{a: 1️⃣&x1️⃣ b, c: 1}\n", "'&' starts an anchor, but no alias '*x' follows it",
      help: "put it in quotes if '&' is part of the text: '&x b'", .warning, code: "unused-anchor"),
    Mistake(
      "[1️⃣&x1️⃣, b]\n", "'&' starts an anchor, but no alias '*x' follows it",
      help: "put it in quotes if '&' is part of the text: '&x'", .warning, code: "unused-anchor"),
  ]

  @Test(arguments: textSignMistakes)
  func `a special character before text is reported`(mistake: Mistake) throws { try mistake.check(.yaml) }

  @Test(arguments: [
    "url:\n  http://x.y/z\n", "time:\n  12:30\n", "sort: -name\n", "a:\n  --flag\n", "a:\n  -1\n", "a:\n  -.5\n",
    "- read:user\n- a:b\n", "a: [b:c, -d]\n", "{http://x}\n", "a: b:c\n", "x: {\"a\":1}\n",
    "color: # comment\n", "color: ## rule\n", "color: #fff\n  x\n", "color: #\n", "a: [ #x\n  1]\n", "a: ! b\n",
    "a: |\n",
    "a: &x 1\nb: *x\n", "a:\n  some text\n  more: no\n".replacing(": no", with: ":no"), "a: |\n  -x\n  a:b\n",
    "a:\n  \"b:c\"\n", "a: one\n  two - three\n",
  ])
  func `YAML that may be intended is accepted`(text: String) {
    #expect(parse(text).diagnostics.isEmpty)
  }

  @Test func `an unintended value is invalid, and the rest is read`() {
    #expect(parse("a: #fff\nb: {c:1, d: 2}\n").document?.root.outline == "{a: invalid, b: {c: invalid, d: int 2}}")
    #expect(parse("a: !x y\nb: !z [1]\nc:\n  d:e\n").document?.root.outline == "{a: invalid, b: [int 1], c: invalid}")
  }

  @Test func `each line of text that was meant as keys or elements is reported`() {
    let marked = parse("a:\n  -x\n  -y\n").diagnostics.map(\.marked)
    #expect(marked == ["a:\n  1️⃣-1️⃣x\n  -y\n", "a:\n  -x\n  1️⃣-1️⃣y\n"])
  }

  @Test func `a key that lost its space is still a duplicate`() {
    #expect(parse("{a: 1, a:2}").diagnostics.map(\.code) == ["missing-space", "duplicate-key"])
  }

  @Test func `a syntax error at the same location is the same mistake`() {
    #expect(parse("mockspec:1\nrequests: {}\n").diagnostics.map(\.code) == ["yaml-syntax"])
  }
}
