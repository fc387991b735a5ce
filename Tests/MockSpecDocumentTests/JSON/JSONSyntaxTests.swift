import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Tests mistakes in JSON and their ranges.
struct JSONSyntaxTests {
  private static let number = "invalid JSON number"
  private static let surrogateHelp = "write both halves, as '\\ud83d\\ude00', or the character itself"

  @Test(arguments: [
    Mistake(#"{"a": 1️⃣}1️⃣"#, "unexpected '}' where a value is expected", code: "json-syntax"),
    Mistake("[11️⃣ 2]", "',' is missing here", code: "json-syntax"),
    Mistake(#"{"日": 11️⃣ "b": 2}"#, "',' is missing here", code: "json-syntax"),
    Mistake("{\"a\": [1, 2]1️⃣\n\n \"b\": 2}", "',' is missing here", code: "json-syntax"),
    Mistake(#"{"a"1️⃣ 1}"#, "':' is missing here", code: "json-syntax"),
    Mistake(
      #"{"a" 1️⃣=1️⃣ 1}"#, "unexpected '=' where ':' is expected after a key", help: "write ':'", code: "json-syntax"),
    Mistake(
      "{\"a\": 11️⃣;1️⃣\n}", "unexpected ';' where ',' or '}' is expected", help: "remove it", code: "json-syntax"),
    Mistake(#"{"a": 2️⃣[2️⃣1, 21️⃣, "b": 3}"#, "']' is missing here", note: "'[' opens here", code: "json-syntax"),
    Mistake("{\"a\":1️⃣\n \"b\": 3}}", "'{' is missing here", code: "json-syntax"),
    Mistake(
      "{\n  \"a\": 2️⃣{2️⃣\n    \"b\": 11️⃣\n  \"c\": 2\n}", "'}' is missing here", note: "'{' opens here",
      code: "json-syntax"),
    Mistake(#"{"a": 1️⃣b1️⃣"}"#, "a quote is missing before this text", code: "json-syntax"),
    Mistake(
      #"{1️⃣"a1️⃣: "b"}"#, "the closing quote of this key is missing", help: "write '\"a\":'", code: "json-syntax"),
    Mistake(
      #"{"a": "say "1️⃣hi1️⃣" to"}"#, "the text before this ends at its second '\"'",
      help: "write '\"' inside text as '\\\"'",
      code: "json-syntax"),
    Mistake("{1️⃣11️⃣: 2}", "unexpected '1' where a key in double quotes is expected", code: "json-syntax"),
    Mistake("{1️⃣,1️⃣}", "unexpected ',' where a key in double quotes is expected", code: "json-syntax"),
    Mistake(
      "[1,1️⃣,1️⃣2]", "unexpected ',' where a value is expected", help: "remove one of the two commas", code: "json-syntax"),
    Mistake(
      "2️⃣[2️⃣11️⃣}1️⃣", "unexpected '}' where ',' or ']' is expected", note: "'[' opens here", code: "json-syntax"),
    Mistake("{} 1️⃣[1️⃣]", "unexpected '[' after the end of the document", code: "json-syntax"),
    Mistake("[1️⃣日1️⃣本]", "unexpected '日' where a value is expected", code: "json-syntax"),
    Mistake("[1️⃣\u{0}1️⃣]", "unexpected character U+0000 where a value is expected", code: "json-syntax"),
    Mistake(
      "[11️⃣,1️⃣\n ]", "trailing comma", help: "remove the comma", code: "json-syntax"),
    Mistake(
      #"{"日": 11️⃣,1️⃣}"#, "trailing comma", help: "remove the comma", code: "json-syntax"),
    Mistake(
      "{1️⃣'1️⃣a': 1}", "text in JSON is in double quotes, found single quotes",
      help: "use double quotes",
      code: "json-syntax"),
    Mistake(
      "{1️⃣name1️⃣: 1}", "unexpected 'name' where a key in double quotes is expected", help: "put text in double quotes",
      code: "json-syntax"),
    Mistake(
      "[1️⃣hello1️⃣]", "unexpected 'hello' where a value is expected", help: "put text in double quotes",
      code: "json-syntax"),
    Mistake(
      "[1️⃣True1️⃣]", "unexpected 'True' where a value is expected", help: "write true", code: "json-syntax"),
    Mistake("1️⃣//1️⃣ c\n{}", "comments aren't allowed in JSON", help: "remove the comment", code: "json-syntax"),
    Mistake("1️⃣{1️⃣", "'{' is never closed", help: "put '}' where it ends", code: "json-syntax"),
    Mistake("2️⃣{2️⃣\"a\"1️⃣", "'}' is missing at the end of the file", note: "'{' opens here", code: "json-syntax"),
    Mistake("{\"a\": 2️⃣[2️⃣1,1️⃣ ", "']' is missing at the end of the file", note: "'[' opens here", code: "json-syntax"),
    Mistake("[[1], 2️⃣{2️⃣\"a\":1️⃣", "'}' is missing at the end of the file", note: "'{' opens here", code: "json-syntax"),
  ])
  func `structure`(mistake: Mistake) throws { try mistake.check(.json) }

  @Test(arguments: [
    Mistake(
      "{\n  \"a\": 2️⃣{2️⃣\"b\": [1]1️⃣,\n  \"c\": {\n    \"d\": 2\n  }\n}\n", "'}' is missing here",
      note: "'{' opens here", code: "json-syntax"),
    Mistake(
      "{\n  \"a\": {\n    \"b\": 2️⃣{2️⃣\n      \"c\": 11️⃣\n  },\n  \"d\": 2\n}\n", "'}' is missing here",
      note: "'{' opens here", code: "json-syntax"),
    Mistake(
      "{\n  \"a\": 2️⃣{2️⃣\n    \"b\": {\"c\": 1}1️⃣}1️⃣,\n    \"d\": 2\n  }\n}\n", "this '}' comes too early",
      help: "remove it", note: "it closes this '{'", code: "json-syntax"),
    Mistake(
      "{\n  \"a\": 2️⃣{2️⃣\"b\": {\"c\": 1}1️⃣,\n  \"d\": {\"e\": 2}\n}\n", "'}' is missing here", note: "'{' opens here",
      code: "json-syntax"),
    // Two brackets are missing, or indentation doesn't show which.
    Mistake(
      "{\n  \"a\": 2️⃣{2️⃣\"b\": 1,\n  \"c\": {\"d\": 2\n}1️⃣\n", "'}' is missing at the end of the file",
      note: "'{' opens here",
      code: "json-syntax"),
    Mistake("{\"a\": {\"b\": 1}}1️⃣}1️⃣", "unexpected '}' after the end of the document", code: "json-syntax"),
  ])
  func `a missing or surplus bracket is found by the indentation of lines`(mistake: Mistake) throws {
    try mistake.check(.json)
  }

  @Test(arguments: [
    ("01", "1"), ("-", nil), ("-x", nil), ("1.", "1"), (".5", "0.5"), ("+1", "1"), ("1e", nil), ("1e+", nil),
    ("-.5", "-0.5"), ("00", "0"), ("-01", "-1"), ("+00.50", "0.50"), ("0x1F", nil), ("1_000", nil), ("1.2.3", nil),
    ("-Infinity", nil), ("1a", nil),
  ])
  func `numbers`(text: String, number: String?) throws {
    let help = number.map { "write \($0)" } ?? "for example: 0, -1, 2.5"
    try Mistake("[\"日\", 1️⃣\(text)1️⃣ ]", Self.number, help: help, code: "json-syntax").check(.json)
    try Mistake("1️⃣\(text)1️⃣", Self.number, help: help, code: "json-syntax").check(.json)
  }

  @Test(arguments: [
    Mistake("[1️⃣\"1️⃣a]", "this text is never closed", help: "put '\"' where it ends", code: "json-syntax"),
    Mistake("[1️⃣\"1️⃣a\\", "this text is never closed", help: "put '\"' where it ends", code: "json-syntax"),
    Mistake("1️⃣\"1️⃣a\\\"", "this text is never closed", help: "put '\"' where it ends", code: "json-syntax"),
    Mistake(
      "[1️⃣\"日1️⃣\n\"]", "this text is not closed on its line",
      help: "put '\"' where it ends; a line break in text is written as '\\n'", code: "json-syntax"),
    Mistake(
      "[1️⃣\"a\\1️⃣\r\n\"]", "this text is not closed on its line",
      help: "put '\"' where it ends; a line break in text is written as '\\n'", code: "json-syntax"
    ),
    Mistake(
      "[\"日1️⃣\t1️⃣\"]", "unescaped control character in text", help: "write it as an escape sequence; a tab is '\\t'",
      code: "json-syntax"),
    Mistake(
      "[\"1️⃣\u{0}1️⃣\"]", "unescaped control character in text", help: "write it as an escape sequence; a tab is '\\t'",
      code: "json-syntax"),
    Mistake(
      "[\"日1️⃣\\d1️⃣\"]", "unknown escape '\\d' in text", help: "write '\\\\' for a backslash",
      code: "json-syntax"),
    Mistake(
      "[\"1️⃣\\é1️⃣\"]", "unknown escape '\\é' in text", help: "write '\\\\' for a backslash", code: "json-syntax"
    ),
    Mistake("[\"1️⃣\\u121️⃣G4\"]", "'\\u' needs four hexadecimal digits", code: "json-syntax"),
    Mistake("[\"1️⃣\\u121️⃣", "'\\u' needs four hexadecimal digits", code: "json-syntax"),
    Mistake("[\"\\ud83d1️⃣\\u1️⃣\"]", "'\\u' needs four hexadecimal digits", code: "json-syntax"),
    Mistake("[\"1️⃣\\ud83d1️⃣\"]", "this escape is half of a surrogate pair", help: surrogateHelp, code: "json-syntax"),
    Mistake("[\"1️⃣\\ude001️⃣\"]", "this escape is half of a surrogate pair", help: surrogateHelp, code: "json-syntax"),
    Mistake(
      "[\"1️⃣\\ud83d\\u00411️⃣\"]", "this escape is half of a surrogate pair", help: surrogateHelp, code: "json-syntax"),
  ])
  func `text`(mistake: Mistake) throws { try mistake.check(.json) }
}
