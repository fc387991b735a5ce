#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Checks each file on the command line and prints how long it took: `FuzzYAML crash-0a1b…`. The `main` of the fuzzers
/// when they are built without libFuzzer, which has its own.
package func checkFiles(_ check: ([UInt8]) -> Void) {
  for path in CommandLine.arguments.dropFirst() {
    guard let bytes = contents(of: path) else {
      print("\(path): can't be read")
      exit(66)
    }
    let time = ContinuousClock().measure { check(bytes) }
    print("\(path): \(bytes.count) bytes, \(time)")
  }
}

private func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}
