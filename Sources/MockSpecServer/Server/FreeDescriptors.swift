#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file descriptors that a process can still open, below its limit (`ulimit -n`).
enum FreeDescriptors {
  /// An event loop of NIO has three, and traps without them.
  private static let perThread = 3
  /// For listening sockets, resolving a name, and some connections.
  private static let perServer = 12

  /// Checks that a server can start.
  ///
  /// - Parameter count: Returns how many descriptors can be opened, at most the given number.
  /// - Returns: A message about the missing descriptors; `nil` if the server can start.
  static func shortage(threads: Int, count: (Int) -> Int = count(upTo:)) -> String? {
    let needed = perThread * threads + perServer
    let free = count(needed)
    guard free < needed else { return nil }
    let subject = threads == 1 ? "a server with one thread needs" : "a server with \(threads) threads needs"
    return "\(subject) \(needed) file descriptors, but this process can open only \(free) more ('ulimit -n')"
  }

  /// Returns how many descriptors can be opened, by opening them.
  static func count(upTo limit: Int) -> Int {
    let first = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard first >= 0 else { return 0 }
    var opened = [first]
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < limit {
      let next = fcntl(first, F_DUPFD_CLOEXEC, 0)
      guard next >= 0 else { break }
      opened.append(next)
    }
    return opened.count
  }
}
