import Crypto
import Foundation
import MockSpecServer
import NIOSSL
import SwiftASN1
import Synchronization
import TestSupport
import Testing
import X509

@testable import MockSpecTLS

/// The folder of an authority, and the certificates that it signs.
struct LocalAuthorityTests {
  private func create(_ folder: TemporaryFolder, _ hosts: [CertifiedHost] = CertifiedHost.local) throws
    -> LocalAuthority
  {
    try LocalAuthority.create(in: folder.path + "/data/authority", hosts: hosts, machine: "test")
  }

  private func failure(_ folder: String) -> String {
    do throws(LocalAuthorityError) {
      _ = try LocalAuthority.open(folder)
      return ""
    } catch {
      return "\(error)"
    }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `an authority is read as it was created, and only its owner can read it`() throws {
    let folder = try TemporaryFolder()
    let hosts = try CertifiedHost.local + [CertifiedHost("api.example.com"), CertifiedHost("[fd00::1]")]
    let created = try create(folder, hosts)
    let read = try LocalAuthority.open(created.folder)
    #expect(read.hosts == hosts)
    #expect(read.issuer == created.issuer)
    #expect(read.includes(.name("v1.api.example.com")))
    #expect(!read.includes(.name("xapi.example.com")))
    #expect(try mode(created.folder) == 0o700)
    for name in ["root.pem", "issuer.pem", "issuer-key.pem"] { #expect(try mode(created.folder + "/" + name) == 0o600) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data") == ["authority"])
  }

  @Test func `of many that create an authority at the same time, one does`() async throws {
    let folder = try TemporaryFolder()
    let created = await withTaskGroup(of: String.self) { group in
      for _ in 0..<16 {
        group.addTask {
          do { return try create(folder).lastDay } catch { return "\(error)" }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let path = folder.path + "/data/authority"
    #expect(created.count == 2)
    #expect(created["there is an authority in '\(path)' already"] == 15)
    _ = try LocalAuthority.open(path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data") == ["authority"])
  }

  @Test func `a folder that others can access, or that isn't whole, is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try create(folder).folder
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o750], ofItemAtPath: path)
    #expect(failure(path).contains("other users can access the folder '\(path)' of the authority (mode 750)"))
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path + "/issuer-key.pem")
    #expect(
      failure(path).contains("other users can access the key '\(path)/issuer-key.pem' of the authority (mode 640)"))
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + "/issuer-key.pem")
    #expect(failure(path) == "")
    try files.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: path)
    #expect(failure(folder.path + "/link").contains("is a file or a link, not a folder"))
    try folder.write(P256.Signing.PrivateKey().pemRepresentation, to: "data/authority/issuer-key.pem")
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + "/issuer-key.pem")
    #expect(failure(path).contains("don't belong together"))
    try folder.write("", to: "data/authority/issuer.pem")
    #expect(failure(path).contains("is damaged"))
    try files.removeItem(atPath: path + "/issuer.pem")
    #expect(failure(path).contains("isn't whole, since '\(path)/issuer.pem' doesn't exist"))
    #expect(failure(folder.path + "/none").contains("there is no authority"))
    // Nothing that exists is replaced.
    #expect(throws: LocalAuthorityError.self) { try create(folder) }
    #expect(try files.contentsOfDirectory(atPath: path).count == 2)
  }

  @Test func `an authority that has expired is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try create(folder).folder
    #expect(throws: LocalAuthorityError.self) { try LocalAuthority.open(path, now: Date() + 6 * 365 * 86_400) }
  }

  @Test(arguments: [
    "", "com", "*.example.com", "a..b", "-a.b", "a b.c", "a.b:80", "https://a.b", "1.2.3", "ä.example.com", "a_b.com",
  ])
  func `what is no host, or too many, is refused`(text: String) {
    #expect(throws: TLSFileError.self) { try CertifiedHost(text) }
  }

  @Test func `certificates are signed for hosts within the constraints only, kept, and renewed`() throws {
    let folder = try TemporaryFolder()
    let authority = try create(folder)
    let clock = Mutex(Date())
    let signer = try Signer(authority, now: { clock.withLock { $0 } })
    func leaf(_ name: String?) throws -> NIOSSLCertificate {
      guard case .certificate(let certificate)? = try signer.certificates(for: name).first else {
        throw CancellationError()
      }
      return certificate
    }
    func names(_ name: String?) throws -> Set<String> {
      let certificate = try Certificate(derEncoded: leaf(name).toDERBytes())
      return Set(try #require(try certificate.extensions.subjectAlternativeNames).map { "\($0)" })
    }
    let all = try names(nil)
    #expect(all.count == 3)
    #expect(try names("A.localhost").count == 1)
    for outside in ["example.com", "xlocalhost", "a b.localhost", "127.0.0.1", ""] {
      #expect(try names(outside) == all)
    }
    let first = try leaf("a.localhost")
    clock.withLock { $0 += 86_400 }
    #expect(try leaf("a.localhost") == first)
    clock.withLock { $0 += 20 * 86_400 }
    #expect(try leaf("a.localhost") != first)
    for number in 0..<600 { _ = try signer.certificates(for: "n\(number).localhost") }
    #expect(signer.count <= AuthorityTLS.cacheLimit)
  }
}
