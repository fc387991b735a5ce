import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// The key `server.cors` of the project file.
struct AllowedOriginsTests {
  static func load(_ value: String) throws -> LoadedProject {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nserver: {cors: \(value)}\n", "a.mock.yaml": "mockspec: 1\nrequests: {}\n",
    ])
    return try Specs.load(folder, ".")
  }

  @Test(arguments: [
    ("false", AllowedOrigins.none), ("true", .all), ("[http://localhost:5173]", .only(["http://localhost:5173"])),
    ("['https://APP.example.com:443', 'http://[::1]:80']", .only(["https://app.example.com", "http://[::1]"])),
    ("[capacitor://localhost, tauri://localhost]", .only(["capacitor://localhost", "tauri://localhost"])),
    ("['null', file://]", .only(["null", "file://"])), ("[null]", .only(["null"])),
    (
      "[chrome-extension://abcdefghijklmnop, safari-web-extension://5A5B-C]",
      .only(["chrome-extension://abcdefghijklmnop", "safari-web-extension://5A5B-C"])
    ),
  ])
  func `it is a Boolean or a list of origins`(value: String, allowed: AllowedOrigins) throws {
    let sets = try #require(try Self.load(value).sets)
    #expect(sets.settings.server.cors == allowed)
  }

  @Test(arguments: [
    "1️⃣'*'1️⃣", "[1️⃣'*'1️⃣]", "[1️⃣'http://*.example.com'1️⃣]", "[http://localhost1️⃣/app1️⃣]", "[1️⃣localhost1️⃣]",
    "[http://a.example, 1️⃣http://localhost:655361️⃣]", "[1️⃣true1️⃣]", "1️⃣[]1️⃣",
    "[1️⃣wss://a.example1️⃣]", "[1️⃣'tauri://*'1️⃣]", "[tauri://localhost1️⃣/1️⃣]", "[1️⃣''1️⃣]", "[1️⃣http://a..example1️⃣]",
    "[http://a.example, 1️⃣http://a.example1️⃣]",
  ])
  func `anything else is an error where it is written`(value: String) throws {
    let marked = MarkedText("mockspec: 1\nserver: {cors: \(value)}\n")
    let project = try Self.load(MarkedText(value).text)
    #expect(project.diagnostics.map { $0.range?.bytes } == [marked[1]])
  }

  @Test func `origins are compared as browsers send them`() {
    let allowed = AllowedOrigins(["http://a.example:80", "https://b.example:443", "Tauri://Localhost"])
    #expect(allowed.contains("http://a.example"))
    #expect(!allowed.contains("http://b.example"))
    #expect(!allowed.contains("null"))
    #expect(allowed.contains("tauri://Localhost"))
    #expect(AllowedOrigins.all.contains("null"))
  }
}
