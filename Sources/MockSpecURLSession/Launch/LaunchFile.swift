import Foundation
import MockSpec
import Synchronization

/// The files with which long texts of handed-over mocks are passed: in the temporary folder, readable only by this
/// user.
///
/// A UI test ends or is ended at any time, and its app can be launched several times, so neither removes the file. The next
/// process that writes one removes those of processes that have ended.
enum LaunchFile {
  private static let prefix = "mockspec-launch-"

  /// The reason why a file can't be read.
  struct Failure: Error, Hashable {
    /// The rest of a sentence that starts with the path.
    let reason: String
  }

  // MARK: - Writing

  /// Held while a file is written, so that another thread with the same text doesn't find it incomplete.
  private static let writing = Mutex<Void>(())

  /// Writes a text to a new file, or finds the one to which this process has written it before.
  ///
  /// - Parameter folder: The folder; by default, the temporary folder.
  /// - Returns: The absolute path.
  /// - Throws: `MockLaunchError` if the file can't be written.
  static func write(_ text: [UInt8], in folder: String = NSTemporaryDirectory()) throws(MockLaunchError) -> String {
    try writing.withLock { _ throws(MockLaunchError) in
      removeAbandoned(in: folder)
      // Equal texts have equal names.
      let name = "\(prefix)\(getpid())-\(String(ContentHash(text).value, radix: 16)).json"
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
      do throws(WriteError) {
        try FileSystem.create(path, text, mode: 0o600)
      } catch {
        if error.code == EEXIST, let known = try? read(path, size: text.count), known == text { return path }
        throw MockLaunchError(path, "can't be written: \(error.reason)")
      }
      return path
    }
  }

  /// Removes the files of processes that have ended.
  private static func removeAbandoned(in folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
      guard let id = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }), id > 0,
        kill(id, 0) == -1, errno == ESRCH
      else { continue }
      unlink(URL(fileURLWithPath: folder).appendingPathComponent(name).path)
    }
  }

  // MARK: - Reading

  /// Reads a file that a process of the same user has written.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - size: The size in bytes.
  static func read(_ path: String, size: Int) throws(Failure) -> [UInt8] {
    guard path.hasPrefix("/"), path.split(separator: "/").last?.hasPrefix(prefix) == true else {
      throw Failure(reason: "isn't the absolute path of a file that 'MockLaunch' writes")
    }
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        reason: errno == ELOOP ? "is a symbolic link" : "can't be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw Failure(reason: "isn't a regular file")
    }
    guard info.st_uid == geteuid() else { throw Failure(reason: "belongs to another user") }
    guard info.st_mode & 0o777 == 0o600 else {
      throw Failure(reason: "has the mode 0\(String(info.st_mode & 0o777, radix: 8)), not 0600")
    }
    guard info.st_size == size else { throw Failure(reason: "has \(info.st_size) bytes, not \(size)") }
    var bytes = [UInt8](repeating: 0, count: size)
    var got = 0
    while got < size {
      let count = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress! + got, size - got) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(reason: "was changed while it was read") }
      got += count
    }
    return bytes
  }
}
