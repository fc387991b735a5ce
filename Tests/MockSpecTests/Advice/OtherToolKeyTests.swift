import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// Each row of the table of other tools' keys.
struct OtherToolKeyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let index: Int
    var word: OtherToolKey { OtherToolKey.all[index] }
    var testDescription: String { "\(word.word) in \(word.level)" }
  }

  static let rows = OtherToolKey.all.indices.map { Row(index: $0) }

  @Test(arguments: rows) func `a row is one error with our spelling, and a fix leaves no error`(row: Row) throws {
    let word = row.word
    let value = word.example == "…" ? "text" : word.example == "[{}]" ? "[{a: b}]" : word.example
    let file = Self.file("\(word.word): \(value == "{}" ? "{a: b}" : value)", in: word.level, without: word.meaning)
    let found = try Self.diagnostics(file)
    #expect(found.map(\.code) == ["unknown-key"], "\(found)")
    let diagnostic = try #require(found.first)
    #expect(diagnostic.range?.text == word.word)
    let help = try #require(diagnostic.help)
    if let tools = word.tools { #expect(help.contains(tools)) }
    if let meaning = word.meaning { #expect(word.advice != nil || help.contains(meaning)) }
    if case .none = word.fix { return #expect(diagnostic.fix == nil) }
    // Before a trial, which refuses fixes of keys that are there already.
    let errors = FileErrors(
      Array(file.text.utf8), shown: file.name, format: .yaml, level: file.name.hasPrefix("mockspec") ? .project : .spec)
    let fix = try #require(errors.meaning.first?.fix)
    let fixed = [fix].applied(to: Array(file.text.utf8))
    let after = try Self.diagnostics(File(name: file.name, text: String(decoding: fixed, as: UTF8.self)))
    #expect(
      !after.contains { $0.code == "unknown-key" && $0.range?.bytes.lowerBound == diagnostic.range?.bytes.lowerBound })
    #expect(word.meaning.map { String(decoding: fixed, as: UTF8.self).contains("\($0): ") } == true)
  }

  @Test func `rows are unique, name keys of their level, and aren't keys themselves`() {
    let keys = OtherToolKey.all.map { "\($0.level) \($0.word) \($0.example.prefix(1))" }
    #expect(Dictionary(grouping: keys) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
    for word in OtherToolKey.all {
      if let meaning = word.meaning { #expect(word.level.keys[meaning] != nil, "\(meaning) in \(word.level)") }
      #expect(word.level.keys[word.word] == nil, "\(word.word)")
    }
  }

  struct File {
    let name: String
    let text: String
  }

  static func diagnostics(_ file: File) throws -> [Diagnostic] {
    let folder = try TemporaryFolder([file.name: file.text, "other.mock.yaml": "mockspec: 1\nrequests: {}\n"])
    return try SpecLoader(.paths(["."]), workingDirectory: folder.path).load(number: 1).diagnostics
  }

  /// A file with an entry in a mapping, from which what the entry may replace is left out.
  static func file(_ entry: String, in level: Level, without meaning: String? = nil) -> File {
    func spec(_ rest: String) -> File { File(name: "a.mock.yaml", text: "mockspec: 1\n\(rest)\n") }
    func request(match: String = "{path: /a}", response: String = "{}") -> File {
      spec("requests: {A: {match: \(match), responses: {R: \(response)}}}")
    }
    switch level {
    case .spec: return spec("requests: {}\n\(entry)")
    case .request:
      let match = meaning == "match" ? "" : "    match: /a\n"
      return spec("requests:\n  A:\n\(match)    responses: {R: {}}\n    \(entry)")
    case .collection:
      let others = ["path: /a", "items: []"].filter { !$0.hasPrefix((meaning ?? "") + ":") }
      return spec("collections: {a: {\((others + [entry]).joined(separator: ", "))}}")
    case .operations: return spec("collections: {a: {path: /a, items: [], responses: {\(entry)}}}")
    case .parameters: return spec("collections: {a: {path: /a, items: [], parameters: {\(entry)}}}")
    case .match: return request(match: "{\(entry)}")
    case .body: return request(match: "{path: /a, body: {\(entry)}}")
    case .graphql: return request(match: "{path: /a, body: {graphql: {\(entry)}}}")
    case .error: return request(response: "{error: {\(entry)}}")
    case .operators: return request(match: "{path: /a, query: {q: {\(entry)}}}")
    case .response: return request(response: "{\(entry)}")
    case .stream:
      let events = meaning == "events" ? "" : "events: [{data: a}, {data: b}], "
      return request(response: "{stream: {\(events)\(entry)}}")
    case .callback:
      let call = meaning == "call" ? "" : "call: POST http://a.example, "
      return request(response: "{callbacks: [{\(call)\(entry)}]}")
    case .retry:
      let times = meaning == "times" ? "" : "times: 2, "
      return request(response: "{callbacks: [{call: POST http://a.example, retry: {\(times)\(entry)}}]}")
    case .event:
      let data = meaning == "data" ? "" : "data: a, "
      return request(response: "{stream: {events: [{\(data)\(entry)}]}}")
    case .toolCall:
      let name = meaning == "name" ? "" : "name: a, "
      return request(response: "{stream: {format: openai-chat, toolCalls: [{\(name)\(entry)}]}}")
    case .modelUsage: return request(response: "{stream: {format: openai-chat, text: a, usage: {\(entry)}}}")
    case .websocket: return request(response: "{websocket: {\(entry)}}")
    case .socketMessage: return request(response: "{websocket: {messages: [{\(entry)}]}}")
    case .sentMessage: return request(response: "{websocket: {messages: [{send: {\(entry)}}]}}")
    case .step:
      let step = meaning == "response" ? entry : "response: R, \(entry)"
      return spec("requests: {A: {match: /a, sequence: [{\(step)}], responses: {R: {}}}}")
    case .delay: return request(response: "{delay: {\(entry)}}")
    case .throttle: return request(response: "{throttle: {\(entry)}}")
    case .defaults: return spec("defaults: {\(entry)}\nrequests: {}")
    case .server: return File(name: "mockspec.yaml", text: "mockspec: 1\nserver: {\(entry)}\n")
    case .project: return File(name: "mockspec.yaml", text: "mockspec: 1\n\(entry)\n")
    default: preconditionFailure("no file for \(level)")
    }
  }
}
