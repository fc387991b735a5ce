import MockSpec
import MockSpecControl

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server of this user that runs, as its file says. With such files, commands find a server without being told its URL.
///
///     http://127.0.0.1:8080      its URL
///     1x9v0q…                    its nonce, which it also tells those that call it
///     /home/ada/shop: specs      what it serves, for people
///
/// The files are in a folder that only the user can enter. A server removes its file when it stops. If it was killed, its port may
/// belong to another program meanwhile, so a command asks for the nonce first.
struct RunningServer: Sendable {
  let url: ServerURL
  let nonce: String
  let project: String

  /// The folder of the files; `nil` if there is none that only the user can enter.
  ///
  /// A relative path in a variable is invalid and ignored (XDG Base Directory Specification).
  private static var folder: String? {
    if let runtime = UserEnvironment.value("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
      return FilePath.join(runtime, "mockspec")
    }
    if let state = UserEnvironment.value("XDG_STATE_HOME"), state.hasPrefix("/") {
      return FilePath.join(state, "mockspec/servers")
    }
    let home = UserEnvironment.value("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return home.map { FilePath.join($0, ".local/state/mockspec/servers") }
  }

  /// Writes the file of a server.
  ///
  /// - Returns: The path of the file; `nil` if there is no folder for it, so that commands need `--server`.
  static func publish(_ url: String, nonce: String, project: String) -> String? {
    guard let folder, makePrivate(folder) else { return nil }
    let path = FilePath.join(folder, "\(machine)-\(getpid())")
    let text = "\(url)\n\(nonce)\n\(project)\n"
    do throws(WriteError) {
      try FileSystem.replace(path, with: Array(text.utf8), mode: 0o600)
      return path
    } catch {
      return nil
    }
  }

  /// Returns the servers that answer with the nonce of their file, in the order of their URLs.
  ///
  /// - Parameter makeClient: Makes a client for the URL that has no token.
  static func all(_ makeClient: (ServerURL) -> ControlClient) async -> [RunningServer] {
    guard let folder, isPrivate(folder), let names = try? FileSystem.names(in: folder) else { return [] }
    var found: [RunningServer] = []
    for name in names {
      let path = FilePath.join(folder, name)
      if isLeft(name) {
        try? FileSystem.remove(path)
      } else if let server = read(path), await server.answers(makeClient(server.url)) {
        found.append(server)
      }
    }
    return found.sorted { $0.url.description < $1.url.description }
  }

  private static func read(_ path: String) -> RunningServer? {
    guard !FileSystem.isLink(path), let bytes = try? FileSystem.read(path, limit: 16 << 10) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 2)
    guard lines.count == 3, let url = try? ServerURL(String(lines[0])) else { return nil }
    return RunningServer(url: url, nonce: String(lines[1]), project: String(lines[2].prefix { $0 != "\n" }))
  }

  private func answers(_ client: ControlClient) async -> Bool {
    let reply = try? await client.reply("GET", ["nonce"])
    return reply?.json?.text(of: "nonce") == nonce
  }

  /// Whether the process that wrote a file has ended without removing it. Only processes of this machine are known.
  private static func isLeft(_ name: String) -> Bool {
    guard let dash = name.lastIndex(of: "-"), name[..<dash] == machine, let id = pid_t(name[name.index(after: dash)...])
    else { return false }
    return kill(id, 0) == -1 && errno == ESRCH
  }

  /// The machine's name, without characters that a file name can't have.
  private static var machine: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
    let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: name, as: UTF8.self).replacing("/", with: "_")
  }

  /// Creates a folder and its parents, unless they exist.
  ///
  /// - Returns: Whether only the user can enter the folder.
  private static func makePrivate(_ folder: String) -> Bool {
    if FileSystem.find(folder) == nil {
      let parent = FilePath.parent(folder)
      guard FileSystem.find(parent) != nil || makePrivate(parent) else { return false }
      mkdir(folder, 0o700)
    }
    return isPrivate(folder)
  }

  private static func isPrivate(_ folder: String) -> Bool {
    var info = stat()
    return lstat(folder, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR && info.st_uid == geteuid()
      && info.st_mode & 0o077 == 0
  }
}
