public import Foundation

/// The content that a request sends in its body and its query.
///
/// ```swift
/// .json(User(name: "Ada"))
/// .query(["page": 2])
/// .form(["user": name, "remember": true]).with(query: ["next": "/home"])
/// .multipart([.text("title", "Holiday"), .file("photo", photoURL, contentType: "image/jpeg")])
/// ```
///
/// Content with a body has a `Content-Type`, which a field of the same name in the call's `headers` overrides. A call
/// with `GET`, `HEAD` or `TRACE` can't have a body: those methods define no meaning for one (RFC 9110 §9.3), and URLSession
/// refuses `GET` with a body.
public struct RequestContent: Sendable {
  enum Payload: Sendable {
    case none
    case data(Result<Data, any Error>, contentType: String)
    case form(Parameters)
    /// In the query or the body, depending on the method.
    case dependent(Parameters)
    case multipart([FormDataPart], boundary: String?)
    case file(URL, contentType: String)
  }

  struct Parameters: Sendable {
    var parameters: RequestParameters
    var style: ParameterStyle
  }

  let payload: Payload
  private(set) var query: [Parameters] = []

  private init(_ payload: Payload) { self.payload = payload }

  /// Nothing.
  public static let none = RequestContent(.none)

  /// Data in the body.
  public static func data(_ data: Data, contentType: String = "application/octet-stream") -> RequestContent {
    RequestContent(.data(.success(data), contentType: contentType))
  }

  /// A value as JSON in the body. If it can't be encoded, the call throws ``RequestEncodingError``.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: By default, one that sorts keys, so that equal values are sent as equal bytes, and that doesn't escape
  ///     slashes.
  public static func json(_ value: some Encodable, encoder: JSONEncoder = .request) -> RequestContent {
    encoded(value, contentType: "application/json") { try encoder.encode($0) }
  }

  /// Parameters as a JSON object in the body.
  public static func json(parameters: RequestParameters, encoder: JSONEncoder = .request) -> RequestContent {
    json(parameters, encoder: encoder)
  }

  /// A value in the body, as an encoder of choice writes it.
  ///
  /// ```swift
  /// .encoded(user, contentType: "application/x-plist", with: PropertyListEncoder().encode)
  /// ```
  ///
  /// If the encoder throws, the call throws ``RequestEncodingError``.
  public static func encoded<Value>(
    _ value: Value, contentType: String, with encode: (Value) throws -> Data
  ) -> RequestContent {
    RequestContent(.data(Result { try encode(value) }, contentType: contentType))
  }

  /// Parameters in the query, after those of the base URL.
  ///
  /// All characters but the unreserved ones are percent-encoded (RFC 3986 §2.3), including spaces, which aren't written
  /// as `+`.
  public static func query(_ parameters: RequestParameters, style: ParameterStyle = ParameterStyle()) -> RequestContent
  {
    none.with(query: parameters, style: style)
  }

  /// Parameters in the body, as `application/x-www-form-urlencoded` (WHATWG URL standard §5.2).
  public static func form(_ parameters: RequestParameters, style: ParameterStyle = ParameterStyle()) -> RequestContent {
    RequestContent(.form(Parameters(parameters: parameters, style: style)))
  }

  /// Parameters in the query with `GET`, `HEAD` or `DELETE`, and in the body as a form with other methods.
  public static func parameters(
    _ parameters: RequestParameters, style: ParameterStyle = ParameterStyle()
  ) -> RequestContent {
    RequestContent(.dependent(Parameters(parameters: parameters, style: style)))
  }

  /// Parts in the body, as `multipart/form-data` (RFC 7578).
  ///
  /// If a part is a file, the body is written to a temporary file when the call is prepared, in pieces. So its size
  /// isn't limited by memory, and the files are sent as they are at that moment. The file is removed after the call.
  ///
  /// - Parameters:
  ///   - parts: The parts, in the order in which they are sent.
  ///   - boundary: The delimiter of the parts; by default, 128 random bits. A given one must not occur in a part.
  public static func multipart(_ parts: [FormDataPart], boundary: String? = nil) -> RequestContent {
    RequestContent(.multipart(parts, boundary: boundary))
  }

  /// A file as the body. It is read while it is sent, and must not change until the call has ended.
  public static func file(_ url: URL, contentType: String = "application/octet-stream") -> RequestContent {
    RequestContent(.file(url, contentType: contentType))
  }

  /// Returns this content with further parameters in the query.
  public func with(query parameters: RequestParameters, style: ParameterStyle = ParameterStyle()) -> RequestContent {
    var content = self
    content.query.append(Parameters(parameters: parameters, style: style))
    return content
  }
}

extension JSONEncoder {
  /// A new encoder as requests use it by default: keys are sorted, and slashes aren't escaped.
  public static var request: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
