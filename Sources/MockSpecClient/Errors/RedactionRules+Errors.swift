import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RedactionRules {
  /// Returns the description of an error, redacted.
  ///
  /// - Parameter secrets: Texts that are secret wherever they occur.
  func shown(_ error: any Error, without secrets: [String] = []) -> String {
    switch error {
    case is DecodingError: shown(DecodingFailure(error, type: Any.self, body: Data()), without: secrets)
    case EncodingError.invalidValue(_, let context): shown(text: context.summary, without: secrets)
    case let error as URLError: shown(text: error.name, without: secrets)
    // On Darwin, all errors can be cast to NSError.
    case _ where error is CocoaError || error is POSIXError || type(of: error) is NSError.Type:
      shown(text: error.localizedDescription, without: secrets)
        + " (\((error as NSError).domain) \((error as NSError).code))"
    default: shown(text: "\(error)", without: secrets)
    }
  }

  /// Returns the description of a failure, redacted. A decoder's message about the value of a secret key isn't shown.
  func shown(_ failure: DecodingFailure, without secrets: [String] = []) -> String {
    let keys = failure.path.split { $0 == "." || $0 == "[" }
    let hidesMessage = failure.mayNameValue && keys.contains { isSecret(String($0)) }
    let message = hidesMessage ? "‹redacted›" : shown(text: failure.message, without: secrets)
    return failure.description(path: shown(text: failure.path, without: secrets), message: message)
  }
}

extension URLError {
  /// The message of the system, without the URL, and the code.
  var name: String {
    let message = (userInfo[NSLocalizedDescriptionKey] as? String) ?? "transport error"
    return "\(message) (URLError \(code.rawValue))"
  }
}
