import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Tests diagnostics of libyaml's errors about characters and quotes. Brackets are in `YAMLBracketTests`, lines and
/// indentation in `YAMLStructureTests`.
struct YAMLSyntaxTests {
  static let quoteMistakes: [Mistake] = [
    Mistake(
      "a: 1️⃣\"1️⃣never closed\nb: 1\n", "this text in double quotes is never closed", help: "put a quote where it ends",
      code: "yaml-syntax"),
    Mistake(
      "日: 1️⃣'1️⃣never closed", "this text in single quotes is never closed", help: "put a quote where it ends",
      code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣\"1️⃣x\n---\nb\"\n", "this text in double quotes is never closed", help: "put a quote where it ends",
      code: "yaml-syntax"),
    Mistake(
      "日: \"1️⃣\\d1️⃣+\"\n", "unknown escape '\\d' inside double quotes",
      help: "use single quotes, in which a backslash is only a backslash: '\\d+'", code: "yaml-syntax"),
    Mistake(
      "a: \"1️⃣\\é1️⃣\"\n", "unknown escape '\\é' inside double quotes",
      help: "use single quotes, in which a backslash is only a backslash: '\\é'", code: "yaml-syntax"),
    Mistake("a: \"1️⃣\\x41️⃣\"\n", "'\\x' needs 2 hexadecimal digits", code: "yaml-syntax"),
    Mistake("a: \"1️⃣\\u121️⃣g\"\n", "'\\u' needs 4 hexadecimal digits", code: "yaml-syntax"),
    Mistake("a: \"1️⃣\\U0001F601️⃣\"", "'\\U' needs 8 hexadecimal digits", code: "yaml-syntax"),
    Mistake(
      "a: \"1️⃣\\ud83d1️⃣\\ude00\"\n", "'\\ud83d' isn't a character",
      help: "write the character itself, or its code point as '\\U0001F600'", code: "yaml-syntax"),
    Mistake(
      "a: 'it'1️⃣s'1️⃣\n", "unexpected text after the closing quote",
      help: "write \"it's\", or '' for each ' inside single quotes", code: "yaml-syntax"),
    Mistake(
      "- 日\n- \"a\" 1️⃣b c1️⃣ # d\n", "unexpected text after the closing quote", help: "write '\"a\" b c'",
      code: "yaml-syntax"),
    Mistake(
      "\"a\" 1️⃣b1️⃣\n", "unexpected text after the closing quote", help: "write '\"a\" b'", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣\"1️⃣b\nc: 2️⃣\"2️⃣d\"\ne: f\n", "this text in double quotes isn't closed on its line",
      help: "put a quote where it ends", note: "it continues up to this quote", code: "yaml-syntax"),
    Mistake(
      "日: 1️⃣'1️⃣b\nc: 2️⃣'2️⃣d'\n", "this text in single quotes isn't closed on its line", help: "put a quote where it ends",
      note: "it continues up to this quote", code: "yaml-syntax"),
    Mistake(
      "re: \"^1️⃣\\d1️⃣+$\"\n", "unknown escape '\\d' inside double quotes",
      help: "use single quotes, in which a backslash is only a backslash: '^\\d+$'", code: "yaml-syntax"),
    Mistake(
      "re: \"1️⃣\\d1️⃣ \\\"x\\\"\"\n", "unknown escape '\\d' inside double quotes",
      help: "use single quotes, in which a backslash is only a backslash", code: "yaml-syntax"),
    Mistake(
      "x: \"a\" 1️⃣b1️⃣\n", "unexpected text after the closing quote", help: "write '\"a\" b'", code: "yaml-syntax"),
    Mistake(
      "x: 'a' 1️⃣or 'b'1️⃣\n", "unexpected text after the closing quote", help: "write \"'a' or 'b'\"",
      code: "yaml-syntax"),
    Mistake(
      "\"a\"1️⃣:1️⃣1\n", "a space is missing after this ':'", help: "write 'key: value', with a space after the colon",
      code: "yaml-syntax"),
    Mistake(
      "x:\n  \"日\"1️⃣:1️⃣1\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon", code: "yaml-syntax"),
    Mistake(
      "2️⃣[2️⃣\"a\n b\" 1️⃣c1️⃣]\n", "',' or ']' is expected here, found 'c'", note: "'[' opens here", code: "yaml-syntax"),
    // Found by fuzzing: of the text that goes on, nothing but its quote is on this line.
    Mistake(
      "\"a\nb\"1️⃣\"1️⃣: c\nd\"\n", "unexpected text after the closing quote", help: "write '\"'", code: "yaml-syntax"),
    Mistake(
      "a: {b: 'it'1️⃣s here'1️⃣, c: 1}\n", "unexpected text after the closing quote",
      help: "write \"it's here\", or '' for each ' inside single quotes",
      code: "yaml-syntax"),
    Mistake(
      "[\"a\"1️⃣b1️⃣, c]\n", "unexpected text after the closing quote", help: "write '\"a\"b'", code: "yaml-syntax"),
  ]

  @Test(arguments: quoteMistakes)
  func `quotes`(mistake: Mistake) throws { try mistake.check(.yaml) }

  static let signMistakes: [Mistake] = [
    Mistake("a: 1️⃣@x1️⃣\n", "text that starts with '@' needs quotes", help: "put it in quotes: '@x'", code: "yaml-syntax"),
    Mistake(
      "日: 1️⃣`x`1️⃣\n", "text that starts with '`' needs quotes", help: "put it in quotes: '`x`'", code: "yaml-syntax"),
    Mistake(
      "a: [1️⃣%7B1️⃣]\n", "text that starts with '%' needs quotes", help: "put it in quotes: '%7B'", code: "yaml-syntax"),
    Mistake(
      "host: 1️⃣*.example.com1️⃣\n", "text that starts with '*' needs quotes", help: "put it in quotes: '*.example.com'",
      code: "yaml-syntax"),
    Mistake(
      "1️⃣*.example.com1️⃣: 1\n", "text that starts with '*' needs quotes", help: "put it in quotes: '*.example.com'",
      code: "yaml-syntax"),
    Mistake("日: [1️⃣*1️⃣]\n", "text that starts with '*' needs quotes", help: "put it in quotes: '*'", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣& b1️⃣\n", "text that starts with '&' needs quotes", help: "put it in quotes: '& b'", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣&b!c d1️⃣\n", "text that starts with '&' needs quotes", help: "put it in quotes: '&b!c d'", code: "yaml-syntax"
    ),
    Mistake(
      "a: &x b\nc: 1️⃣*x d1️⃣\n", "text that starts with '*' needs quotes", help: "put it in quotes: '*x d'",
      code: "yaml-syntax"),
    Mistake(
      "日: 1️⃣!e!x y1️⃣\n", "text that starts with '!' needs quotes", help: "put it in quotes: '!e!x y'", code: "yaml-syntax"
    ),
    Mistake(
      "a: 1️⃣!<x y1️⃣\n", "text that starts with '!' needs quotes", help: "put it in quotes: '!<x y'", code: "yaml-syntax"),
    Mistake(
      "a: |1️⃣x1️⃣\n", "after '|' the text starts on the next line, found 'x'",
      help: "start the text on the next line, or put it in quotes if '|' is part of it: '|x'", code: "yaml-syntax"),
    Mistake(
      "日: >1️⃣=1️⃣ 5\n", "after '>' the text starts on the next line, found '='",
      help: "start the text on the next line, or put it in quotes if '>' is part of it: '>= 5'", code: "yaml-syntax"),
    Mistake("a: |1️⃣01️⃣\n  x\n", "an indentation must be 1 to 9, found '0'", code: "yaml-syntax"),
    Mistake(
      "1️⃣%x1️⃣\n", "a line that starts with '%' is a YAML directive, but this one is unknown",
      help: "put the text in quotes if '%' belongs to it", code: "yaml-syntax"),
    Mistake(
      "1️⃣%YAML 2.01️⃣ # c\n---\na: 1\n", "a line that starts with '%' is a YAML directive, but this one is unknown",
      help: "put the text in quotes if '%' belongs to it", code: "yaml-syntax"),
    Mistake(
      "1️⃣%TAG x1️⃣\n---\na: 1\n", "a line that starts with '%' is a YAML directive, but this one is unknown",
      help: "put the text in quotes if '%' belongs to it", code: "yaml-syntax"),
    Mistake(
      "path: 1️⃣*1️⃣\n", "text that starts with '*' needs quotes", help: "put it in quotes: '*'", code: "yaml-syntax"),
    Mistake(
      "match: {path: 1️⃣*1️⃣}\n", "text that starts with '*' needs quotes", help: "put it in quotes: '*'",
      code: "yaml-syntax"),
    Mistake(
      "m: {b: 1️⃣*x/y1️⃣, c: d}\n", "text that starts with '*' needs quotes", help: "put it in quotes: '*x/y'",
      code: "yaml-syntax"),
    Mistake(
      "1️⃣@type1️⃣: x\n", "text that starts with '@' needs quotes", help: "put it in quotes: '@type'", code: "yaml-syntax"),
    Mistake(
      "a: [1️⃣@x1️⃣, b]\n", "text that starts with '@' needs quotes", help: "put it in quotes: '@x'", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣% off1️⃣ # c\n", "text that starts with '%' needs quotes", help: "put it in quotes: '% off'",
      code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣, b1️⃣\n", "text that starts with ',' needs quotes", help: "put it in quotes: ', b'", code: "yaml-syntax"),
    Mistake("a: 1️⃣}1️⃣\n", "text that starts with '}' needs quotes", help: "put it in quotes: '}'", code: "yaml-syntax"),
    Mistake(
      "text: 1️⃣&amp; x1️⃣\n", "text that starts with '&' needs quotes", help: "put it in quotes: '&amp; x'",
      code: "yaml-syntax"),
    Mistake(
      "日: |1️⃣x1️⃣ # c\n", "after '|' the text starts on the next line, found 'x'",
      help: "start the text on the next line, or put it in quotes if '|' is part of it: '|x'", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣\"x\": y1️⃣\n", "text that contains ': ' needs quotes", help: "put it in quotes: '\"x\": y'",
      code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣`it's`1️⃣\n", "text that starts with '`' needs quotes", help: "put it in quotes: \"`it's`\"",
      code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣@\"it's\"1️⃣\n", "text that starts with '@' needs quotes", help: "put it in quotes: '@\"it''s\"'",
      code: "yaml-syntax"),
  ]

  @Test(arguments: signMistakes)
  func `special characters`(mistake: Mistake) throws { try mistake.check(.yaml) }
}
