/// The ID of a session of an engine: a token (RFC 9110 §5.6.2) of 1 to 128 characters, chosen by the client.
///
/// IDs aren't secrets.
public struct SessionID: Sendable, Hashable, CustomStringConvertible {
  private static let maxLength = 128

  /// The ID as the client writes it.
  public let description: String

  /// Creates an ID.
  ///
  /// - Throws: `SessionError` with the status 400 if the text isn't a token of 1 to 128 characters.
  public init(_ text: String) throws(SessionError) {
    guard text.utf8.count <= Self.maxLength, text.utf8.isToken else { throw .malformed(text) }
    description = text
  }
}

extension Collection<UInt8> {
  /// Whether the bytes are a token (RFC 9110 §5.6.2), such as the name of a field.
  package var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }
}
