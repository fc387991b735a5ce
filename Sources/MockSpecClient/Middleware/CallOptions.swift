/// The options of a call. A client has options for all its calls, and each call can have its own.
///
/// Middleware can add options:
///
/// ```swift
/// enum Priority: CallOptionKey { static let defaultValue = 0 }
///
/// var options = client.options
/// options[Priority.self] = 5
/// try await client.response(of: .zen, options: options)
/// ```
public struct CallOptions: Sendable {
  /// Whether the call shares the request of an equal call in flight, so that only one is sent.
  ///
  /// Requests are equal if their methods, URLs, fields, bodies, destinations and accepted status codes are equal after
  /// middleware has prepared them. For a stubbed client, their stubs, scenes and samples must be equal, too. Bodies in
  /// files are equal if their URLs are. Multipart bodies with a random boundary or with parts from files are never
  /// equal. Cache policies and timeouts aren't compared: those of the first call apply. The request is cancelled when
  /// the last of its calls is. `bytes(of:)` never shares.
  public var sharesEqualRequests = false
  /// The maximum number of times that a call is sent, whatever middleware asks for.
  public var attemptLimit = 20

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates options.
  public init(sharesEqualRequests: Bool = false) { self.sharesEqualRequests = sharesEqualRequests }

  /// An option that a middleware has added.
  public subscript<Key: CallOptionKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// An option that middleware adds to ``CallOptions``.
public protocol CallOptionKey {
  /// The type of the option.
  associatedtype Value: Sendable
  /// The value of calls that don't set the option.
  static var defaultValue: Value { get }
}
