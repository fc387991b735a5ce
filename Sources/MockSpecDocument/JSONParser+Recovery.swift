import MockSpecDiagnostics

/// What may stand where something else is expected, and how it is read on.
extension JSONParser {
  typealias Stop = DocumentBuilder.Stop
  typealias Next = JSONRecovery.Next

  mutating func recoverValue() throws(Stop) {
    let error = unexpected("where a value is expected")
    if try skipComments(error) {
      if index == bytes.count, builder.isEmpty { throw recovery.stop(error) }
      isValuePending = true
      return
    }
    guard let frame = builder.open.last else { throw error }
    let next = offset(behindSpaceFrom: index + 1)
    switch bytes[index] {
    case UInt8(ascii: "]") where !frame.isMapping: break
    case UInt8(ascii: "}") where frame.isMapping:
      // `"a": }`, of which '{' may be lost.
      let change = try settle(error, [.none, .init(skipped: 1)])
      try addInvalid(index..<index)
      index += change.skipped
      recovery.end = index
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      try tell(error)
      if frame.isMapping { try addInvalid(index..<index) }
      recovery.end = index
    case UInt8(ascii: ",") where frame.isMapping && startsValue(at: next) && key(at: next) == nil:
      try tell(error)
      try skipSign()
      isValuePending = true
    case UInt8(ascii: ",") where frame.isMapping:
      let change = try settle(
        error, [.none, .init(opensMapping: true, skipped: 1), .init(opensMapping: false, skipped: 1)])
      index += change.skipped
      if change == .none { try addInvalid(index..<index) }
      try apply(change)
      recovery.end = index
    case UInt8(ascii: ","):
      isValuePending = try skipCommas(error) == .key
    case UInt8(ascii: ":"):
      let change = try settle(
        error,
        [.init(skipped: 1), .init(opensMapping: true, skipped: 1), .init(opensMapping: false, skipped: 1)])
      try skipSign()
      isValuePending = change.opensMapping == nil
      try apply(change)
      recovery.end = index
    case UInt8(ascii: "'"):
      guard !isQuoteMissing, let end = JSONLine.end(ofTextAt: index, in: bytes) else { fallthrough }
      try tell(error)
      try addInvalid(index..<end + 1)
      index = end + 1
      recovery.end = index
    default:
      if isQuoteMissing { return try coverLine(error, from: index) }
      if isSign, startsValue(at: next), key(at: next) == nil, next > index + 1 || bytes[next] != UInt8(ascii: "\"") {
        try tell(error)
        try skipSign()
        isValuePending = true
      } else {
        try cover(error, index..<endOfEntry)
      }
    }
  }

  mutating func recoverNumber(from start: Int) throws(Stop) {
    let error = fail("this isn't a number as JSON writes it", start, index, help: "for example: 0, -1, 2.5")
    if recovery.goesOn, isQuoteMissing {
      index = start
      return try coverLine(error, from: start)
    }
    try tell(error, at: start)
    recovery.end = index
    // `{"a": 1x` may be a lost '}', and `"a": -"b": 1}` a lost '{'.
    let changes: [JSONBrackets.Change] = [.none, .closing, .openingMapping, .openingSequence]
    let change = recovery.change(changes, of: openings, from: index) ?? .none
    if change.opensMapping == nil { try addInvalid(start..<index) }
    try apply(change)
  }

  mutating func recoverKey() throws(Stop) -> Next {
    let error = unexpected("where a key in double quotes is expected")
    if try skipComments(error) { return try nextKey() }
    if isQuoteMissing, !"]},".utf8.contains(bytes[index]) {
      try coverLine(error, from: index)
      return .separator
    }
    switch bytes[index] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      try tell(error)
      recovery.end = index
      return .separator
    case UInt8(ascii: ","):
      return try skipCommas(error)
    case UInt8(ascii: ":") where !startsEntry(at: offset(behindSpaceFrom: index + 1)):
      try tell(error)
      try addInvalid(index..<index)
      return .value
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return try recoverBracketAsKey(error)
    default: break
    }
    if let key = key(at: index) {
      try tell(error)
      let text = bytes[key].first == UInt8(ascii: "'") ? key.dropFirst().dropLast() : key
      let isWord = bytes[text].allSatisfy(isWord)
      try builder.add(scalar: isWord ? .string : .invalid, bytes[text], key.lowerBound, key.upperBound)
      index = key.upperBound
      return .value
    }
    let next = end(ofScalarAt: index)
    if let key = key(at: next) {
      // It may be a part of it.
      try tell(error)
      try addInvalid(index..<key.upperBound)
      index = key.upperBound
      return .value
    }
    if startsEntry(at: offset(behindSpaceFrom: next)) {
      try tell(error)
      index = next
      skipSpace()
      return .key
    }
    try cover(error, index..<endOfEntry)
    return .separator
  }

  /// `[{"a": 1, {`, of which '}' is lost; `{{"a": 1`, where it is too much; or a value without a key.
  private mutating func recoverBracketAsKey(_ error: Stop) throws(Stop) -> Next {
    let isInSequence = builder.open.dropLast().last?.isMapping == false
    let changes: [JSONBrackets.Change] = (isInSequence ? [.closing] : []) + [.init(skipped: 1)]
    guard let change = recovery.change(changes, of: openings, from: index) else {
      try cover(error, index..<endOfEntry)
      return .separator
    }
    try tell(error)
    index += change.skipped
    recovery.end = index
    if change == .closing {
      try apply(change)
      return .separator
    }
    return try nextKey()
  }

  /// False if no value follows.
  mutating func recoverColon() throws(Stop) -> Bool {
    let error = unexpected("where ':' is expected after a key")
    if let follows = try recoverSignForColon(error) { return follows }
    if try skipComments(error) {
      guard index < bytes.count else { throw unclosed() }
      guard bytes[index] == UInt8(ascii: ":") else { return try recoverColon() }
      index += 1
      return true
    }
    if ",]}".utf8.contains(bytes[index]) {
      // `{"a",` may be `"a",`, and the bracket too much, or `["a",`.
      let change = try settle(error, [.none, .closing, .init(closed: 1, opensMapping: false)])
      if change == .none { try addInvalid(index..<index) }
      try apply(change)
      recovery.end = index
      return false
    }
    if isQuoteMissing {
      try coverLine(error, from: builder.lastNode?.lowerBound ?? index, hidesLast: true)
      return false
    }
    if "\"'".utf8.contains(bytes[index]), startsEntry(at: index) {
      try tell(error)
      try addInvalid(index..<index)
      recovery.end = index
      return false
    }
    if startsValue(at: index), !isGlued {
      try tell(error)
      if lastTextEnds(with: ":") { hideLast() }
      guard bytes[index...].starts(with: "\":".utf8) else { return true }
      recovery.end = index
    }
    let end = endOfEntry
    if bytes[index] != UInt8(ascii: "\""), let colon = bytes[index..<end].firstIndex(of: UInt8(ascii: ":")) {
      try tell(error)
      hideLast()
      index = colon + 1
      return true
    }
    try cover(error, index..<end, hidesLast: true)
    return false
  }

  /// Any character that stands for the colon, or before it; `nil` if this is none.
  private mutating func recoverSignForColon(_ error: Stop) throws(Stop) -> Bool? {
    let sign = bytes[index]
    var next = offset(behindSpaceFrom: end(ofScalarAt: index))
    guard next < bytes.count, sign != UInt8(ascii: "\""), !isQuoteMissing else { return nil }
    var changes = [JSONBrackets.Change.none]
    if bytes[next] == UInt8(ascii: ":") {
      next = offset(behindSpaceFrom: next + 1)
      if sign == UInt8(ascii: "{") { changes.append(.openingMapping) }
      if sign == UInt8(ascii: "[") { changes.append(.openingSequence) }
    } else {
      let isNumber = next == index + 1 && (isWord(sign) || sign == UInt8(ascii: "-")) && isWord(bytes[next])
      guard !isNumber, startsValue(at: next), sign != UInt8(ascii: ",") || !startsEntry(at: next) else { return nil }
      if "{[".utf8.contains(sign), recovery.change([.none], of: openings, from: index) != nil { return nil }
    }
    guard let change = recovery.change(changes, of: openings, from: next) else { return nil }
    try tell(error)
    if isWord(sign) { hideLast() }
    index = next
    try apply(change)
    recovery.end = index
    return change == .none
  }

  /// `[1,]`, or a bracket for which the comma was taken.
  mutating func recoverLastComma(_ comma: Int) throws(Stop) {
    let error = fail("a comma must be followed by another value", comma, comma + 1, help: "remove the comma")
    let change = try settle(error, [.none, .closing], at: comma)
    try apply(change)
    // `,}` may be meant as `},`.
    recovery.end = change == .none ? index + 1 : index
  }

  mutating func recoverSeparator(before closing: UInt8, in frame: DocumentBuilder.Frame) throws(Stop) -> Next {
    var error = unexpected("where ',' or '\(Character(Unicode.Scalar(closing)))' is expected")
    // A comma behind what was reported may be a part of it.
    if isBehindMistake {
      let change = startsEntry(at: index) ? recovery.change([.none], of: openings, from: index) : nil
      if change != nil { return nextInside }
      recovery.end = index
    }
    if try skipComments(error) { return .separator }
    if bytes[index] == UInt8(ascii: "]") || bytes[index] == UInt8(ascii: "}") {
      error = unexpected("where ',' or '\(Character(Unicode.Scalar(closing)))' is expected", in: frame)
      try closeMismatched(error, frame)
      return .separator
    }
    let isColon = bytes[index] == UInt8(ascii: ":")
    if isQuoteMissing, !isColon {
      try coverLine(error, from: startOfLastNode, hidesLast: true)
      return .separator
    }
    let next = offset(behindSpaceFrom: index + 1)
    if isSign, frame.isMapping || !isColon, startsEntry(at: next) {
      try tell(error)
      try skipSign()
      return nextInside
    }
    if isColon { return try recoverPair(error, frame) }
    if startsEntry(at: index), !isGlued {
      let change = try settle(error, [.none, .openingMapping, .openingSequence])
      if change != .none || lastTextEnds(with: ",") || index == builder.lastNode?.upperBound { hideLast() }
      try apply(change)
      if bytes[index...].starts(with: "\",".utf8), let key = key(at: index) {
        try addInvalid(key)
        index = offset(behindSpaceFrom: key.upperBound)
        try skipSign()
        return .value
      }
      recovery.end = index
      return nextInside
    }
    try cover(error, index..<endOfEntry, hidesLast: true)
    return .separator
  }

  private var nextInside: Next { builder.open.last?.isMapping == true ? .key : .value }

  /// A colon behind a value, which was meant as a key: of an object whose '{' is lost or is a '[', or behind an array whose
  /// ']' is lost.
  private mutating func recoverPair(_ error: Stop, _ frame: DocumentBuilder.Frame) throws(Stop) -> Next {
    if recovery.doubtful.contains(frame.record) {
      try skipSign()
      return .value
    }
    let isInMapping = builder.open.dropLast().last?.isMapping == true
    let changes: [JSONBrackets.Change] =
      [.none, .openingMapping] + (frame.isMapping ? [] : [.init(closed: 1, opensMapping: true)])
      + (!frame.isMapping && isInMapping ? [.closing] : [])
    let change = try settle(error, changes)
    if change == .none, frame.isMapping {
      index += 1
      recovery.end = index
      try cover(error, index..<endOfEntry, hidesLast: true)
      return .separator
    }
    if change == .none { recovery.doubt(frame.record) }
    if change == .openingMapping { hideLast() }
    try apply(change)
    if builder.expectsKey { try addInvalid(index..<index) }
    try skipSign()
    return .value
  }

  private mutating func closeMismatched(_ error: Stop, _ frame: DocumentBuilder.Frame) throws(Stop) {
    let isMapping = bytes[index] == UInt8(ascii: "}")
    if recovery.doubtful.contains(frame.record) { recovery.end = index }
    let outer = builder.open.indices.dropLast().last { builder.open[$0].isMapping == isMapping }
    let missing = outer.map { JSONBrackets.Change(closed: builder.depth - 1 - $0) }
    let wrong = JSONBrackets.Change(closed: 1, skipped: 1)
    let change = try settle(error, [missing, wrong, .init(skipped: 1)].compactMap(\.self))
    index += change.skipped
    recovery.end = index
    switch change {
    case wrong: builder.end(index)
    case missing: try apply(change)
    default: recovery.hide(frame.record)
    }
  }

  mutating func recoverEnd() throws(Stop) {
    while index < bytes.count {
      let error = unexpected("after the end of the document")
      if try skipComments(error) { continue }
      // These show that it ended too early.
      guard !",]}\":".utf8.contains(bytes[index]) else {
        throw isBehindMistake ? recovery.stop(error) : unexpectedAtEnd()
      }
      recovery.lack(in: 0)
      return try tell(error)
    }
  }
}
