import Crypto
import Foundation
import MockSpecServer
import SwiftASN1
import TestSupport
import Testing
import X509

@testable import MockSpecTLS

/// `mockspec certificate`, and `mockspec serve` with a certificate.
@Suite(.timeLimit(.minutes(20)))
struct ServeTLSTests {
  private let folder: TemporaryFolder

  /// Writes an authority to `own`, a certificate of it to `cert.pem`, its key to `key.pem`, and another key to `other.pem`.
  private func writeCertificate(for host: String = "localhost") throws {
    let authority = try LocalAuthority.create(
      in: folder.path + "/own", hosts: CertifiedHost.local, machine: "test")
    let key = P256.Signing.PrivateKey()
    let leaf = try AuthorityCertificates.leaf(
      for: [.dnsName(host)], .init(key.publicKey), by: authority, now: Date())
    try folder.write(
      leaf.serializeAsPEM().pemString + "\n" + authority.issuer.serializeAsPEM().pemString, to: "cert.pem")
    try folder.write(key.pemRepresentation, to: "key.pem")
    try folder.write(P384.Signing.PrivateKey().pemRepresentation, to: "other.pem")
  }

  init() throws {
    folder = try TemporaryFolder([
      "a.mock.yaml": ServeTests.good, "text.pem": "text",
      "encrypted.pem": "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMA==\n-----END ENCRYPTED PRIVATE KEY-----\n",
    ])
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(Program.path, arguments, in: folder.path)
  }

  /// Runs a shell command, in which `$0` is the program.
  private func shell(_ command: String, _ arguments: String...) async throws -> Program.Outcome {
    try await Program.run("/bin/sh", ["-c", command, Program.path] + arguments, in: folder.path)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)[.posixPermissions] as? Int
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + path).sorted()
  }

  // MARK: - The authority

  @Test(arguments: ["000", "077"])
  func `an authority is created once, for its owner only`(umask: String) async throws {
    let create = #"umask \#(umask); exec "$0" certificate --yes --authority own/authority"#
    let first = try await shell(create + " api.example.com")
    #expect(first.status == 0, "\(first.errors)")
    let path = folder.path + "/own/authority"
    #expect(first.output == path + "/root.pem\n")
    #expect(first.errors.hasPrefix("note: for localhost, 127.0.0.1, ::1, api.example.com, until 20"))
    #expect(try mode("own/authority") == 0o700)
    let files = try names("own/authority")
    #expect(files == ["issuer-key.pem", "issuer.pem", "root.pem"])
    let texts = try files.map { name in
      #expect(try mode("own/authority/" + name) == 0o600)
      return try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    // Needs no confirmation, since nothing is created.
    let second = try await run("certificate", "v1.api.example.com", "--authority", "own/authority")
    #expect((second.status, second.output) == (0, first.output))
    let other = try await run("certificate", "--yes", "example.com", "--authority", "own/authority")
    #expect((other.status, other.output) == (1, ""))
    #expect(other.errors.hasPrefix("error: the authority in '\(path)' isn't for example.com, only for localhost, "))
    #expect(try files.map { try String(contentsOfFile: path + "/" + $0, encoding: .utf8) } == texts)
    #expect(try names("own") == ["authority"])
  }

  @Test func `an authority isn't created unless its hosts are confirmed`() async throws {
    let outcome = try await run("certificate", "--authority", "own")
    #expect((outcome.status, outcome.output) == (64, ""))
    #expect(
      outcome.errors.contains("error: confirm with '--yes' that the authority is for localhost, 127.0.0.1, ::1\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/own"))
    let wrong = try await run("certificate", "--yes", "*.example.com", "--authority", "own")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("error: expected a host without a wildcard, found '*.example.com'"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/own"))
  }

  @Test(arguments: [("XDG_DATA_HOME", ""), ("HOME", ".local/share/")])
  func `without an option, an authority is in the user's folder for data`(variable: String, prefix: String) async throws
  {
    let environment = #"unset XDG_DATA_HOME; \#(variable)="$PWD/home" "$0" "#
    let created = try await shell(environment + "certificate --yes")
    #expect(created.output == folder.path + "/home/\(prefix)mockspec/authority/root.pem\n")
    let missing = try await shell("HOME=/nonexistent XDG_DATA_HOME= \"$0\" serve . --port 0 --tls")
    #expect(missing.status == 66)
    #expect(
      missing.errors == "error: there is no authority in '/nonexistent/.local/share/mockspec/authority'; "
        + "create one with: mockspec certificate\n")
    let named = try await run("serve", ".", "--port", "0", "--tls", "--authority", "my own")
    #expect(named.status == 66)
    #expect(named.errors.hasSuffix("; create one with: mockspec certificate --authority 'my own'\n"))
  }

  @Test func `an authority that can't be created is an error`() async throws {
    let outcome = try await run("certificate", "--yes", "--authority", "text.pem/own")
    #expect((outcome.status, outcome.output) == (73, ""))
    #expect(outcome.errors.hasPrefix("error: "))
    let taken = try await run("certificate", "--yes", "--authority", "text.pem")
    #expect(taken.status == 73)
    #expect(taken.errors.contains("is a file or a link, not a folder"))
  }

  @Test func `what is left of an authority whose creation was interrupted is removed later`() async throws {
    for (name, files, age) in [(".own-1a", ["root.pem"], 61), (".own-2b", ["root.pem"], 0), (".own-3c", ["x"], 61)] {
      try folder.makeFolder(name)
      for file in files { try folder.write("", to: name + "/" + file) }
      try FileManager.default.setAttributes(
        [.modificationDate: Date() - TimeInterval(age)], ofItemAtPath: folder.path + "/" + name)
    }
    for _ in 0..<2 {
      #expect(try await run("certificate", "--yes", "--authority", "own").status == 0)
      // The second can be in use, and the third has other files.
      #expect(try names(".").filter { $0.hasPrefix(".own") } == [".own-2b", ".own-3c"])
    }
  }

  @Test(arguments: [("localhost", 0), ("example.net", 60)])
  func `curl accepts what the authority's key has signed only for the authority's hosts`(host: String, status: Int32)
    async throws
  {
    try writeCertificate(for: host)
    let server = try await RunningServer([".", "--certificate", "cert.pem", "--key", "key.pem"], in: folder.path)
    let port = String(try #require(server.url.split(separator: ":").last))
    let answer = try await shell(
      #"exec curl --silent --show-error --noproxy '*' --cacert own/root.pem --resolve "$1:$2:127.0.0.1" "https://$1:$2/a""#,
      host, port)
    #expect((answer.status, answer.output) == (status, status == 0 ? "hi" : ""), "\(answer.errors)")
    if status != 0 { #expect(answer.errors.contains("permitted subtree violation")) }
    #expect(await server.end(by: SIGTERM) == 0)
  }

  // MARK: - The project file

  @Test func `the project file names the certificate, relative to itself, unless an option does`() async throws {
    try writeCertificate()
    try folder.save(ServeTests.good, to: "project/a.mock.yaml")
    try folder.write("mockspec: 1\nserver: {certificate: ../cert.pem, key: ../key.pem}\n", to: "project/mockspec.yaml")
    for (options, scheme) in [([], "https"), (["--no-tls"], "http"), (["--tls", "--authority", "own"], "https")] {
      let server = try await RunningServer(["project"] + options, in: folder.path)
      #expect(server.url.hasPrefix(scheme + "://"), "\(options)")
      #expect(await server.end(by: SIGTERM) == 0)
    }
    try folder.write("mockspec: 1\nserver: {tls: true}\n", to: "project/mockspec.yaml")
    let server = try await RunningServer(["project", "--authority", "own"], in: folder.path)
    #expect(server.url.hasPrefix("https://"))
    let status = try await run("status", "--server", server.url, "--authority", "own")
    #expect(status.status == 0, "\(status.errors)")
    #expect(await server.end(by: SIGTERM) == 0)
  }

  @Test(arguments: [
    ("none.pem", "key.pem", "mockspec.yaml:2:23: error: 'none.pem' doesn't exist [unreadable]"),
    ("cert.pem", "none.pem", "mockspec.yaml:2:38: error: 'none.pem' doesn't exist [unreadable]"),
    (
      "cert.pem", "text.pem",
      "mockspec.yaml:2:38: error: expected a private key in PEM format in 'text.pem' [unreadable]"
    ),
  ])
  func `a file of the project file that can't be used is reported there`(certificate: String, key: String, line: String)
    async throws
  {
    try writeCertificate()
    try folder.write("secret", to: "text.pem")
    try folder.write("mockspec: 1\nserver: {certificate: \(certificate), key: \(key)}\n", to: "mockspec.yaml")
    let outcome = try await run("serve", ".", "--port", "0")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix(line + "\n"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("secret"))
    // Another machine may have no certificate.
    #expect(try await run("validate", ".").status == 0)
  }

  // MARK: - Serving

  @Test func `with --tls, the server speaks https, which clients of the root certificate trust`() async throws {
    let root = try await run("certificate", "--yes", "--authority", "own").output.trimmingCharacters(in: .newlines)
    let server = try await RunningServer([".", "--tls", "--authority", "own", "--log-requests"], in: folder.path)
    let port = String(try #require(server.url.split(separator: ":").last))
    #expect(server.url == "https://127.0.0.1:\(port)")
    let curl = #"exec curl --silent --show-error --noproxy '*' "$@""#
    for host in ["localhost", "127.0.0.1"] {
      let answer = try await shell(curl, "--cacert", root, "https://\(host):\(port)/a")
      #expect((answer.status, answer.output) == (0, "hi"), "\(answer.errors)")
      #expect(await server.nextLine()?.contains(" GET /a → 200 (A: R), 2 bytes in ") == true)
    }
    let stranger = try await shell(curl, "https://localhost:\(port)/a")
    #expect((stranger.status, stranger.output) == (60, ""))
    #expect(await server.nextLine()?.contains(" TLS handshake → ") == true)
    let plain = try await shell(curl, "http://localhost:\(port)/a")
    #expect(plain.output.contains("this port speaks HTTPS only"))

    let status = try await shell(
      "SSL_CERT_FILE=own/root.pem exec \"$0\" status --server \"$1\"", "https://localhost:\(port)")
    #expect(status.status == 0, "\(status.errors)")
    let untrusted = try await shell(
      "XDG_DATA_HOME=\"$PWD\" exec \"$0\" status --server \"$1\"", "https://localhost:\(port)")
    #expect(untrusted.status != 0)
    #expect(untrusted.errors.contains("the certificate of localhost isn't trusted"))
    #expect(await server.end(by: SIGTERM) == 0)
  }

  @Test func `with files, the server speaks https, also for a control API on a port of its own`() async throws {
    try writeCertificate()
    try folder.write("mockspec: 1\nunmatched: passthrough\n", to: "mockspec.yaml")
    let arguments = [".", "--certificate", "cert.pem", "--key", "key.pem", "--control-port", "0"]
    let program = try RunningProgram(["serve"] + arguments + ["--port", "0"], in: folder.path)
    let line = try #require(await program.nextLine())
    #expect(
      line.wholeMatch(
        of:
          #/listening on https://127.0.0.1:\d+ \(1 request, 1 response, 1 file\), steered on https://127.0.0.1:\d+/__mockspec//#
      ) != nil, "\(line)")
    #expect(await program.end(by: SIGTERM) == 0)
  }

  @Test(arguments: [
    ("none.pem", "key.pem", "'none.pem' doesn't exist"), ("cert.pem", "none.pem", "'none.pem' doesn't exist"),
    ("own", "key.pem", "'own' is a folder"), ("cert.pem", "own", "'own' is a folder"),
    ("/dev/null", "key.pem", "'/dev/null' "),
    ("text.pem", "key.pem", "expected a certificate in PEM format in 'text.pem'"),
    ("key.pem", "key.pem", "expected a certificate in PEM format in 'key.pem'"),
    (
      "own/root.pem", "key.pem",
      "the certificate in 'own/root.pem' isn't one for a server, but perhaps an authority's own"
    ),
    ("cert.pem", "text.pem", "expected a private key in PEM format in 'text.pem'"),
    ("cert.pem", "cert.pem", "expected a private key in PEM format in 'cert.pem'"),
    ("cert.pem", "own/issuer-key.pem", "the key in 'own/issuer-key.pem' isn't that of the certificate in 'cert.pem'"),
    ("cert.pem", "other.pem", "the key in 'other.pem' isn't that of the certificate in 'cert.pem'"),
    (
      "cert.pem", "encrypted.pem",
      "the key in 'encrypted.pem' is encrypted; write a decrypted one with: openssl pkey -in 'encrypted.pem' -out FILE"
    ),
  ])
  func `a certificate or a key that can't be used is an error`(certificate: String, key: String, message: String)
    async throws
  {
    try writeCertificate()
    let outcome = try await run("serve", ".", "--port", "0", "--certificate", certificate, "--key", key)
    #expect((outcome.status, outcome.output) == (66, ""))
    #expect(outcome.errors.hasPrefix("error: \(message)"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `an authority that others can read isn't used`() async throws {
    #expect(try await run("certificate", "--yes", "--authority", "own").status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/own")
    for arguments in [["serve", ".", "--port", "0", "--tls"], ["certificate"]] {
      let outcome = try await Program.run(Program.path, arguments + ["--authority", "own"], in: folder.path)
      #expect((outcome.status, outcome.output) == (arguments == ["certificate"] ? 73 : 66, ""))
      #expect(
        outcome.errors.hasPrefix("error: other users can access the folder '\(folder.path)/own' of the authority"))
    }
  }

  @Test(arguments: [
    (["--certificate", "a.pem"], "'--certificate' needs '--key'"),
    (["--key", "a.pem"], "'--key' needs '--certificate'"),
    (
      ["--tls", "--certificate", "a.pem", "--key", "b.pem"],
      "'--tls' can't be combined with '--certificate' and '--key'"
    ),
    (["--authority", "own"], "'--authority' needs '--tls' or '--proxy'"),
  ])
  func `options that don't belong together are usage errors`(options: [String], message: String) async throws {
    let outcome = try await Program.run(Program.path, ["serve", ".", "--port", "0"] + options, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("error: \(message)"))
  }
}
