import MockSpec

/// A library for TLS, which `MockSpecTLS` adapts, so that only programs that use TLS link one.
package protocol TLSLibrary: Sendable {
  /// Returns TLS on connections to servers whose certificates are verified.
  ///
  /// - Parameters:
  ///   - file: The absolute path of a PEM file with the certificates of authorities; `nil` for those of the system.
  ///   - added: The absolute paths of files with more of them.
  func clientTLS(trusting file: String?, and added: [String]) -> any ClientTLS

  /// Reads a certificate and its key.
  ///
  /// - Parameters:
  ///   - certificate: The path of a PEM file with the certificate, followed by those of the authorities that sign it.
  ///   - key: The path of a PEM file with the private key.
  ///   - folder: The absolute path of the folder for relative paths.
  ///   - now: The time since 1970-01-01 UTC.
  /// - Returns: TLS with the certificate, and a warning if it isn't valid now.
  /// - Throws: `TLSFileError` if a file can't be used.
  func serverTLS(
    certificate: String, key: String, in folder: String, now: Duration
  ) throws(TLSFileError) -> (tls: any ServerTLS, warning: String?)

  /// Reads a local authority.
  ///
  /// - Throws: `LocalAuthorityError` if there is none, if users other than its owner can access it, or if it isn't
  ///   complete.
  func openAuthority(in folder: String) throws(LocalAuthorityError) -> any CertificateAuthority

  /// Creates a local authority in a new folder.
  ///
  /// - Parameters:
  ///   - folder: The absolute path of the folder, whose parents are made if they don't exist.
  ///   - hosts: The hosts to which certificates are constrained.
  ///   - machine: The name of the machine, which the name of the root contains.
  func createAuthority(
    in folder: String, hosts: [CertifiedHost], machine: String
  ) throws(LocalAuthorityError) -> any CertificateAuthority

  /// Removes files left by processes that ended while creating an authority in a folder.
  func removeRemains(ofAuthorityIn folder: String)
}

/// An authority that signs certificates for hosts of a developer's machine.
package protocol CertificateAuthority: Sendable {
  /// The absolute path of the folder.
  var folder: String { get }
  /// The hosts to which certificates are constrained.
  var hosts: [CertifiedHost] { get }
  /// The path of the certificate that clients trust.
  var root: String { get }
  /// The last day on which certificates are valid, such as `2031-01-31`.
  var lastDay: String { get }

  /// Returns whether certificates for a host in lower case are within the constraints.
  func includes(_ host: CertifiedHost) -> Bool

  /// Returns TLS with certificates that the authority signs.
  ///
  /// - Parameter onlyHTTP1: Whether clients can't negotiate another version of HTTP.
  func serverTLS(onlyHTTP1: Bool) throws -> any TunnelTLS
}

/// A file with a certificate or a key that can't be used.
package struct TLSFileError: Error, CustomStringConvertible {
  package let description: String
  /// Whether the file is that of the private key.
  package let isOfKey: Bool

  package init(_ description: String, isOfKey: Bool = false) {
    self.description = description
    self.isOfKey = isOfKey
  }
}

/// An authority that can't be created or used.
package enum LocalAuthorityError: Error, CustomStringConvertible {
  /// There is no authority in the folder.
  case missing(folder: String)
  /// There is something in the folder already.
  case exists(folder: String)
  case unusable(String)

  package var description: String {
    switch self {
    case .missing(let folder): "there is no authority in '\(folder)'"
    case .exists(let folder): "there is an authority in '\(folder)' already"
    case .unusable(let reason): reason
    }
  }

  /// What to do about an unusable authority.
  package static func advice(_ folder: String) -> String {
    "remove the folder, create another authority with 'mockspec certificate', and trust its root instead"
  }
}
