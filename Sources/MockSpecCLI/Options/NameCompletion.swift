import ArgumentParser
import MockSpecDocument

/// Shell completions of names, read from the running server. There are none if no server replies quickly.
enum NameCompletion {
  static let requests = completion { names(in: "requests", of: await $0.state()) }
  static let scenes = completion { names(in: "scenes", of: await $0.state()) }
  static let collections = completion { names(in: "collections", of: await $0.state()) }
  static let specs = completion { names(in: "specs", of: await $0.reply("specs")) }
  /// Pairs such as `Login=Offline`.
  static let selections = pairs(in: "requests") { names(in: "responses", of: $0) }
  /// Pairs such as `cart=paid`.
  static let states = pairs(in: "states") { $0.elements(of: "values").map(\.text) }

  /// Pairs of each name in a list with its values.
  private static func pairs(in list: String, _ values: @escaping @Sendable (Node) -> [String]) -> CompletionKind {
    completion { line in
      guard let state = await line.state() else { return [] }
      // bash splits words at an equals sign.
      let divided = line.dividedName
      return state.elements(of: list).flatMap { node -> [String] in
        let (name, values) = (node.text(of: "name") ?? "", values(node))
        if let divided { return divided == name ? values : [] }
        return values.map { "\(name)=\($0)" }
      }
    }
  }

  private static func completion(
    _ candidates: @escaping @Sendable (CommandLineWords) async -> [String]
  ) -> CompletionKind {
    .custom { words, index, _ in
      await candidates(CommandLineWords(words: words, index: index)).compactMap {
        literal($0, for: CompletionShell.requesting)
      }
    }
  }

  /// Escapes a name so that a shell's completion script inserts it unchanged; `nil` if it can't.
  ///
  /// ArgumentParser's script for bash expands candidates, including commands in them; its script for zsh splits them at
  /// colons. bash itself expands a candidate to check whether it is a file, and so runs the command in `${a:-$(command)}`.
  static func literal(_ name: String, for shell: CompletionShell?) -> String? {
    guard name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
    switch shell {
    case .bash?:
      guard !name.utf8.contains(where: { "$`".utf8.contains($0) }) else { return nil }
      let isPlain = name.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || "=_".utf8.contains($0) }
      return isPlain ? name : "'" + name.replacing("'", with: #"'\''"#) + "'"
    case .zsh?: return name.replacing(#"\"#, with: #"\\"#).replacing(":", with: #"\:"#)
    default: return name
    }
  }

  private static func names(in list: String, of node: Node?) -> [String] {
    (node?.elements(of: list)).map { $0.compactMap { $0.text(of: "name") } } ?? []
  }
}

/// The words of a command line that is being completed.
private struct CommandLineWords {
  let words: [String]
  let index: Int

  func state() async -> Node? { await reply("state") }

  func reply(_ resource: String) async -> Node? {
    var arguments: [String] = []
    for (index, option) in words.enumerated() {
      for name in ["--server", "--session", "--token-file"] {
        if option == name { arguments += [name, Self.plain(value(at: index + 1))] }
        if option.hasPrefix(name + "=") { arguments += [name, Self.plain(String(option.dropFirst(name.count + 1)))] }
      }
    }
    guard let server = await (try? ServerOptions.parse(arguments))?.completingClient else { return nil }
    return try? await server.reply("GET", [resource]).json
  }

  /// Returns the value of an option. bash splits words at colons and equals signs; these become words, too.
  private func value(at start: Int) -> String {
    var rest = words.dropFirst(start)
    if rest.first == "=" { rest = rest.dropFirst() }
    var text = rest.popFirst() ?? ""
    while rest.first == ":" {
      text += rest.prefix(2).joined()
      rest = rest.dropFirst(2)
    }
    return text
  }

  /// The word before an equals sign, if bash has split there.
  var dividedName: String? {
    guard words.indices.contains(index) else { return nil }
    let sign = words[index] == "=" ? index : index - 1
    guard sign > 0, words[sign] == "=" else { return nil }
    return Self.plain(words[sign - 1])
  }

  /// Returns a word without the quotes and backslashes of the shell.
  private static func plain(_ word: String) -> String {
    var (text, quote, isEscaped) = ("", Character?.none, false)
    for character in word {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        text.append(character)
      }
    }
    return text
  }
}
