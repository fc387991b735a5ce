// swift-tools-version: 6.2
import PackageDescription

// Benchmarks of modules that aren't products. This package builds those modules from links to their sources, with the
// flags of any release build.
let package = Package(
  name: "InternalBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/apple/swift-http-types", from: "1.8.0")],
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    .target(name: "MockSpecDiagnostics"),
    .target(name: "MockSpecDocument", dependencies: ["MockSpecDiagnostics", "CLibYAML"]),
    .target(
      name: "MockSpecSchema", dependencies: ["MockSpecDocument", "MockSpecDiagnostics"],
      resources: [
        "schema", "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation",
        "format-assertion", "content",
      ].map { .embedInCode("Metaschemas/\($0).json") }),
    .target(
      name: "MockSpec",
      dependencies: [
        "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Schemas/language.json"],
      resources: ["mockspec", "mockspec-project"].map { .embedInCode("Schemas/\($0).schema.json") }),
    // The excluded file is for tests of diagnostics.
    .target(name: "TestSupport", exclude: ["Diagnostic+Marked.swift"]),
    .target(name: "AllocationCount"),
    .executableTarget(
      name: "InternalBenchmarks",
      dependencies: [
        "AllocationCount", "TestSupport", "MockSpec", "MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics",
        "CLibYAML",
      ]),
  ]
)
let strict = Context.environment["MOCKSPEC_WARNINGS_AS_ERRORS"] != nil
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if strict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
