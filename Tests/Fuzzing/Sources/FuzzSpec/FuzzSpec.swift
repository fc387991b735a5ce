import Fuzzing

/// Checks any text as a spec in YAML or JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  checkSpec(Array(input))
  return 0
}

#if !FUZZER
  @main
  struct FuzzSpec {
    static func main() { checkFiles(checkSpec) }
  }
#endif
