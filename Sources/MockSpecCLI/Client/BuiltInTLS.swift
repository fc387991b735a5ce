import ArgumentParser
import MockSpec
import MockSpecServer

/// The library for TLS that this program is built with.
enum BuiltInTLS {
  /// The command that builds a program with TLS.
  static let command = "swift build --traits TLS --product mockspec"

  /// Returns the library.
  ///
  /// - Parameter use: What needs it, in the words of an error message.
  /// - Throws: `ValidationError` if the program is built without TLS.
  static func library(for use: String) throws(ValidationError) -> any TLSLibrary {
    guard let library else {
      throw ValidationError("\(use) needs TLS, without which this mockspec is built; build it in with: \(command)")
    }
    return library
  }

  /// Returns TLS that trusts the authorities of the system, or those in `SSL_CERT_FILE`; `nil` if there is no library.
  ///
  /// - Parameter added: The absolute paths of files with more certificates of authorities.
  static func clientTLS(trusting added: [String] = []) -> (any ClientTLS)? {
    let file = UserEnvironment.value("SSL_CERT_FILE").map { FilePath.absolute($0, in: FileSystem.workingDirectory) }
    return library?.clientTLS(trusting: file, and: added)
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
