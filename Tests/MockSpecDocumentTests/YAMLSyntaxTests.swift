import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// What libyaml says, turned into what the user did: characters, quotes and brackets. Lines and indentation are in
/// `YAMLStructureTests`.
struct YAMLSyntaxTests {
  @Test(arguments: [
    Mistake(
      "a: 1️⃣\"1️⃣never closed\nb: 1\n", "this text in double quotes is never closed", code: "yaml-syntax"),
    Mistake("日: 1️⃣'1️⃣never closed", "this text in single quotes is never closed", code: "yaml-syntax"),
    Mistake("a: 1️⃣\"1️⃣x\n---\nb\"\n", "this text in double quotes is never closed", code: "yaml-syntax"),
    Mistake(
      "日: \"1️⃣\\d1️⃣+\"\n", "unknown escape '\\d' inside double quotes",
      help: "use single quotes, in which a backslash is only a backslash", code: "yaml-syntax"),
    Mistake(
      "a: \"1️⃣\\é1️⃣\"\n", "unknown escape '\\é' inside double quotes",
      help: "use single quotes, in which a backslash is only a backslash", code: "yaml-syntax"),
    Mistake("a: \"1️⃣\\x41️⃣\"\n", "'\\x' needs 2 hexadecimal digits", code: "yaml-syntax"),
    Mistake("a: \"1️⃣\\u121️⃣g\"\n", "'\\u' needs 4 hexadecimal digits", code: "yaml-syntax"),
    Mistake("a: \"1️⃣\\U0001F601️⃣\"", "'\\U' needs 8 hexadecimal digits", code: "yaml-syntax"),
    Mistake(
      "a: \"1️⃣\\ud83d1️⃣\\ude00\"\n", "'\\ud83d' is no character",
      help: "write the character itself, or its code point as '\\U0001F600'", code: "yaml-syntax"),
    Mistake(
      "a: 'it'1️⃣s'1️⃣\n", "the text can't go on after its closing quote",
      help: "put all of it in quotes, and write a quote inside them as ''", code: "yaml-syntax"),
    Mistake(
      "- 日\n- \"a\" 1️⃣b c1️⃣ # d\n", "the text can't go on after its closing quote",
      help: "put all of it in quotes, and write a quote inside them as \\\"", code: "yaml-syntax"),
    Mistake(
      "\"a\" 1️⃣b1️⃣\n", "the text can't go on after its closing quote",
      help: "put all of it in quotes, and write a quote inside them as \\\"", code: "yaml-syntax"),
  ])
  func `quotes`(mistake: Mistake) throws { try mistake.check(.yaml) }

  @Test(arguments: [
    Mistake("a: 1️⃣[1️⃣1, 2\n", "this '[' is never closed", code: "yaml-syntax"),
    Mistake("日: 1️⃣{1️⃣x: 1\n", "this '{' is never closed", code: "yaml-syntax"),
    Mistake("a: [1, 1️⃣{1️⃣", "this '{' is never closed", code: "yaml-syntax"),
    Mistake("a: 1️⃣[1️⃣\n\n", "this '[' is never closed", code: "yaml-syntax"),
    Mistake(
      "a: 2️⃣[2️⃣1, 2\nb1️⃣:1️⃣ 3\n", "',' or ']' is expected here, found ':'",
      help: "close '[' with ']' before this line, if it ends there", note: "'[' opens here", code: "yaml-syntax"),
    Mistake(
      "a: 2️⃣{2️⃣x: 1\nb1️⃣:1️⃣ 2\n", "',' or '}' is expected here, found ':'",
      help: "close '{' with '}' before this line, if it ends there", note: "'{' opens here", code: "yaml-syntax"),
    Mistake(
      "日: 2️⃣{2️⃣path: /items/1️⃣{1️⃣id}}\n", "',' or '}' is expected here, found '{'",
      help: "put text that holds '{' or '}' in quotes: '/items/{id}'", note: "'{' opens here", code: "yaml-syntax"),
    Mistake(
      "a: 2️⃣[2️⃣11️⃣}1️⃣\n", "',' or ']' is expected here, found '}'", note: "'[' opens here",
      code: "yaml-syntax"),
    Mistake(
      "a: 2️⃣[2️⃣\"b\" 1️⃣日1️⃣]\n", "',' or ']' is expected here, found '日'", note: "'[' opens here", code: "yaml-syntax"),
    Mistake("a: [1, 2]1️⃣]1️⃣\n", "']' closes nothing", code: "yaml-syntax"),
    Mistake("{a: 1}1️⃣}1️⃣\n", "'}' closes nothing", code: "yaml-syntax"),
    Mistake("a: 1\n1️⃣}1️⃣\n", "'}' closes nothing", code: "yaml-syntax"),
    Mistake("a: 1️⃣]1️⃣\n", "a value is expected here, found ']'", code: "yaml-syntax"),
    Mistake("a: [1,1️⃣,1️⃣ 2]\n", "a value is expected here, found ','", code: "yaml-syntax"),
    Mistake("{a: 1} 1️⃣日1️⃣本\n", "only a comment may follow here, found '日'", code: "yaml-syntax"),
    Mistake(
      "id: {1️⃣{1️⃣ x }}\n", "a key must be text, found a mapping or a list",
      help: "put the text in quotes, if '{' or '[' belongs to it", code: "yaml-syntax"),
    Mistake(
      "日: 1\n? 1️⃣[1️⃣a]\n: b\n", "a key must be text, found a mapping or a list",
      help: "put the text in quotes, if '{' or '[' belongs to it", code: "yaml-syntax"),
  ])
  func `brackets`(mistake: Mistake) throws { try mistake.check(.yaml) }

  @Test(arguments: [
    Mistake("a: 1️⃣@1️⃣x\n", "a value can't start with '@'", help: "put the text in quotes", code: "yaml-syntax"),
    Mistake("日: 1️⃣`1️⃣x`\n", "a value can't start with '`'", help: "put the text in quotes", code: "yaml-syntax"),
    Mistake("a: [1️⃣%1️⃣7B]\n", "a value can't start with '%'", help: "put the text in quotes", code: "yaml-syntax"),
    Mistake(
      "host: 1️⃣*.example.com1️⃣\n", "'*' starts an alias, and '.example.com' is no name for one",
      help: "put the text in quotes: '*.example.com'", code: "yaml-syntax"),
    Mistake(
      "1️⃣*.example.com1️⃣: 1\n", "'*' starts an alias, and '.example.com' is no name for one",
      help: "put the text in quotes: '*.example.com'", code: "yaml-syntax"),
    Mistake(
      "日: [1️⃣*1️⃣]\n", "'*' starts an alias, and its name is missing", help: "put the text in quotes: '*'",
      code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣&1️⃣ b\n", "'&' starts an anchor, and its name is missing", help: "put the text in quotes: '&'",
      code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣&b!c1️⃣ d\n", "'&' starts an anchor, and 'b!c' is no name for one",
      help: "put the text in quotes: '&b!c'", code: "yaml-syntax"),
    Mistake("a: &x b\nc: *x 1️⃣d1️⃣\n", "only a comment may follow here, found 'd'", code: "yaml-syntax"),
    Mistake(
      "日: 1️⃣!1️⃣e!x y\n", "'!' starts a tag, which specs don't use", help: "put the text in quotes", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣!1️⃣<x y\n", "'!' starts a tag, which specs don't use", help: "put the text in quotes", code: "yaml-syntax"),
    Mistake(
      "a: |1️⃣x1️⃣\n", "after '|' the text starts on the next line, found 'x'",
      help: "put the text in quotes, if '|' belongs to it", code: "yaml-syntax"),
    Mistake(
      "日: >1️⃣=1️⃣ 5\n", "after '>' the text starts on the next line, found '='",
      help: "put the text in quotes, if '>' belongs to it", code: "yaml-syntax"),
    Mistake("a: |1️⃣01️⃣\n  x\n", "an indentation must be 1 to 9, found '0'", code: "yaml-syntax"),
    Mistake(
      "1️⃣%x1️⃣\n", "a line that starts with '%' is a YAML directive, and this one isn't known",
      help: "put the text in quotes, if '%' belongs to it", code: "yaml-syntax"),
    Mistake(
      "1️⃣%YAML 2.01️⃣ # c\n---\na: 1\n", "a line that starts with '%' is a YAML directive, and this one isn't known",
      help: "put the text in quotes, if '%' belongs to it", code: "yaml-syntax"),
    Mistake(
      "1️⃣%TAG x1️⃣\n---\na: 1\n", "a line that starts with '%' is a YAML directive, and this one isn't known",
      help: "put the text in quotes, if '%' belongs to it", code: "yaml-syntax"),
  ])
  func `signs`(mistake: Mistake) throws { try mistake.check(.yaml) }
}
