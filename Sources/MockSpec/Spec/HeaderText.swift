/// Header values (RFC 9110 §5.5).
enum HeaderText {
  /// Visible characters, spaces and tabs; a line break would end the field, or the whole head, early.
  static func isValid(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
