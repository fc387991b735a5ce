import MockSpecDocument
import MockSpecSchema

/// The value of a member for sorting: missing < null < false < true < numbers < text < objects and arrays.
enum ItemValue: Sendable, Equatable {
  case missing, null, `false`, `true`
  case number(DecimalNumber)
  /// The bytes of a text, which are sorted as its code points.
  case text(ArraySlice<UInt8>)
  case other

  /// - Parameter json: The value as ``JSONBody`` writes it; `nil` if there is none.
  init(_ json: ArraySlice<UInt8>?) {
    switch json?.first {
    case nil: self = .missing
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "f"): self = .false
    case UInt8(ascii: "t"): self = .true
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .other
    case UInt8(ascii: "\""): self = .text(Self.content(of: json ?? []))
    default: self = DecimalNumber(String(decoding: json ?? [], as: UTF8.self)).map(Self.number) ?? .null
    }
  }

  private static func content(of string: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard string.contains(UInt8(ascii: "\\")) else { return string.dropFirst().dropLast() }
    return DocumentParser.parseJSON(Array(string))?.root.withUTF8 { $0[...].map(\.self)[...] } ?? []
  }

  private var rank: Int {
    switch self {
    case .missing: 0
    case .null: 1
    case .false: 2
    case .true: 3
    case .number: 4
    case .text: 5
    case .other: 6
    }
  }
}

extension ItemValue: Comparable {
  static func < (left: ItemValue, right: ItemValue) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
    default: left.rank < right.rank
    }
  }
}
