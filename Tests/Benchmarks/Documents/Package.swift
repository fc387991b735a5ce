// swift-tools-version: 6.2
import PackageDescription

// Documents and schemas measured from inside: their modules are none of the products, so this package builds them
// itself, from links to the very same sources, with the flags of any release build.
let package = Package(
  name: "DocumentBenchmarks",
  platforms: [.macOS(.v15)],
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
    .executableTarget(
      name: "DocumentBenchmarks",
      dependencies: ["MockSpecSchema", "MockSpecDocument", "MockSpecDiagnostics", "CLibYAML"]),
  ]
)
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
