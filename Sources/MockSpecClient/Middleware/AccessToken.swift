import Foundation
public import HTTPTypes

/// The credentials of a call.
public enum AccessToken: Sendable, Hashable {
  /// No credentials.
  case none
  /// A user and a password (RFC 7617). The user must not contain a colon.
  case basic(user: String, password: String)
  /// A bearer token (RFC 6750 §2.1).
  case bearer(String)
  /// A field of its own, such as `X-API-Key`.
  case custom(HTTPField.Name, String)

  /// Credentials that can't be sent.
  public enum Invalid: Error, Sendable, CustomStringConvertible {
    /// The user of ``AccessToken/basic(user:password:)`` contains a colon (RFC 7617 §2).
    case colonInUser
    /// The token of ``AccessToken/bearer(_:)`` isn't a `b64token` (RFC 6750 §2.1).
    case bearerSyntax
    /// The value of ``AccessToken/custom(_:_:)`` isn't that of a field (RFC 9110 §5.5).
    case fieldValue(HTTPField.Name)

    /// A description of the error, without the credentials.
    public var description: String {
      switch self {
      case .colonInUser: "the user of basic credentials contains a colon, which RFC 7617 §2 doesn't allow"
      case .bearerSyntax:
        "a bearer token has letters, digits and '-._~+/', with '=' at the end only (RFC 6750 §2.1)"
      case .fieldValue(let name): "the value of '\(name)' has characters that a field can't have (RFC 9110 §5.5)"
      }
    }
  }

  /// Returns the field that carries the credentials, `nil` for ``none``.
  ///
  /// - Throws: ``Invalid``.
  public func field() throws(Invalid) -> HTTPField? {
    switch self {
    case .none: return nil
    case .basic(let user, let password):
      guard !user.contains(":") else { throw .colonInUser }
      return HTTPField(name: .authorization, value: "Basic " + Data("\(user):\(password)".utf8).base64EncodedString())
    case .bearer(let token):
      let value = token.reversed().drop { $0 == "=" }
      guard !value.isEmpty, value.allSatisfy(Self.isTokenCharacter) else { throw .bearerSyntax }
      return HTTPField(name: .authorization, value: "Bearer " + token)
    case .custom(let name, let value):
      guard HTTPField.isValidValue(value) else { throw .fieldValue(name) }
      return HTTPField(name: name, value: value)
    }
  }

  private static func isTokenCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-._~+/".contains(character))
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of credentials, without secrets.
  public var description: String {
    switch self {
    case .none: "none"
    case .basic: "basic \(RedactionRules.redacted("secret"))"
    case .bearer: "bearer"
    case .custom(let name, _): "\(name)"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
