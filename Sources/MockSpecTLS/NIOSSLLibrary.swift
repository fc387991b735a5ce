package import MockSpecServer

/// TLS by swift-nio-ssl, and certificates by swift-certificates.
package struct NIOSSLLibrary: TLSLibrary {
  package init() {}

  package func clientTLS(trusting file: String?, and added: [String]) -> any ClientTLS {
    VerifyingTLS(file: file, added: added)
  }

  package func serverTLS(
    certificate: String, key: String, in folder: String, now: Duration
  ) throws(TLSFileError) -> (tls: any ServerTLS, warning: String?) {
    let tls = try CertificateTLS(certificate: certificate, key: key, in: folder, now: now)
    return (tls, tls.warning)
  }

  package func openAuthority(in folder: String) throws(LocalAuthorityError) -> any CertificateAuthority {
    try LocalAuthority.open(folder)
  }

  package func createAuthority(
    in folder: String, hosts: [CertifiedHost], machine: String
  ) throws(LocalAuthorityError) -> any CertificateAuthority {
    try LocalAuthority.create(in: folder, hosts: hosts, machine: machine)
  }

  package func removeRemains(ofAuthorityIn folder: String) { LocalAuthority.removeRemains(of: folder) }
}
