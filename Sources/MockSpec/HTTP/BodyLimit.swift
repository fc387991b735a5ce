/// The limit on the bodies of calls and of rendered templates, which are held in memory.
package enum BodyLimit {
  /// 64 MiB.
  package static let bytes = 64 << 20

  /// Why a body can't be used.
  static let reason = "the request's body is larger than \(bytes >> 20) MiB"
}
