import Fuzzing
import MockSpecDocument

/// Checks any bytes as a YAML document.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  checkDocument(Array(input), format: .yaml)
  return 0
}

#if !FUZZER
  @main
  struct FuzzYAML {
    static func main() { checkFiles { checkDocument($0, format: .yaml) } }
  }
#endif
