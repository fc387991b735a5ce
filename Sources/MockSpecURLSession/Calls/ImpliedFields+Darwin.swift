#if canImport(Darwin)
  import Foundation

  /// This code has never been run. On Darwin, a request also has the versions of the app, of CFNetwork and of the system,
  /// which aren't public. Every body is a stream there, so `Content-Length` is only seen if URLSession has set it.
  extension ImpliedFields {
    static let userAgent = "\(ProcessInfo.processInfo.processName) (unknown version)"
    static let acceptEncoding: String? = "gzip, deflate"
    static var acceptLanguage: String? {
      Locale.preferredLanguages.prefix(6).enumerated().map { $0 == 0 ? $1 : "\($1);q=0.\(10 - $0)" }.joined(
        separator: ",")
    }
  }
#endif
