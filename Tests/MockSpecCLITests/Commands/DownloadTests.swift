import Foundation
import TestSupport
import Testing

/// Parts of files and resumed downloads with curl.
@Suite(.timeLimit(.minutes(20)))
struct DownloadTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "a.mock.yaml": """
      mockspec: 1
      requests:
        A:
          match: GET /a
          sequence: [Cut Off, Whole]
          responses:
            Cut Off: {fault: truncatedBody, file: a.txt, ranges: true}
            Whole: {file: a.txt, ranges: true}
      """, "a.txt": "0123456789",
    ])
  }

  private func curl(_ arguments: String) async throws -> (status: Int32, output: String) {
    let outcome = try await Program.run("/bin/sh", ["-c", "curl -s " + arguments], in: folder.path)
    return (outcome.status, outcome.output)
  }

  @Test func `curl resumes a download that broke off, and gets a part`() async throws {
    let server = try await RunningServer(["."], in: folder.path)
    let partialFile: Int32 = 18
    #expect(try await curl("-o b.txt \(server.url)/a").status == partialFile)
    #expect(try folder.read("b.txt") == "01234")
    #expect(try await curl("-C - -o b.txt \(server.url)/a").status == 0)
    #expect(try folder.read("b.txt") == "0123456789")
    #expect(try await curl("-r 2-5 \(server.url)/a").output == "2345")
    #expect(try await curl("-r 10- -o /dev/null -w '%{http_code}' \(server.url)/a").output == "416")
    _ = await server.end(by: SIGTERM)
  }
}
