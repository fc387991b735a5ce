import ArgumentParser
import MockSpec

/// The values of `--broken`.
enum BrokenOption: String, ExpressibleByArgument, CaseIterable {
  case serve, refuse

  var files: BrokenFiles {
    switch self {
    case .serve: .serve
    case .refuse: .refuse
    }
  }
}
