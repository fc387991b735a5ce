#if os(Linux)
  import Foundation
  import Glibc

  extension TemporaryFolder {
    /// Waits until the folder itself contains a file with a name.
    package func appearance(of name: String) async throws {
      let events = inotify_init1(Int32(IN_CLOEXEC))
      guard events >= 0 else { throw Failure(errno, "inotify_init1") }
      defer { close(events) }
      guard inotify_add_watch(events, path, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0 else { throw Failure(errno, path) }
      let file = self[name]
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var buffer = [UInt8](repeating: 0, count: 4_096)
          while access(file, F_OK) != 0, Foundation.read(events, &buffer, buffer.count) > 0 || errno == EINTR {}
          continuation.resume()
        }
      }
    }
  }
#endif
