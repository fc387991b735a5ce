/// A document's arrays as pointers, valid during one call. Visiting nodes by index avoids reference counting.
package struct DocumentTree {
  package let records: UnsafePointer<Record>
  package let text: UnsafePointer<UInt8>

  /// Returns a scalar's text.
  @inlinable
  package func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let record = records + index
    return UnsafeBufferPointer(start: text + Int(record.pointee.textStart), count: Int(record.pointee.textLength))
  }
}

extension Document {
  package func withTree<Result>(_ body: (DocumentTree) -> Result) -> Result {
    records.withUnsafeBufferPointer { records in
      text.withUnsafeBufferPointer { text in
        // Every document has a root. Empty text isn't read, so any pointer is valid for it.
        let records = records.baseAddress.unsafelyUnwrapped
        let text = text.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        return body(DocumentTree(records: records, text: text))
      }
    }
  }
}
