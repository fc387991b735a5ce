import Foundation
import TestSupport
import Testing

/// Swift samples in the documentation compile: each is a part of `SwiftSamples`, or of a test that runs it.
struct SwiftSampleTests {
  /// The folders of the files that have samples.
  static let folders = [
    "Tests/ContractTests/Documentation", "Tests/MockSpecURLSessionTests/Ancestors",
    "Tests/MockSpecTestingTests/Samples", "Tests/GeneratedNamesTests", "Tests/MockSpecClientMocksTests/Samples",
  ]

  /// The lines of a sample without indentation, empty lines, imports and compilation conditions around imports.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("#if canImport") && $0 != "#endif"
    }
  }

  @Test func `every sample is compiled`() throws {
    let files = try Self.folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: Repository.root.appendingPathComponent(folder).path)
        .filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    }
    let compiled = try files.flatMap { Self.lines(String(decoding: try Repository.bytes($0), as: UTF8.self)) }
    let samples = try Article.blocks(in: ["swift"]).filter { !$0.text.hasPrefix(".") }
    #expect(samples.count >= 8)
    for sample in samples {
      let lines = Self.lines(sample.text)
      let isCompiled = compiled.indices.contains { compiled[$0...].starts(with: lines) }
      #expect(isCompiled, "\(sample.path):\(sample.line) isn't in any of \(files)")
    }
  }

  /// Excerpts of a package manifest, which begin with a dot.
  @Test func `the documentation names products of the package`() throws {
    let manifest = String(decoding: try Repository.bytes("Package.swift"), as: UTF8.self)
    let excerpts = try Article.blocks(in: ["swift"]).filter { $0.text.hasPrefix(".") }
    let products = excerpts.flatMap { $0.text.matches(of: /product\(name: ("\w+")/).map { String($0.1) } }
    #expect(products.count >= 5)
    for product in products { #expect(manifest.contains(".library(name: \(product)")) }
  }
}
