// swift-tools-version: 6.2
import PackageDescription

// `run` replaces the path of MockSpec.
let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "MockSpec", path: "MOCKSPEC", traits: [])],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [.product(name: "MockSpecURLSession", package: "MockSpec")],
      plugins: [.plugin(name: "MockSpecPlugin", package: "MockSpec")]),
    // Its names are written to the sources.
    .target(
      name: "Names",
      dependencies: [.product(name: "MockSpecURLSession", package: "MockSpec")],
      exclude: ["specs"]),
  ]
)
