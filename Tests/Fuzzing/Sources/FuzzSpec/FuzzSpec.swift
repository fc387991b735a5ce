import Fuzzing

/// Any text as a spec, in whichever format it seems to be.
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
