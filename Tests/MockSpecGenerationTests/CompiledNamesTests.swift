import Foundation
import MockSpec
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpecGeneration

/// Generated code is compiled, also for names that aren't meant to be identifiers.
@Suite(.enabled(if: Compiler.path != nil, "no swiftc in PATH"), .timeLimit(.minutes(20)))
struct CompiledNamesTests {
  static let hostile = [
    "Log in!", "log-in", "Log In", "2FA", "404", "default", "self", "Self", "init", "None", "some", "Type", "Protocol",
    "Any", "class",
    "none", "some", "🎉", "👨‍👩‍👧", "!!!", "*/ /* //", "a\nb", "a\r\nb", "\"quoted\" \\ \\(x) \"\"\"", "tab\t", "#if 0",
    "\u{202E}rtl", "\u{FEFF}bom", "line\u{2028}separator", "e\u{301}te\u{301}", "été!", "登录", "\u{301}mark", "ß",
    "İstanbul", "ﬁsh", "Ⅷ", "½", "name", "request", "response", "hashValue", "hash", "description", "LOGIN_FAILED",
    "iOS", " ",
    "_", "$0", "`ticks`", "\u{1}", "\u{7F}", "in", "where", "await", "async", "Response", "loginResponse", "Login",
    "MockRequestName", "MockSelection", "String", "Sendable", "x\u{0}y", "🇮🇸", "ͼ", "ª", "\u{1D7D8}", "ﷺ", "\u{E000}",
    "ǅ",
  ]

  /// Names of random scalars, most of them not letters.
  static let random: [String] = {
    var generator = SeededGenerator(seed: 14)
    return (0..<200).map { _ in
      let scalars = generator.some(1...6) { generator -> Unicode.Scalar in
        let limit: UInt32 = generator.pick([0x80, 0x80, 0x400, 0x3000, 0x1_0000, 0x2_0000])
        return Unicode.Scalar(UInt32.random(in: 1..<limit, using: &generator)) ?? "-"
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return String(view)
    }
  }()

  /// The names that a project can have: loading reports those that can't be names, or that are the same as earlier ones.
  static func usable(_ names: [String]) throws -> [String] {
    var seen: Set<String> = []
    return try names.filter { name in
      let spec = try GeneratedProject.spec([name: [name]])
      let folder = try TemporaryFolder(["a.mock.json": spec])
      let project = try SpecLoader(.paths([folder.path]), workingDirectory: folder.path).check()
      return !project.diagnostics.hasErrors && seen.insert(name).inserted
    }
  }

  static func names(_ names: [String], access: SwiftNames.Access = .internal) throws -> SwiftNames {
    var requests = Dictionary(uniqueKeysWithValues: names.map { ($0, ["A"]) })
    requests["Responses"] = names
    let scenes = Dictionary(uniqueKeysWithValues: names.map { ($0, ["Responses": $0]) })
    let project = try JSONSerialization.data(withJSONObject: ["mockspec": 1, "scenes": scenes] as [String: Any])
    let folder = try TemporaryFolder([
      "a.mock.json": try GeneratedProject.spec(requests), "mockspec.json": String(decoding: project, as: UTF8.self),
    ])
    let loaded = try SpecLoader(.paths([folder.path]), workingDirectory: folder.path).check()
    #expect(!loaded.diagnostics.hasErrors, "\(loaded.problems)")
    return try #require(SwiftNames(of: loaded, access: access))
  }

  enum Kind: CaseIterable { case hostile, random }

  @Test(arguments: Kind.allCases)
  func `any name compiles, and keeps its value`(kind: Kind) throws {
    let candidates = kind == .hostile ? Self.hostile : Self.random
    let names = try Self.usable(candidates)
    #expect(names.count > candidates.count * 9 / 10)
    let compiler = try Compiler()
    let generated = try Self.names(names)
    try compiler.folder.write(generated.text, to: "Names.swift")
    // The members in the order of the names' bytes, as the text has them.
    let members = generated.text.matches(of: /static var (\S+): (Mock(?:Request|Scene)Name) \{/).map {
      "\($0.2).\($0.1)"
    }
    #expect(members.count == 2 * names.count + 1)
    let responses = generated.text.matches(of: /static var (\S+): ResponsesResponse \{/).map { "\($0.1)" }
    let main = """
      import MockSpecURLSession
      for name in [\(members.map { $0 + ".name" }.joined(separator: ",\n"))] { print(Array(name.utf8)) }
      for selection: MockSelection in [\(responses.map { ".responses(.\($0))" }.joined(separator: ",\n"))] {
        print(Array(selection.response.utf8))
      }
      """
    try compiler.folder.write(main, to: "main.swift")
    let lines = try compiler.outputOfProgram(["Names.swift", "main.swift"]).split(separator: "\n").map(String.init)
    let expected = (names + names + names + ["Responses"]).map { "\(Array($0.utf8))" }
    #expect(lines.count == expected.count && Set(lines).symmetricDifference(expected) == [])
  }

  @Test(arguments: SwiftNames.Access.allCases)
  func `the code has no warnings with any access level, features and isolation`(access: SwiftNames.Access) throws {
    let compiler = try Compiler()
    try compiler.folder.write(Self.names(["Log in", "default", "2FA"], access: access).text, to: "Names.swift")
    try compiler.folder.write(
      """
      import MockSpecURLSession
      nonisolated func selections() -> [MockSelection] { [.logIn(.a), .default(.a), ._2FA(.a), .responses(.logIn)] }
      nonisolated let (request, scene) = (MockRequestName.logIn, MockSceneName.default)
      """, to: "Use.swift")
    let features = [
      "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
      "InferIsolatedConformances", "ImmutableWeakCaptures",
    ].flatMap { ["-enable-upcoming-feature", $0] }
    let all = [[], features, ["-default-isolation", "MainActor"], ["-strict-memory-safety"]]
    for options in access == .public || TestScale.isLong ? all : [all[1]] {
      let output = try compiler.run(["-typecheck", "-parse-as-library", "Names.swift", "Use.swift"] + options)
      #expect(output == "", "\(options)")
    }
  }

  @Test func `a renamed response is an error where it was named`() throws {
    let compiler = try Compiler()
    try compiler.folder.write(
      "import MockSpecURLSession\n\nlet selection: MockSelection = .logIn(.lockedOut)\n", to: "Use.swift")
    func check(_ spec: String) throws -> String {
      try compiler.folder.write(GeneratedProject.names(["a.mock.yaml": spec]).text, to: "Names.swift")
      return try compiler.run(["-typecheck", "-parse-as-library", "Names.swift", "Use.swift"])
    }
    #expect(try check(SwiftNamesTests.login) == "")
    let renamed = try check(SwiftNamesTests.login.replacing("Locked out", with: "Locked"))
    #expect(
      renamed.hasPrefix("Use.swift:3:40: error: type 'MockSelection.LogInResponse' has no member 'lockedOut'"),
      "\(renamed)")
  }

  @Test func `a renamed value of a state is an error where it was named`() throws {
    let compiler = try Compiler()
    try compiler.folder.write(
      """
      import MockSpecURLSession

      let state: MockState = .cart(.paid)
      let (states, conditions): (MockStates, MockStateConditions) = ([.cart(.empty)], [.cart(.empty), .name_(.name_)])
      """, to: "Use.swift")
    func check(_ values: String) throws -> String {
      let spec = "mockspec: 1\nstates: {cart: [\(values)], name: [name, value]}\n"
      try compiler.folder.write(GeneratedProject.names(["a.mock.yaml": spec]).text, to: "Names.swift")
      return try compiler.run(["-typecheck", "-parse-as-library", "Names.swift", "Use.swift"])
    }
    #expect(try check("empty, paid") == "")
    let renamed = try check("empty, settled")
    #expect(
      renamed.hasPrefix("Use.swift:3:31: error: type 'MockState.CartValue' has no member 'paid'"), "\(renamed)")
  }
}
