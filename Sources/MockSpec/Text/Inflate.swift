/// Decompresses DEFLATE data (RFC 1951).
///
/// A code is read bit by bit, with the number of codes of each length. Larger tables would be faster, but must be filled for
/// each block, and a body can consist of many small blocks.
struct Inflate {
  enum Failure: Error {
    case invalid
    /// The output exceeds its limit.
    case tooLarge
  }

  private let input: [UInt8]
  /// The index of the next byte. At the end, it is that of the byte after the compressed data.
  private(set) var position: Int
  private let limit: Int
  private(set) var output: [UInt8] = []
  /// The bits that were read, but not used.
  private var pending: UInt32 = 0
  private var pendingCount = 0

  /// Decompresses data.
  ///
  /// - Parameters:
  ///   - input: The bytes that contain the data.
  ///   - start: The index of the first byte of the data.
  ///   - limit: The maximum size of the output.
  init(_ input: [UInt8], from start: Int, limit: Int) throws(Failure) {
    self.input = input
    self.limit = limit
    position = start
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copyStored()
      case 1: try decode(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        try decode(literals, distances)
      default: throw .invalid
      }
    }
  }

  /// Reads a number, the lowest bit first.
  private mutating func bits(_ count: Int) throws(Failure) -> Int {
    while pendingCount < count {
      guard position < input.count else { throw .invalid }
      pending |= UInt32(input[position]) << UInt32(pendingCount)
      position += 1
      pendingCount += 8
    }
    let value = pending & (1 << UInt32(count) - 1)
    pending >>= UInt32(count)
    pendingCount -= count
    return Int(value)
  }

  private mutating func append(_ byte: UInt8) throws(Failure) {
    guard output.count < limit else { throw .tooLarge }
    output.append(byte)
  }

  // MARK: - Blocks

  /// Copies a block that isn't compressed, which starts at a whole byte.
  private mutating func copyStored() throws(Failure) {
    (pending, pendingCount) = (0, 0)
    let length = try bits(16)
    guard try bits(16) == ~length & 0xFFFF, position + length <= input.count else { throw .invalid }
    guard output.count + length <= limit else { throw .tooLarge }
    output += input[position..<position + length]
    position += length
  }

  /// Decodes a compressed block.
  private mutating func decode(_ literals: Code, _ distances: Code) throws(Failure) {
    while true {
      let symbol = try self.symbol(literals)
      if symbol < 256 {
        try append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw .invalid }
      let length = Self.lengths[symbol - 257]
      let count = length.base + (try bits(length.extra))
      let place = try self.symbol(distances)
      guard place < Self.distances.count else { throw .invalid }
      let distance = Self.distances[place].base + (try bits(Self.distances[place].extra))
      guard distance <= output.count else { throw .invalid }
      // The copied bytes can include some that this loop appends.
      for _ in 0..<count { try append(output[output.count - distance]) }
    }
  }

  /// Reads the codes of a block, whose lengths are themselves compressed (§3.2.7).
  private mutating func codes() throws(Failure) -> (literals: Code, distances: Code) {
    let literalCount = try bits(5) + 257
    let count = literalCount + (try bits(5)) + 1
    var first = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(try bits(4) + 4) { first[place] = UInt8(try bits(3)) }
    let code = try Code(first[...])
    var lengths: [UInt8] = []
    while lengths.count < count {
      switch try symbol(code) {
      case let length where length < 16: lengths.append(UInt8(length))
      case 16:
        guard let last = lengths.last else { throw .invalid }
        lengths += repeatElement(last, count: try bits(2) + 3)
      case 17: lengths += repeatElement(0, count: try bits(3) + 3)
      default: lengths += repeatElement(0, count: try bits(7) + 11)
      }
    }
    guard lengths.count == count else { throw .invalid }
    return (try Code(lengths[..<literalCount]), try Code(lengths[literalCount...]))
  }

  // MARK: - Codes

  /// A prefix code (§3.2.2). The codes of each length are consecutive numbers, in the order of their symbols.
  private struct Code {
    static let maxLength = 15
    /// The number of codes of each length.
    var counts = [Int](repeating: 0, count: maxLength + 1)
    /// The symbols by length, and those of a length in order.
    var symbols: [Int] = []

    /// - Parameter lengths: The length of each symbol's code; 0 for a symbol without one.
    init(_ lengths: ArraySlice<UInt8>) throws(Failure) {
      for length in lengths where length > 0 { counts[Int(length)] += 1 }
      var free = 1
      var starts = [Int](repeating: 0, count: Self.maxLength + 2)
      for length in 1...Self.maxLength {
        free = free * 2 - counts[length]
        guard free >= 0 else { throw .invalid }
        starts[length + 1] = starts[length] + counts[length]
      }
      symbols = Array(repeating: 0, count: starts[Self.maxLength + 1])
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[starts[Int(length)]] = symbol
        starts[Int(length)] += 1
      }
    }
  }

  private mutating func symbol(_ code: Code) throws(Failure) -> Int {
    // The place in the order of all codes of the length that have been read, and before which all shorter codes are.
    var (place, shorter) = (0, 0)
    for length in 1...Code.maxLength {
      place = place * 2 + (try bits(1))
      let count = code.counts[length]
      if place < count { return code.symbols[shorter + place] }
      place -= count
      shorter += count
    }
    throw .invalid
  }

  private static let fixedLiterals = code(Array(0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = code(Array(repeating: 5, count: 30))

  private static func code(_ lengths: [UInt8]) -> Code {
    guard let code = try? Code(lengths[...]) else { preconditionFailure("the fixed codes are valid") }
    return code
  }

  // MARK: - Tables

  /// The order in which the lengths of the codes for lengths are sent.
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// The lengths of copies, each with the number of extra bits (§3.2.5). The last one has none.
  private static let lengths =
    ranges(from: 3, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]) + [(258, 0)]
  private static let distances = ranges(
    from: 1, [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13])

  private static func ranges(from start: Int, _ extraBits: [Int]) -> [(base: Int, extra: Int)] {
    var next = start
    return extraBits.map { extra in
      defer { next += 1 << extra }
      return (next, extra)
    }
  }
}
