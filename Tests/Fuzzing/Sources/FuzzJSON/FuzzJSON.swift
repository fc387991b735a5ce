import Fuzzing
import MockSpecDocument

/// Checks any bytes as a JSON document.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  checkDocument(Array(input), format: .json)
  return 0
}

#if !FUZZER
  @main
  struct FuzzJSON {
    static func main() { checkFiles { checkDocument($0, format: .json) } }
  }
#endif
