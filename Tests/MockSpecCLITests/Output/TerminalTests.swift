import Foundation
import TestSupport
import Testing

/// What the built program does with the standard streams and with wrong arguments.
struct TerminalTests {
  private static let spec = "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {staus: 204}}}}\n"

  #if os(Linux)
    /// Commands that print to the standard output, run in a folder with a valid spec.
    static let printing = [
      "rules", "rules bad-path", "schema", "list .", "validate . --format json", "validate . --format junit",
      "explain GET /hello .", "convert hello.mock.yaml --to json", "generate swift .", "--help", "help validate",
      "--version", "--generate-completion-script bash",
    ]

    @Test(arguments: printing) func `output that can't be written is an error`(arguments: String) async throws {
      let folder = try TemporaryFolder()
      _ = try await Program.run("init", ".", in: folder.path)
      let words = arguments.split(separator: " ").map(String.init)
      let outcome = try await Program.run(
        "/bin/sh", ["-c", #"exec "$0" "$@" > /dev/full"#, Program.path] + words, in: folder.path)
      #expect(outcome.status == 74)
      #expect(outcome.errors == "error: the output can't be written: No space left on device\n")
    }

    @Test(arguments: ["validate .", "validate . --format concise", "odd", "explain"])
    func `a report that can't be written is an error`(arguments: String) async throws {
      let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
      let words = arguments.split(separator: " ").map(String.init)
      let outcome = try await Program.run(
        "/bin/sh", ["-c", #"exec "$0" "$@" 2> /dev/full"#, Program.path] + words, in: folder.path)
      #expect(outcome.status == 74)
    }

    @Test func `a server whose output can't be written says so, and keeps running`() async throws {
      let folder = try TemporaryFolder(["a.mock.yaml": ServeTests.good])
      let shell = #"exec "$0" serve . --port 0 > /dev/full"#
      let (process, _, errors) = try ChildProcess.piped("/bin/sh", ["-c", shell, Program.path], in: folder.path)
      defer { process.send(SIGKILL) }
      let line = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var line = Data()
          while line.last != UInt8(ascii: "\n"), case let byte = errors.readData(ofLength: 1), !byte.isEmpty {
            line += byte
          }
          continuation.resume(returning: String(decoding: line, as: UTF8.self))
        }
      }
      #expect(line == "error: the output can't be written: No space left on device\n")
      process.send(SIGTERM)
      #expect(await process.status() == 0)
    }
  #endif

  @Test func `a reader that ends early is no error`() async throws {
    let shell = #"("$0" rules; echo $? >&2) | head -1"#
    let outcome = try await Program.run("/bin/sh", ["-c", shell, Program.path])
    #expect(outcome.output.contains("warning"))
    #expect(outcome.errors != "74\n")
  }

  @Test(arguments: [("xterm-256color", true), ("dumb", false)])
  func `a terminal that can only print text has no colors`(type: String, hasColors: Bool) async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
    let words = ["TERM=\(type)", "NO_COLOR=", Program.path, "validate", "."]
    let text = try await PseudoTerminal.run("/usr/bin/env", words, in: folder.path)
    #expect(text.contains("unknown key 'staus'"))
    #expect(text.contains("\u{1B}[") == hasColors)
  }

  @Test func `a path in a command to paste is quoted`() async throws {
    let folder = try TemporaryFolder()
    let plain = try await Program.run("init", "a/b-1", in: folder.path)
    #expect(plain.output.contains("next: mockspec serve a/b-1, then"))
    let odd = try await Program.run("init", "it's my $HOME", in: folder.path)
    let command = try #require(odd.output.firstMatch(of: /next: mockspec serve (.*), then/)).1
    let pasted = try await Program.run("/bin/sh", ["-c", "cd \(command) && ls mockspec.yaml"], in: folder.path)
    #expect(pasted.output == "mockspec.yaml\n")
    let explained = try await Program.run("explain", "GET /a b?c&d", in: folder.path)
    #expect(explained.errors.hasPrefix("error: expected a method and a URL, as in: mockspec explain GET '/a b?c&d'\n"))
  }

  @Test(arguments: [
    ("explain GET /a --scene Odd .", "explain <method>"), ("serve --scene Odd --port 0 .", "serve [<options>]"),
    ("convert . --to json --output ./out", "convert [<paths> ...]"), ("rules odd", "rules [<name>]"),
    ("validate --odd", "validate [<paths> ...]"), ("generate swift --check", "generate swift [<paths> ...]"),
  ])
  func `an error about arguments has the usage of its command`(arguments: String, usage: String) async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": ServeTests.good])
    let outcome = try await Program.run(
      Program.path, arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: "))
    #expect(outcome.errors.contains("\nUsage: mockspec \(usage)"))
    #expect(outcome.errors.contains("\n  See 'mockspec \(usage.prefix { !"<[".contains($0) })--help'"))
  }

  @Test func `known scenes are listed`() async throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": ServeTests.good, "mockspec.yaml": "mockspec: 1\nscenes: {Two: {A: R}, One: {A: R}}\n",
    ])
    let unknown = try await Program.run("explain", "GET", "/a", "--scene", "Odd", in: folder.path)
    #expect(unknown.errors.hasPrefix("error: no scene is named 'Odd'; known: One, Two\n"))
    let list = try await Program.run("list", "--format", "json", in: folder.path)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])
    #expect(json["scenes"] as? [String: [String: String]] == ["One": ["A": "R"], "Two": ["A": "R"]])
  }

  @Test func `explain says that methods are in capital letters`() async throws {
    let folder = try TemporaryFolder(["my specs/a.mock.yaml": ServeTests.good])
    let outcome = try await Program.run("explain", "get", "/a?b", "my specs", in: folder.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "note: methods are in capital letters: mockspec explain GET '/a?b' 'my specs'\n")
    #expect(try await Program.run("explain", "PROPFIND", "/a", "my specs", in: folder.path).errors == "")
  }
}

/// A terminal without a screen.
private enum PseudoTerminal {
  /// Runs a program whose output and errors go to a terminal, and returns them.
  static func run(_ path: String, _ arguments: [String], in folder: String) async throws -> String {
    var (primary, secondary): (Int32, Int32) = (-1, -1)
    try #require(openpty(&primary, &secondary, nil, nil, nil) == 0)
    let reader = FileHandle(fileDescriptor: primary, closeOnDealloc: true)
    let writer = FileHandle(fileDescriptor: secondary, closeOnDealloc: true)
    let process = try ChildProcess(path, arguments, in: folder, output: writer)
    // The output is shorter than the terminal's buffer, so that it can be read after the end.
    _ = await process.status()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(reader.fileDescriptor, &bytes, bytes.count)
    withExtendedLifetime(writer) {}
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
