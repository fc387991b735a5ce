import HTTPTypes

// The memory of a stored call.
extension CallRecord {
  /// Returns the approximate memory of a stored call in bytes.
  ///
  /// Each allocation is counted with its overhead, which is more than half of the memory of a usual call. What calls share
  /// isn't counted, such as the names of requests and responses.
  static func size(of call: MockCall, _ outcome: Outcome) -> Int {
    var size = MemoryLayout<CallRecord?>.stride + MockCall.storageSize
    size += allocatedSize(call.method) + allocatedSize(call.path) + allocatedSize(call.query)
    size += allocatedSize(call.scheme) + allocatedSize(call.host) + allocatedSize(outcome.message)
    if !call.body.isEmpty { size += allocatedSize(bytes: call.body.capacity) }
    switch call.storedFields {
    case .lines(let lines): return size + allocatedSize(bytes: lines.size)
    case .parsed(let fields): return size + Self.size(of: fields)
    }
  }

  private static func size(of fields: HTTPFields) -> Int {
    if fields.isEmpty { return 0 }
    // An array grows by doubling.
    let capacity = 1 << (Int.bitWidth - (fields.count - 1).leadingZeroBitCount)
    return fields.reduce(allocatedSize(bytes: capacity * MemoryLayout<HTTPField>.stride)) { size, field in
      size + allocatedSize(field.name.rawName) + allocatedSize(field.name.canonicalName) + allocatedSize(field.value)
    }
  }

  /// Returns the memory that a text takes besides its value, which stores 15 bytes.
  private static func allocatedSize(_ text: String?) -> Int {
    guard let count = text?.utf8.count, count > 15 else { return 0 }
    return allocatedSize(bytes: count + 1)
  }

  /// Returns the memory of an array or a text: its bytes, a header of 32 and the 8 of the allocation, in steps of 16.
  private static func allocatedSize(bytes: Int) -> Int { (bytes + 32 + 8 + 15) / 16 * 16 }
}

extension CallRecord.Outcome {
  fileprivate var message: String? {
    switch self {
    case .templateFailed(let message), .closureFailed(let message), .rejected(let message): message
    case .reply, .failure, .passThrough, .forward, .fault, .unmatched, .pending: nil
    }
  }
}
