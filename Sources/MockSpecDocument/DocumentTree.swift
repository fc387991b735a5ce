/// A document's arrays as plain memory, for as long as a call lasts: code that visits every node goes by index and
/// counts no references.
package struct DocumentTree {
  package let records: UnsafePointer<Record>
  package let text: UnsafePointer<UInt8>

  /// A scalar's text.
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
        // Every document has a root. Its text may be empty, and then nobody reads it.
        let records = records.baseAddress.unsafelyUnwrapped
        let text = text.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        return body(DocumentTree(records: records, text: text))
      }
    }
  }
}
