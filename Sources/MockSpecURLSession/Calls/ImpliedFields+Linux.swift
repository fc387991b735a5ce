#if canImport(FoundationNetworking)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  extension ImpliedFields {
    static let userAgent: String = {
      let version = Curl.shared.map { " curl/\($0.version)" } ?? ""
      return ProcessInfo.processInfo.processName + " (unknown version)" + version
    }()
    /// All encodings that libcurl can decode; `nil` if they aren't known.
    static let acceptEncoding = Curl.shared.map { $0.encodings.joined(separator: ", ") }
    static var acceptLanguage: String? { Locale.current.language.languageCode?.identifier }
  }

  /// The features of the process's libcurl. FoundationNetworking uses it, unless another one is linked, too.
  private struct Curl {
    /// `nil` if it is linked statically. Read only after a session was made, which initialises libcurl.
    static let shared = Curl()

    let version: String
    let encodings: [String]

    /// The beginning of `curl_version_info_data`, which is the same in all versions.
    private struct Info {
      let age: CInt
      let version: UnsafePointer<CChar>?
      let number: CUnsignedInt
      let host: UnsafePointer<CChar>?
      let features: CInt
    }

    private init?() {
      typealias Function = @convention(c) (CInt) -> UnsafeRawPointer?
      guard let function = dlsym(nil, "curl_version_info"),
        let info = unsafeBitCast(function, to: Function.self)(0)?.load(as: Info.self)
      else { return nil }
      version = "\(info.number >> 16).\(info.number >> 8 & 0xFF).\(info.number & 0xFF)"
      // CURL_VERSION_LIBZ, CURL_VERSION_BROTLI, CURL_VERSION_ZSTD
      let features: [(bit: CInt, encodings: [String])] = [(3, ["deflate", "gzip"]), (23, ["br"]), (26, ["zstd"])]
      encodings = features.flatMap { info.features >> $0.bit & 1 == 1 ? $0.encodings : [] }
    }
  }
#endif
