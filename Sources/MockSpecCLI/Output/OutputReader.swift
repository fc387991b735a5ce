import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that reads the standard output.
enum OutputReader {
  /// Ends the process with status 0 when the reader ends, even while nothing is printed.
  static func exitAtEnd() {
    DispatchQueue(label: "mockspec.reader").async {
      // Errors are reported even if no events are requested. A file never has one.
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) == -1, errno == EINTR {}
      exit(0)
    }
  }
}
