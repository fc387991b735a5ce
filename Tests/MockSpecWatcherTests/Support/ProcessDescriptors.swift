#if os(Linux)
  import Foundation
  import TestSupport

  /// What this process has open. Other tests open and close things at the same time, so exact numbers exist only for
  /// what belongs to one test.
  enum ProcessDescriptors {
    /// The number of open files, folders and inotify instances. Other tests have hundreds of sockets.
    static func count() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { descriptor in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        return target?.hasPrefix("/") == true || target?.contains("inotify") == true
      }
    }

    /// How many inotify watches there are on a folder, in all instances of this process.
    static func watches(on path: String) throws -> Int {
      var status = stat()
      guard stat(path, &status) == 0 else { throw TemporaryFolder.Failure(errno, path) }
      // inotify wd:3 ino:9e7e sdev:800013 mask:800afce …
      let inode = "ino:" + String(status.st_ino, radix: 16)
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").reduce(0) { count, descriptor in
        let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        let lines = (text ?? "").split(separator: "\n").filter { $0.hasPrefix("inotify ") }
        return count + lines.count { $0.split(separator: " ").contains(inode[...]) }
      }
    }
  }
#endif
