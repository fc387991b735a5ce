/// UUIDs that are the same in each run.
enum DerivedUUID {
  /// Returns a UUID of version 8 (RFC 9562 §5.8), whose other bits are hashes of a text.
  static func text(from name: String) -> String {
    func hash(_ part: String) -> UInt64 { ContentHash(Array((part + name).utf8)).value }
    return EngineEnvironment.uuid(hash("0"), hash("1"), version: 8)
  }
}
