import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Brackets that are never closed, and text that contains brackets.
struct YAMLBracketTests {
  static let bracketMistakes: [Mistake] = [
    Mistake("a: 1️⃣[1️⃣1, 2\n", "this '[' is never closed", help: "put ']' where it ends", code: "yaml-syntax"),
    Mistake("日: 1️⃣{1️⃣x: 1\n", "this '{' is never closed", help: "put '}' where it ends", code: "yaml-syntax"),
    Mistake("a: [1, 1️⃣{1️⃣", "this '{' is never closed", help: "put '}' where it ends", code: "yaml-syntax"),
    Mistake("a: 1️⃣[1️⃣\n\n", "this '[' is never closed", help: "put ']' where it ends", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣[1️⃣1, 2\n2️⃣b2️⃣: 3\n", "this '[' isn't closed before the next key", help: "put ']' where it ends",
      note: "the next key is read as a part of it", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣{1️⃣x: 1\n2️⃣b2️⃣: 2\n", "this '{' isn't closed before the next key", help: "put '}' where it ends",
      note: "the next key is read as a part of it", code: "yaml-syntax"),
    Mistake(
      "日: {path: 1️⃣/items/{id}1️⃣}\n", "text that contains '{' or '}' needs quotes inside {…}",
      help: "put it in quotes: '/items/{id}'", code: "yaml-syntax"),
    Mistake("a: 2️⃣[2️⃣11️⃣}1️⃣\n", "',' or ']' is expected here, found '}'", note: "'[' opens here", code: "yaml-syntax"),
    Mistake(
      "a: 2️⃣[2️⃣\"b\" 1️⃣日1️⃣]\n", "',' or ']' is expected here, found '日'", note: "'[' opens here", code: "yaml-syntax"),
    Mistake("a: [1, 2]1️⃣]1️⃣\n", "']' doesn't close anything", code: "yaml-syntax"),
    Mistake("{a: 1}1️⃣}1️⃣\n", "'}' doesn't close anything", code: "yaml-syntax"),
    Mistake("a: 1\n1️⃣}1️⃣\n", "'}' doesn't close anything", code: "yaml-syntax"),
    Mistake("a: 1️⃣]1️⃣\n", "text that starts with ']' needs quotes", help: "put it in quotes: ']'", code: "yaml-syntax"),
    Mistake("a: [1,1️⃣,1️⃣ 2]\n", "a value is expected here, found ','", code: "yaml-syntax"),
    Mistake("{a: 1} 1️⃣日1️⃣本\n", "only a comment may follow here, found '日'", code: "yaml-syntax"),
    Mistake(
      "id: 1️⃣{{ x }}1️⃣\n", "text that starts with '{{' needs quotes", help: "put it in quotes: '{{ x }}'",
      code: "yaml-syntax"),
    Mistake(
      "? 1️⃣日1️⃣: 1\n: b\n", "a key must be text, found a mapping or a list",
      help: "put the text in quotes if '{' or '[' is part of it", code: "yaml-syntax"),
    Mistake(
      "日: 1\n? 1️⃣[1️⃣a]\n: b\n", "a key must be text, found a mapping or a list",
      help: "put the text in quotes if '{' or '[' is part of it", code: "yaml-syntax"),
    Mistake(
      "match: {method: GET, path: 1️⃣/items/{id}1️⃣}\n", "text that contains '{' or '}' needs quotes inside {…}",
      help: "put it in quotes: '/items/{id}'", code: "yaml-syntax"),
    Mistake(
      "match: {path: 1️⃣/日/{id}/x1️⃣, method: GET}\n", "text that contains '{' or '}' needs quotes inside {…}",
      help: "put it in quotes: '/日/{id}/x'", code: "yaml-syntax"),
    Mistake(
      "match: {method: GET, path: 1️⃣/items/{id}1️⃣\n", "text that contains '{' or '}' needs quotes inside {…}",
      help: "put it in quotes: '/items/{id}'", code: "yaml-syntax"),
    Mistake(
      "match: {\n  path: 1️⃣/items/{id}1️⃣,\n}\n", "text that contains '{' or '}' needs quotes inside {…}",
      help: "put it in quotes: '/items/{id}'", code: "yaml-syntax"),
    Mistake(
      "a: [1️⃣/items/{id}1️⃣, /b]\n", "text that contains '{' or '}' needs quotes inside […]",
      help: "put it in quotes: '/items/{id}'", code: "yaml-syntax"),
    Mistake(
      "a: [1️⃣x {{ y }}1️⃣]\n", "text that contains '{' or '}' needs quotes inside […]",
      help: "put it in quotes: 'x {{ y }}'",
      code: "yaml-syntax"),
    Mistake(
      "{1️⃣/items/{id}1️⃣: 1}\n", "text that contains '{' or '}' needs quotes inside {…}",
      help: "put it in quotes: '/items/{id}'", code: "yaml-syntax"),
    Mistake(
      "a: [1️⃣b[0]1️⃣, c]\n", "text that contains '[' or ']' needs quotes inside […]", help: "put it in quotes: 'b[0]'",
      code: "yaml-syntax"),
    Mistake(
      "path: 1️⃣{id}/items1️⃣\n", "text that starts with '{' needs quotes", help: "put it in quotes: '{id}/items'",
      code: "yaml-syntax"),
    Mistake(
      "match: {path: 1️⃣{id}/items1️⃣, b: c}\n", "text that starts with '{' needs quotes",
      help: "put it in quotes: '{id}/items'", code: "yaml-syntax"),
    Mistake(
      "- 1️⃣[a] b1️⃣ # c\n", "text that starts with '[' needs quotes", help: "put it in quotes: '[a] b'",
      code: "yaml-syntax"),
    Mistake(
      "l: [1️⃣{{ x }}1️⃣, 1]\n", "text that starts with '{{' needs quotes", help: "put it in quotes: '{{ x }}'",
      code: "yaml-syntax"),
    Mistake(
      "m: {a: 1️⃣{{x}}1️⃣, b: 1}\n", "text that starts with '{{' needs quotes", help: "put it in quotes: '{{x}}'",
      code: "yaml-syntax"),
    Mistake(
      "id: 1️⃣{{x}}/日1️⃣ # c\n", "text that starts with '{{' needs quotes", help: "put it in quotes: '{{x}}/日'",
      code: "yaml-syntax"),
    Mistake(
      "1️⃣{1️⃣{ x }}: 1\n", "a key must be text, found a mapping or a list",
      help: "put the text in quotes if '{' or '[' is part of it", code: "yaml-syntax"),
    Mistake(
      "a: {b: 1️⃣c: d1️⃣}\n", "text that contains ': ' needs quotes", help: "put it in quotes: 'c: d'", code: "yaml-syntax"),
    Mistake(
      "a: {b: 1️⃣1 c: 21️⃣}\n", "text that contains ': ' needs quotes",
      help: "put it in quotes: '1 c: 2'; or put ',' between two entries", code: "yaml-syntax"),
    Mistake(
      "a: {b: 1, c d: 1️⃣e: f1️⃣}\n", "text that contains ': ' needs quotes", help: "put it in quotes: 'e: f'",
      code: "yaml-syntax"),
    Mistake(
      "a:\n  b: 1️⃣[1️⃣1, 2\n  2️⃣c2️⃣: 3\n", "this '[' isn't closed before the next key", help: "put ']' where it ends",
      note: "the next key is read as a part of it", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣{1️⃣b: 1,\nc: 2\n2️⃣d2️⃣: 3\n", "this '{' isn't closed before the next key", help: "put '}' where it ends",
      note: "the next key is read as a part of it", code: "yaml-syntax"),
    Mistake(
      "a: {\n  \"b\": 11️⃣\n  \"c\": 2\n}\n", "',' is missing at the end of this line", help: "separate entries with ','",
      code: "yaml-syntax"),
    Mistake(
      "a: [\n  \"b\"1️⃣ # x\n  \"c\"\n]\n", "',' is missing at the end of this line", help: "separate entries with ','",
      code: "yaml-syntax"),
    Mistake(
      "m: {color: 1️⃣#fff1️⃣}\n", "'#' starts a comment here, and '}' is in it", help: "put it in quotes: '#fff'",
      code: "yaml-syntax"),
    Mistake(
      "m: {color: 1️⃣#fff1️⃣, b: 1}\nb: 2\n", "'#' starts a comment here, and '}' is in it",
      help: "put it in quotes: '#fff'", code: "yaml-syntax"),
    Mistake(
      "m: [a, 1️⃣#b1️⃣]\n", "'#' starts a comment here, and ']' is in it", help: "put it in quotes: '#b'",
      code: "yaml-syntax"),
  ]

  @Test(arguments: bracketMistakes)
  func `brackets`(mistake: Mistake) throws { try mistake.check(.yaml) }
}
