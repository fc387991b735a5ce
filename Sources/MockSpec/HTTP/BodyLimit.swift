/// The maximum size of bodies of calls and of rendered templates, which are kept in memory.
package enum BodyLimit {
  /// 64 MiB.
  package static let bytes = 64 << 20

  /// The reason why a larger body can't be used.
  static let reason = "the request's body is larger than \(bytes >> 20) MiB"
}
