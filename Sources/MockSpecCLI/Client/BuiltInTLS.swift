import ArgumentParser
import MockSpec
import MockSpecServer

/// The library for TLS that this program is built with.
enum BuiltInTLS {
  /// The reason why there is no TLS, with the fix.
  static let missing = MissingTLS(
    "this mockspec is built without TLS; build it with: swift build --traits TLS --product mockspec")

  /// Returns the library.
  ///
  /// - Parameter use: The feature that needs TLS, for the error message.
  /// - Throws: `ValidationError` if the program is built without TLS.
  static func library(for use: String) throws(ValidationError) -> any TLSLibrary {
    guard let library else {
      throw ValidationError("\(use) requires TLS, but \(missing.reason)")
    }
    return library
  }

  /// Returns client TLS that trusts the certificate authorities of the system, or those in `SSL_CERT_FILE`.
  ///
  /// - Parameter added: The absolute paths of files with additional authority certificates.
  static func clientTLS(trusting added: [String] = []) -> any ClientTLS {
    let file = UserEnvironment.value("SSL_CERT_FILE").map { FilePath.absolute($0, in: FileSystem.workingDirectory) }
    return library?.clientTLS(trusting: file, and: added) ?? missing
  }
}

#if TLS
  import MockSpecTLS

  extension BuiltInTLS {
    /// The library; `nil` if the program is built without TLS.
    static var library: (any TLSLibrary)? { NIOSSLLibrary() }
  }
#else
  extension BuiltInTLS {
    static var library: (any TLSLibrary)? { nil }
  }
#endif
