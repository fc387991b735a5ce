#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What a test process prints when tests with the trait fail. `MOCKSPEC_RECORD=1` rewrites the expected output.
  struct FailureOutputTests {
    private static let golden = "Tests/MockSpecTestingTests/Goldens/failures.txt"

    @Test func `failing tests print what the guide promises`() async throws {
      let attachments = try TemporaryFolder()
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let (process, output, errors) = try ChildProcess.piped(
        "/usr/bin/env",
        [
          "\(Failing.variable)=1", "NO_COLOR=1", program, "--testing-library", "swift-testing", "--filter",
          "FailsOnPurpose", "--no-parallel", "--attachments-path", attachments.path,
        ], in: Repository.root.path)
      async let warnings = errors.readToEnd()
      let bytes = try (output.readToEnd() ?? Data()) + (await warnings ?? Data())
      let printed = Self.withoutChangingParts(String(decoding: bytes, as: UTF8.self))
      #expect(await process.status() == 1)

      let file = Repository.root.appendingPathComponent(Self.golden)
      if ProcessInfo.processInfo.environment["MOCKSPEC_RECORD"] != nil {
        try printed.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded \(Self.golden): read the change, then run without MOCKSPEC_RECORD")
      }
      let expected = try String(contentsOf: file, encoding: .utf8)
      #expect(printed.split(separator: "\n") == expected.split(separator: "\n"))

      let names = try FileManager.default.contentsOfDirectory(atPath: attachments.path)
      let files = try names.map { try String(contentsOfFile: attachments.path + "/" + $0, encoding: .utf8) }
      #expect(files.count == printed.matches(of: /⎙ Attached/).count)
      #expect(files.contains { $0.contains("POST https://api.example.com/login → 200 (Login: Success, by default)") })
      #expect(files.contains { $0.hasPrefix("1 call\n") && $0.hasSuffix("\n   \n   ada\n") })
    }

    @Test func `the guide shows what is printed`() throws {
      func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      }
      let printed = lines(String(decoding: try Repository.bytes(Self.golden), as: UTF8.self))
      let guide = try Article("Sources/MockSpecURLSession/Documentation.docc/UnitTests.md")
      let shown = guide.blocks.filter { $0.language.isEmpty }.map { lines($0.text) }
      #expect(shown.count == 3)
      for block in shown { #expect(printed.indices.contains { printed[$0...].starts(with: block) }, "\(block)") }
    }

    /// Removes versions, times and the names of attached files, which differ between runs.
    private static func withoutChangingParts(_ text: String) -> String {
      text.replacing(/↳ (Testing Library Version|Target Platform):.*\n/, with: "")
        .replacing(/\ after [0-9.]+ seconds/, with: " after a while")
        .replacing(/↳ Written to .*\n/, with: "")
    }
  }
#endif
