/// A program, a server or an input that isn't as the benchmark needs it.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
