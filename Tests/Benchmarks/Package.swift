// swift-tools-version: 6.2
import PackageDescription

// Benchmarks are a separate package, so that their targets and products aren't part of MockSpec.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "MockSpec", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "MockSpec", package: "MockSpec"),
        .product(name: "MockSpecClient", package: "MockSpec"),
        .product(name: "MockSpecURLSession", package: "MockSpec"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        "AllocationCount", "TestSupport",
      ],
      path: "Sources"),

    // Tests with the trait, and the same ones without.
    .testTarget(
      name: "TraitTests", dependencies: [.product(name: "MockSpecTesting", package: "MockSpec")], path: "TraitTests"),

    // Many concurrent calls of a client, in a process of its own.
    .executableTarget(
      name: "ClientLoad",
      dependencies: [.product(name: "MockSpecClient", package: "MockSpec"), "AllocationCount", "TestSupport"],
      path: "ClientLoad"),

    // A link to the tests' own target. The excluded file needs a module that isn't a product.
    .target(name: "TestSupport", path: "TestSupport", exclude: ["Diagnostic+Marked.swift"]),

    // Counts calls of malloc.
    .target(name: "AllocationCount", path: "AllocationCount"),

    // Imports the same modules as `mockspec` and does nothing.
    .executableTarget(
      name: "HelloWorld",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "HelloWorld"),

    // A server that does nothing but answer over HTTP/2.
    .executableTarget(
      name: "BareHTTP2",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
      ],
      path: "BareHTTP2"),

    // Programs that differ only in what they import.
    .executableTarget(name: "LinkNothing", path: "Linking/Nothing"),
    .executableTarget(name: "LinkSession", path: "Linking/Session"),
    .executableTarget(
      name: "LinkMocks", dependencies: [.product(name: "MockSpecURLSession", package: "MockSpec")],
      path: "Linking/Mocks"),
  ]
)
let strict = Context.environment["MOCKSPEC_WARNINGS_AS_ERRORS"] != nil
for target in package.targets where ["Benchmarks", "ClientLoad", "TestSupport"].contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if strict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
