// swift-tools-version: 6.2
import PackageDescription

// The torture suite is a separate package, so that its target isn't part of MockSpec.
let package = Package(
  name: "Torture",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "MockSpec", path: "../..")],
  targets: [
    .executableTarget(
      name: "Torture",
      dependencies: [.product(name: "MockSpecURLSession", package: "MockSpec"), "Serving", "TestSupport"],
      path: "Sources"),

    // Calls that are cancelled, suspended and invalidated at random moments.
    .executableTarget(
      name: "Storm",
      dependencies: [.product(name: "MockSpecURLSession", package: "MockSpec"), "Serving", "TestSupport"],
      path: "Storm"),

    // Many sessions of one server.
    .executableTarget(name: "Sessions", dependencies: ["Serving", "TestSupport"], path: "Sessions"),

    // A running `mockspec serve`.
    .target(name: "Serving", dependencies: ["TestSupport"], path: "Serving"),

    // A link to the tests' own target. The excluded file needs a module that isn't a product.
    .target(name: "TestSupport", path: "TestSupport", exclude: ["Diagnostic+Marked.swift"]),
  ]
)
let strict = Context.environment["MOCKSPEC_WARNINGS_AS_ERRORS"] != nil
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if strict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
