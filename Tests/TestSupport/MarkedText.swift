/// Text with marked ranges, so that tests don't count columns:
///
///     MarkedText("a: 1️⃣b1️⃣")   // text "a: b", and range 1 is 3..<4
///
/// Two equal markers enclose a range; a single one is an empty range.
package struct MarkedText: Sendable {
  package let text: String
  /// UTF-8 offsets in `text` by the digit of their marker.
  package private(set) var ranges: [Int: Range<Int>] = [:]

  package init(_ marked: String) {
    var text = String.UnicodeScalarView()
    var offset = 0
    var rest = Array(marked.unicodeScalars)[...]
    while let scalar = rest.first {
      if let digit = Self.digit(rest) {
        precondition(ranges[digit].map(\.isEmpty) ?? true, "marker \(digit) appears more than twice in \(marked)")
        ranges[digit] = (ranges[digit]?.lowerBound ?? offset)..<offset
        rest = rest.dropFirst(3)
      } else {
        text.append(scalar)
        offset += UTF8.width(scalar)
        rest = rest.dropFirst()
      }
    }
    self.text = String(text)
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  package subscript(_ marker: Int) -> Range<Int> {
    guard let range = ranges[marker] else { preconditionFailure("no marker \(marker) in \(text)") }
    return range
  }

  /// Returns a text with markers 1, 2, … around UTF-8 offsets, in the form that `init` parses.
  package static func mark(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> String {
    var markers: [(offset: Int, isStart: Bool, text: String)] = []
    for (index, range) in ranges.enumerated() {
      markers.append((range.lowerBound, true, marker(index + 1)))
      if !range.isEmpty { markers.append((range.upperBound, false, marker(index + 1))) }
    }
    var result: [UInt8] = []
    var written = 0
    for marker in markers.sorted(by: { ($0.offset, $0.isStart ? 1 : 0) < ($1.offset, $1.isStart ? 1 : 0) }) {
      let offset = min(marker.offset, bytes.count)
      result += bytes[written..<offset] + Array(marker.text.utf8)
      written = offset
    }
    return String(decoding: result + bytes[written...], as: UTF8.self)
  }

  private static func marker(_ digit: Int) -> String { "\(digit)\u{FE0F}\u{20E3}" }

  private static func digit(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    let start = scalars.startIndex
    guard scalars.count >= 3, scalars[start + 1] == "\u{FE0F}", scalars[start + 2] == "\u{20E3}" else { return nil }
    return scalars[start].properties.numericValue.map(Int.init)
  }
}
