import MockSpec

/// The arguments of the tool.
struct Arguments: Equatable {
  /// The folder of the specs; absolute.
  var specs: String
  /// The absolute path of the folder to which paths in the written files are relative.
  var base: String
  /// The Swift file for the names; absolute, or `nil` to write none.
  var names: String?
  /// The file for the compiled specs; absolute, or `nil` to write none.
  var compiled: String?

  static let usage = "usage: MockSpecTool SPECS [--base FOLDER] [--names FILE] [--compiled FILE]"

  struct Mistake: Error, Equatable {
    let description: String
  }

  /// Parses the arguments after the program's name. Relative paths start from the working directory.
  static func parse(
    _ arguments: [String], workingDirectory: String = FileSystem.workingDirectory
  ) -> Result<Arguments, Mistake> {
    var folders: [String] = []
    var values: [String: String] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        folders.append(FilePath.absolute(argument, in: workingDirectory))
        continue
      }
      guard ["--base", "--names", "--compiled"].contains(argument) else {
        return .failure(Mistake(description: "unknown option '\(argument)'"))
      }
      guard let value = rest.popFirst() else {
        return .failure(Mistake(description: "expected a path after '\(argument)'"))
      }
      guard values.updateValue(FilePath.absolute(value, in: workingDirectory), forKey: argument) == nil else {
        return .failure(Mistake(description: "'\(argument)' is given twice"))
      }
    }
    guard folders.count == 1 else {
      return .failure(Mistake(description: "expected one folder of specs, found \(folders.count)"))
    }
    return .success(
      Arguments(
        specs: folders[0], base: values["--base"] ?? workingDirectory, names: values["--names"],
        compiled: values["--compiled"]))
  }
}
