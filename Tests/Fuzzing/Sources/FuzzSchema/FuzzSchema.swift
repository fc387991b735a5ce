import Fuzzing

/// Checks a JSON Schema, a zero byte, and a value to validate; both as JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  checkSchema(Array(input))
  return 0
}

#if !FUZZER
  @main
  struct FuzzSchema {
    static func main() { checkFiles(checkSchema) }
  }
#endif
