/// Groups of bytes that all instructions of a program treat alike. A table has one column for each group.
struct ByteClasses: Sendable {
  /// The class of each of the 256 bytes.
  let classes: [UInt8]
  /// The first byte of each class.
  let representatives: [UInt8]

  init(_ program: MatchProgram) {
    var startsClass = [Bool](repeating: false, count: 257)
    startsClass[0] = true
    for transition in program.transitions {
      startsClass[Int(transition.low)] = true
      startsClass[Int(transition.high) + 1] = true
    }
    if program.usesWordBoundaries {
      for byte in UInt8(1)...255 where MatchProgram.Neighbour(byte) != MatchProgram.Neighbour(byte - 1) {
        startsClass[Int(byte)] = true
      }
    }
    var classes: [UInt8] = []
    var representatives: [UInt8] = []
    for byte in UInt8(0)...255 {
      if startsClass[Int(byte)] { representatives.append(byte) }
      classes.append(UInt8(representatives.count - 1))
    }
    self.classes = classes
    self.representatives = representatives
  }
}
