extension String {
  /// The text as one word of a shell's command line, quoted if necessary, so that a printed command can be pasted.
  var shellWord: String {
    func isPlain(_ byte: UInt8) -> Bool {
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "_./:=@%+,-".utf8.contains(byte)
    }
    return !isEmpty && utf8.allSatisfy(isPlain) ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}
