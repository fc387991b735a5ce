import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore

/// A reply that is sent again, without a new decision, whenever the same head arrives again, byte for byte.
///
/// With thousands of replies, most of their memory isn't in the processor's caches. So the data that is needed to send
/// one is in two places: at the beginning of this object, and in one buffer. The rest is read only for the log and in
/// HTTP/2.
///
/// Not thread-safe.
final class CachedReply {
  /// The reply in HTTP/1.1, followed by the head of the call. The buffer isn't shared with other event loops, since its
  /// memory would move between their processors.
  private var buffer: ByteBuffer
  private let replySize: Int32
  /// The offset of the date in the reply, -1 if the spec sets the date.
  private let dateOffset: Int32
  private var second: Int
  /// The call, for the journal.
  let call: RepeatableCall
  /// The place where these calls are counted; `nil` if they aren't.
  let place: CallMetrics.Place?
  private let version: CallHead.Version
  let decided: DecidedCall
  let reply: Reply
  /// The reply in HTTP/2; `nil` before the first one.
  private var lastStreamReply: StreamReply?

  var status: Int { reply.status }

  /// - Parameter head: The bytes of the head.
  fileprivate init(
    _ head: ByteBuffer, _ call: RepeatableCall, _ decided: DecidedCall, _ place: CallMetrics.Place?, _ reply: Reply,
    _ date: HTTPDate
  ) {
    self.call = call
    self.decided = decided
    self.place = place
    self.reply = reply
    version = decided.head.version
    second = date.second
    var bytes = ByteBuffer()
    if version == .http2 {
      dateOffset = -1
    } else {
      var rendered = ReplyBytes(
        status: reply.status, fields: reply.fields, body: reply.body, date: date,
        lines: decided.access?.lines(for: reply.fields) ?? "")
      // The body is small enough to be in the same buffer.
      bytes = rendered.bytes(date: date, sendsBody: decided.decision.sendsBody, connection: nil).0
      dateOffset = Int32(rendered.dateOffset ?? -1)
    }
    replySize = Int32(bytes.readableBytes)
    buffer = ByteBufferAllocator().buffer(capacity: bytes.readableBytes + head.readableBytes)
    buffer.writeImmutableBuffer(bytes)
    buffer.writeImmutableBuffer(head)
  }

  fileprivate func hasHead(_ head: UnsafeRawBufferPointer, _ version: CallHead.Version) -> Bool {
    self.version == version
      && buffer.withUnsafeReadableBytes { head.equals(UnsafeRawBufferPointer(rebasing: $0[Int(replySize)...])) }
  }

  /// Returns the reply in HTTP/2 with a date.
  ///
  /// - Parameter render: Called once a second.
  func streamReply(_ date: HTTPDate, render: () -> StreamReply) -> StreamReply {
    if let lastStreamReply, second == date.second { return lastStreamReply }
    let rendered = render()
    (lastStreamReply, second) = (rendered, date.second)
    return rendered
  }

  /// Returns the reply in HTTP/1.1 with a date.
  func bytes(_ date: HTTPDate) -> ByteBuffer {
    if second != date.second, dateOffset >= 0 {
      buffer.setBytes(date.bytes, at: Int(dateOffset))
      second = date.second
    }
    return buffer.getSlice(at: 0, length: Int(replySize))!
  }
}

/// The replies of an event loop to calls whose heads it expects to receive again.
///
/// Most clients send the same head whenever they make the same call. Such a call isn't scanned or decided again: apart
/// from the head's bytes, the reply depends only on the state of the session, which has a version. A head is kept when
/// it is received for the second time. So heads with a unique field, such as `traceparent`, cost only a comparison.
///
/// Not thread-safe.
struct ReplyCache {
  /// Limits on memory. Larger heads and replies are rarely repeated.
  private enum Limits {
    static let head = 2 << 10
    static let body = ReplyBytes.largestInlineBody
    static let fields = 64
    static let replies = 16 << 10
    static let bytes = 32 << 20
  }

  /// A head that isn't known.
  struct Key {
    fileprivate let hash: UInt64
    /// The version of the session when the head was received.
    let version: Int
  }

  enum Finding {
    case cached(CachedReply)
    /// The head isn't known. It should be kept, since it was received before.
    case repeated(Key)
    case new
  }

  private var replies: [UInt64: CachedReply] = [:]
  /// The version of the session in which the calls were decided.
  private var version = 0
  /// The size of all heads and of their replies.
  private var size = 0
  /// The hashes of heads that were received; none before the first one.
  private var received = ReceivedHashes()

  /// The number of replies.
  var count: Int { replies.count }

  /// Looks up bytes that a connection has received between two calls.
  ///
  /// - Parameters:
  ///   - http: The version of HTTP of the bytes. In another version, the same bytes are another call.
  ///   - version: The current version of the session, which is read only for an unknown head. If it has changed, all
  ///     replies are removed.
  mutating func find(
    _ bytes: ByteBuffer, _ http: CallHead.Version, version: @autoclosure () -> Int
  ) -> Finding {
    bytes.withUnsafeReadableBytes { bytes in
      guard bytes.count <= Limits.head, bytes.endsWithEmptyLine else { return .new }
      let hash = ContentHash(bytes).value
      if let cached = replies[hash] {
        // Different heads can have the same hash.
        return cached.hasHead(bytes, http) ? .cached(cached) : .new
      }
      let version = version()
      if version != self.version {
        removeAll()
        self.version = version
      }
      return received.insert(hash) ? .new : .repeated(Key(hash: hash, version: version))
    }
  }

  /// Adds the reply to a call whose head was found to be repeated.
  mutating func add(
    _ key: Key, _ bytes: ByteBuffer, _ call: RepeatableCall, _ decided: DecidedCall, _ place: CallMetrics.Place?,
    _ date: HTTPDate
  ) {
    guard case .reply(let reply) = decided.decision.outcome, reply.content.count <= Limits.body,
      reply.fields.count <= Limits.fields
    else { return }
    guard key.version == version else { return }
    if replies.count == Limits.replies || size >= Limits.bytes { removeAll() }
    // The head is also in the journal's call and in the parsed call.
    let fields = reply.fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
    size += 4 * bytes.readableBytes + reply.content.count + fields + 1_024
    replies[key.hash] = CachedReply(bytes, call, decided, place, reply, date)
  }

  /// Removes all replies, since the session has changed.
  mutating func removeAll() {
    replies.removeAll(keepingCapacity: true)
    size = 0
  }
}

/// The hashes of the last heads that were received.
///
/// Hashes with the same lowest bits share a row. If a row had only one place, two hashes that alternate would replace
/// each other, and neither would be found again.
private struct ReceivedHashes {
  /// Eight hashes take as much memory as a cache line.
  private static let rowSize = 8
  private static let rowCount = 4 << 10

  /// The rows one after the other, each with its last hash first; empty before the first hash.
  private var hashes: [UInt64] = []

  /// Adds a hash in place of the oldest one of its row.
  ///
  /// - Returns: Whether the hash is new.
  mutating func insert(_ hash: UInt64) -> Bool {
    if hashes.isEmpty { hashes = [UInt64](repeating: 0, count: Self.rowCount * Self.rowSize) }
    let start = (Int(truncatingIfNeeded: hash) & (Self.rowCount - 1)) * Self.rowSize
    let row = start..<start + Self.rowSize
    if hashes[row].contains(hash) { return false }
    for index in row.dropFirst().reversed() { hashes[index] = hashes[index - 1] }
    hashes[start] = hash
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes can be a whole head.
  fileprivate var endsWithEmptyLine: Bool {
    count > 4 && loadUnaligned(fromByteOffset: count - 4, as: UInt32.self) == UInt32(littleEndian: 0x0A0D_0A0D)
  }
}
