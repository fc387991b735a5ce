package import MockSpecDiagnostics

/// A node of a document's tree.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable {
    case mapping, sequence
    case string, null, bool, integer, float
    /// A node that was reported as an error. Checks skip it.
    case invalid
  }

  package let document: Document
  package let index: Int

  package init(document: Document, index: Int) {
    self.document = document
    self.index = index
  }

  private var record: Record { document.records[index] }

  package var kind: Kind { record.kind }
  package var range: SourceRange {
    let record = record
    return SourceRange(file: document.source, bytes: Int(record.start)..<Int(record.end))
  }

  /// The kind that a scalar's text would have without quotes.
  package var kindWithoutQuotes: Kind { withUTF8(CoreScalar.kind(of:)) }

  package var isScalar: Bool { kind != .mapping && kind != .sequence && kind != .invalid }

  /// A scalar's text, decoded if it was quoted; empty for collections.
  package var text: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

  /// The text, shortened for a message.
  package var excerpt: String { withUTF8 { Excerpt.of($0) } }

  package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let record = record
    return document.text.withUnsafeBufferPointer { text in
      let start = Int(record.textStart)
      return body(UnsafeBufferPointer(rebasing: text[start..<start + Int(record.textLength)]))
    }
  }

  package var keyHash: UInt32 { record.hash }

  /// A mapping's entries in the order of the file, without those with invalid keys; empty for other nodes.
  package var entries: Entries { Entries(node: self) }

  /// Whether keys or elements may be missing because of an error that was already reported.
  package var lacksReportedKeys: Bool {
    if document.incomplete.contains(index) { return true }
    guard kind == .mapping else { return false }
    var key = index + 1
    while key < Int(record.next) {
      if document.records[key].kind == .invalid { return true }
      key = Int(document.records[key + 1].next)
    }
    return false
  }

  /// Whether the subtree has neither invalid nodes nor collections that may lack entries because of a reported error.
  package var isWhole: Bool {
    document.incomplete.isDisjoint(with: index..<Int(record.next)) && subtree.allSatisfy { $0.kind != .invalid }
  }

  /// A sequence's elements; empty for other nodes.
  package var elements: Elements { Elements(node: self) }

  /// The entries of a mapping or the elements of a sequence. Elements have no key.
  var children: [(key: Node?, value: Node)] {
    kind == .mapping ? entries.map { ($0.key, $0.value) } : elements.map { (nil, $0) }
  }

  /// This node and its descendants, including keys, in document order.
  package var subtree: some Sequence<Node> {
    (index..<Int(record.next)).lazy.map { [document] in Node(document: document, index: $0) }
  }

  /// Returns the range of the mapping's entry with this key. If the value is an alias, it is elsewhere, and the range is
  /// that of the key.
  package func bytes(withValue value: Node) -> Range<Int> {
    range.bytes.lowerBound..<max(range.bytes.upperBound, value.range.bytes.upperBound)
  }

  /// Returns the value of a mapping's key; `nil` if there is none, or the node isn't a mapping.
  package func value(_ key: String) -> Node? { entry(key)?.value }

  package func entry(_ key: String) -> Entry? {
    guard kind == .mapping, let found = keyIndex(key) else { return nil }
    return (Node(document: document, index: found), Node(document: document, index: found + 1))
  }

  /// Returns the value of a mapping's key.
  ///
  /// - Parameter looks: Incremented by the number of keys that were compared.
  package func value(_ key: String, _ looks: inout Int) -> Node? {
    guard kind == .mapping, let found = keyIndex(key, &looks) else { return nil }
    return Node(document: document, index: found + 1)
  }

  private func keyIndex(_ key: String) -> Int? {
    var looks = 0
    return keyIndex(key, &looks)
  }

  /// Uses indexes, since each `Node` costs reference counting.
  private func keyIndex(_ key: String, _ looks: inout Int) -> Int? {
    var key = key
    return key.withUTF8 { key in
      let hash = MockSpecDocument.keyHash(key)
      return document.records.withUnsafeBufferPointer { records in
        let end = Int(records[index].next)
        var next = index + 1
        while next < end {
          looks += 1
          if records[next].hash == hash, Node(document: document, index: next).withUTF8({ $0.elementsEqual(key) }) {
            return next
          }
          next = Int(records[next + 1].next)
        }
        return nil
      }
    }
  }

  /// The numbers in the subtree that JSON can't represent, such as `.inf`.
  package var numbersBeyondJSON: some Sequence<Node> {
    document.withTree { tree in
      (index..<Int(tree.records[index].next)).filter { index in
        let kind = tree.records[index].kind
        return (kind == .integer || kind == .float) && !DecimalText.isJSON(tree.bytes(index))
      }
    }.lazy.map { Node(document: document, index: $0) }.filter { DecimalText.json($0.text) == nil }
  }

  /// The first key in YAML braces with neither a colon nor a value, such as `b` in `{a: 1, b}`.
  package var firstKeyWithoutValue: Node? {
    // Most values have no empty null.
    let hasEmptyNull = document.withTree { tree in
      (index..<Int(tree.records[index].next)).contains { tree.records[$0].kind == .null && tree.bytes($0).isEmpty }
    }
    guard hasEmptyNull else { return nil }
    for mapping in subtree where mapping.kind == .mapping {
      for (key, value) in mapping.entries where key.isScalar && value.kind == .null && value.hasText("") {
        let rest = key.range.file.bytes.dropFirst(key.range.bytes.upperBound)
        if rest.first(where: { $0 > 0x20 }).map(",}".utf8.contains) == true { return key }
      }
    }
    return nil
  }

  package func hasText(_ other: String) -> Bool {
    var other = other
    return other.withUTF8 { other in withUTF8 { $0.elementsEqual(other) } }
  }

  package var boolValue: Bool? { kind == .bool ? text.first == "t" || text.first == "T" : nil }

  package var intValue: Int? {
    guard kind == .integer else { return nil }
    return CoreScalar.integer(text)
  }

  package var doubleValue: Double? {
    switch kind {
    case .integer: intValue.map(Double.init) ?? Double(text)
    case .float: CoreScalar.float(text)
    default: nil
    }
  }

  package typealias Entry = (key: Node, value: Node)

  package struct Entries: Sequence, IteratorProtocol {
    private let document: Document
    private var index: Int
    private let end: Int

    init(node: Node) {
      document = node.document
      index = node.index + 1
      end = node.kind == .mapping ? Int(node.document.records[node.index].next) : index
    }

    package mutating func next() -> Entry? {
      while index < end {
        let key = index
        index = Int(document.records[key + 1].next)
        guard document.records[key].kind != .invalid else { continue }
        return (Node(document: document, index: key), Node(document: document, index: key + 1))
      }
      return nil
    }
  }

  package struct Elements: Sequence, IteratorProtocol {
    private let document: Document
    private var index: Int
    private let end: Int

    init(node: Node) {
      document = node.document
      index = node.index + 1
      end = node.kind == .sequence ? Int(node.document.records[node.index].next) : index
    }

    package mutating func next() -> Node? {
      guard index < end else { return nil }
      defer { index = Int(document.records[index].next) }
      return Node(document: document, index: index)
    }
  }
}
