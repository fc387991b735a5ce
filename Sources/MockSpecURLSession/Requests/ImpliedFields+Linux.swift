#if canImport(FoundationNetworking)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  extension ImpliedFields {
    static let userAgent = "\(ProcessInfo.processInfo.processName) (unknown version) curl/\(Curl.shared.version)"
    /// All encodings that libcurl can decode.
    static let acceptEncoding = Curl.shared.encodings.joined(separator: ", ")
    static var acceptLanguage: String? { Locale.current.language.languageCode?.identifier }
  }

  /// The version of libcurl that FoundationNetworking uses.
  private struct Curl {
    static let shared = Curl()

    private(set) var version = "8"
    private(set) var encodings = ["deflate", "gzip"]

    /// The beginning of `curl_version_info_data`, which is the same in all versions.
    private struct Info {
      let age: CInt
      let version: UnsafePointer<CChar>?
      let number: CUnsignedInt
      let host: UnsafePointer<CChar>?
      let features: CInt
    }

    private init() {
      typealias Function = @convention(c) (CInt) -> UnsafeRawPointer?
      // Not found if it is linked statically, and then its features aren't known.
      guard let function = dlsym(nil, "curl_version_info"),
        let info = unsafeBitCast(function, to: Function.self)(0)?.load(as: Info.self)
      else { return }
      version = "\(info.number >> 16).\(info.number >> 8 & 0xFF).\(info.number & 0xFF)"
      // CURL_VERSION_LIBZ, CURL_VERSION_BROTLI, CURL_VERSION_ZSTD
      let features: [(bit: CInt, encodings: [String])] = [(3, ["deflate", "gzip"]), (23, ["br"]), (26, ["zstd"])]
      encodings = features.flatMap { info.features >> $0.bit & 1 == 1 ? $0.encodings : [] }
    }
  }
#endif
