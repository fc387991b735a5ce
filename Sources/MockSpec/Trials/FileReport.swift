import MockSpecDiagnostics

/// What is reported of one file: the mistake behind its errors, if it is a character that looks like another one, or a file
/// that isn't a spec.
///
/// Only a file with errors is read again, with changes.
enum FileReport {
  /// Returns what is reported of a file, in place of what was found in it.
  ///
  /// - Parameters:
  ///   - found: The diagnostics of the file alone.
  ///   - reading: The file.
  static func diagnostics(_ found: [Diagnostic], of reading: FileReading) -> [Diagnostic] {
    guard found.hasErrors, let source = found.lazy.compactMap(\.range?.file).first else {
      return found
    }
    let (format, isProjectFile) = (reading.format, reading.level == .project)
    if let foreign = ForeignFile(source, root: reading.root, format: format, isProjectFile: isProjectFile) {
      return [foreign.diagnostic(isProjectFile: isProjectFile)]
    }
    let reader = FileErrors.Reader(shown: source.path, format: format, level: reading.level)
    let characters = CharacterScan(source, reader)
    let text = characters?.fixedBytes ?? source.bytes
    guard RootKeys.identify(text, format, isProjectFile: isProjectFile) else {
      return (characters?.diagnostics ?? found).map(\.withoutFix)
    }
    if let characters { return characters.diagnostics }
    guard found.contains(where: { $0.fix != nil }) else { return found }
    guard found.count <= SafeFixes.maxErrors else { return found.map(\.withoutFix) }
    return SafeFixes(reader: reader, bytes: text, errors: reader.errors(text)).checked(found.map(\.withoutUncertainFix))
  }
}

extension Diagnostic {
  /// The same diagnostic, without a fix that changes the name of an HTTP method to a key of `match`: `{patch: /a}` can mean
  /// `PATCH /a`.
  var withoutUncertainFix: Diagnostic {
    guard code == "unknown-key", let fix, Level.match.keys[fix.text] != nil else { return self }
    let written = fix.range.text
    // `bind` is a method of WebDAV, but also a word for `host`.
    if OtherToolKey.isWord(written, .server) { return self }
    return UnknownMethod.isRegistered(written.uppercased().filter(\.isLetter)) ? withoutFix : self
  }
}
