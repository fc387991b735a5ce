/// Text with ranges marked in place, so that no test counts columns:
///
///     MarkedText("a: 1️⃣b1️⃣")   text "a: b", and range 1 is 3..<4
///
/// A pair of equal markers is a range, a single one an empty range where it stands.
package struct MarkedText: Sendable {
  package let text: String
  /// Marker's digit → UTF-8 offsets in `text`.
  package private(set) var ranges: [Int: Range<Int>] = [:]

  package init(_ marked: String) {
    var text = String.UnicodeScalarView()
    var offset = 0
    var rest = Array(marked.unicodeScalars)[...]
    while let scalar = rest.first {
      if let digit = Self.digit(rest) {
        precondition(ranges[digit].map(\.isEmpty) ?? true, "marker \(digit) stands more than twice in \(marked)")
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

  /// The text with markers 1, 2, … around these UTF-8 offsets: what `init` reads.
  package static func mark(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> String {
    var places: [(offset: Int, isStart: Bool, marker: String)] = []
    for (index, range) in ranges.enumerated() {
      places.append((range.lowerBound, true, marker(index + 1)))
      if !range.isEmpty { places.append((range.upperBound, false, marker(index + 1))) }
    }
    var result: [UInt8] = []
    var written = 0
    for place in places.sorted(by: { ($0.offset, $0.isStart ? 1 : 0) < ($1.offset, $1.isStart ? 1 : 0) }) {
      let offset = min(place.offset, bytes.count)
      result += bytes[written..<offset] + Array(place.marker.utf8)
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
